// Look-ups of host names by this machine's own resolver, remembered for a moment.
import { lookup } from "node:dns/promises";

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

/** The names of one process: however many connections ask for one at a time, it is looked up once. */
export class Names {
  readonly #resolve: Resolve;
  readonly #known = new Map<string, { readonly answer: Promise<readonly Address[]>; until: number }>();

  constructor(resolve: Resolve = (hostname) => lookup(hostname, { all: true })) {
    this.#resolve = resolve;
  }

  /** @throws Error with a `code` */
  lookUp(hostname: string): Promise<readonly Address[]> {
    const known = this.#known.get(hostname);
    if (known !== undefined && performance.now() < known.until) return known.answer;
    if (this.#known.size >= MAX_NAMES) this.#known.clear();
    const fresh = { answer: this.#resolve(hostname), until: Number.POSITIVE_INFINITY };
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
}
