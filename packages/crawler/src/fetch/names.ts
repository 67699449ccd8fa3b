// Look-ups of host names by this machine's own resolver, remembered for a moment.
import { lookup } from "node:dns";

/** One address of a name; `family` is 4 or 6. */
export interface Address {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name. @throws Error with a `code`, such as ENOTFOUND or EAI_AGAIN */
export type Resolve = (hostname: string) => Promise<readonly Address[]>;

const KNOWN_MS = 30_000;
const UNKNOWN_MS = 5_000;
const MAX_NAMES = 10_000;
/** Most look-ups at once: each holds one of Node's four threads, which files and compression need as well. */
const MAX_LOOKUPS = 2;
/** getaddrinfo has no time limit of its own; what it is asked for may take its thread for longer. */
const TIMEOUT_MS = 10_000;

interface Known {
  readonly answer: Promise<readonly Address[]>;
  until: number;
}

/** The names of one process: each is looked up once in a while, however many connections ask for it. */
export class Names {
  readonly #resolve: Resolve;
  readonly #known = new Map<string, Known>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(resolve: Resolve = bySystem) {
    this.#resolve = resolve;
  }

  /** @throws Error with a `code` */
  lookUp(hostname: string): Promise<readonly Address[]> {
    const known = this.#known.get(hostname);
    if (known !== undefined && performance.now() < known.until) return known.answer;
    const fresh: Known = { answer: this.#ask(hostname), until: Number.POSITIVE_INFINITY };
    this.#known.delete(hostname);
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size >= MAX_NAMES) this.#known.delete(oldest);
    this.#known.set(hostname, fresh);
    const keep = (ms: number) => {
      fresh.until = performance.now() + ms;
    };
    fresh.answer.then(
      () => keep(KNOWN_MS),
      () => keep(UNKNOWN_MS),
    );
    return fresh.answer;
  }

  async #ask(hostname: string): Promise<readonly Address[]> {
    if (this.#running >= MAX_LOOKUPS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running++;
    const asking = this.#resolve(hostname).finally(() => {
      this.#running--;
      this.#waiting.shift()?.();
    });
    const { promise: late, reject } = Promise.withResolvers<never>();
    const error = Object.assign(new Error("No answer from a name server"), { code: "EAI_AGAIN", hostname });
    const timer = setTimeout(reject, TIMEOUT_MS, error);
    timer.unref();
    return Promise.race([asking, late]).finally(() => clearTimeout(timer));
  }
}

const bySystem: Resolve = (hostname) =>
  new Promise((resolve, reject) =>
    lookup(hostname, { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
  );
