import { CrawlError } from "../errors.ts";
import { type Observation, Pace, type Slower } from "./pace.ts";

/** A host that refuses one request gets no other for as long at least: it would refuse that, too. */
const BREATH_MS = 250;
/** A host that wants to be left alone longer than this is: its requests fail at once. */
export const MAX_PAUSE_MS = 60_000;
/** The longest we remember it. */
const MAX_CLOSED_MS = 600_000;
/** Robots.txt's `Crawl-delay` counts up to here. */
const MAX_DELAY_MS = 10_000;

interface Waiter {
  readonly start: () => void;
  readonly refuse: (error: CrawlError) => void;
}

/** One host as all crawls of this process see it: its slots, its pace and the pauses it asked for. */
export class Host {
  readonly #pace: Pace;
  readonly #waiting = new Set<Waiter>();
  #inFlight = 0;
  #delayMs = 0;
  #nextAt = 0;
  #wake: NodeJS.Timeout | undefined;

  constructor(maxConcurrency: number) {
    this.#pace = new Pace(maxConcurrency);
  }

  /** Requests that may be in flight at present. */
  get concurrency(): number {
    return this.#delayMs > 0 ? 1 : this.#pace.concurrency;
  }

  /** Whether nobody asks it, waits for it, or has to remember anything of it. */
  get isIdle(): boolean {
    const isAsked = this.#inFlight > 0 || this.#waiting.size > 0;
    return !isAsked && this.#delayMs === 0 && performance.now() >= this.#nextAt;
  }

  /** From now on one request at a time, each this long after the last one's answer. 0 takes it back. */
  setDelay(delayMs: number): void {
    this.#delayMs = Math.min(Math.max(delayMs, 0), MAX_DELAY_MS);
    // Whoever learnt of the delay has just been answered.
    if (this.#delayMs > 0) this.#nextAt = Math.max(this.#nextAt, performance.now() + this.#delayMs);
  }

  /**
   * Waits for a slot, first come first served; whoever gets one gives it back with `leave`.
   * @throws CrawlError `aborted`; `http_status_passing` while the host wants to be left alone for longer than a minute
   */
  async enter(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw stopped(signal);
    this.#refuseWhileClosed();
    if (this.#waiting.size === 0 && this.#canStart()) return this.#start();
    await this.#wait(signal);
  }

  /** Gives the slot back. Says so when the host will be asked less from now on. */
  leave(seen: Observation): Slower | undefined {
    this.#inFlight--;
    const slower = this.#pace.learn(seen, this.#inFlight);
    if (seen.type === "refused") this.#pause(Math.max(seen.retryAfterMs ?? 0, BREATH_MS));
    // Counted from the answer's end, too: how long a request travels is not ours to know.
    this.#keepDistance();
    this.#startWaiting();
    return slower;
  }

  #wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { start: resolve, refuse: reject };
    const onAbort = () => {
      this.#waiting.delete(waiter);
      reject(stopped(signal));
      this.#startWaiting();
    };
    signal.addEventListener("abort", onAbort, { once: true });
    this.#waiting.add(waiter);
    this.#startWaiting();
    return promise.finally(() => signal.removeEventListener("abort", onAbort));
  }

  #canStart(): boolean {
    return this.#inFlight < this.concurrency && performance.now() >= this.#nextAt;
  }

  #start(): void {
    this.#inFlight++;
    this.#keepDistance();
  }

  #keepDistance(): void {
    const gapMs = Math.max(this.#delayMs, this.#pace.gapMs);
    if (gapMs > 0) this.#nextAt = Math.max(this.#nextAt, performance.now() + gapMs);
  }

  #startWaiting(): void {
    for (const waiter of this.#waiting) {
      if (!this.#canStart()) break;
      this.#waiting.delete(waiter);
      this.#start();
      waiter.start();
    }
    clearTimeout(this.#wake);
    if (this.#waiting.size === 0 || this.#inFlight >= this.concurrency) return;
    // A pause may have ended since `#canStart` looked: with nothing in flight nobody else would wake those who wait.
    const waitMs = Math.max(0, Math.ceil(this.#nextAt - performance.now()));
    this.#wake = setTimeout(() => this.#startWaiting(), waitMs);
  }

  #pause(pauseMs: number): void {
    const until = performance.now() + Math.min(pauseMs, MAX_CLOSED_MS);
    this.#nextAt = Math.max(this.#nextAt, until);
    if (pauseMs <= MAX_PAUSE_MS) return;
    for (const waiter of this.#waiting) waiter.refuse(leftAlone(pauseMs));
    this.#waiting.clear();
  }

  #refuseWhileClosed(): void {
    const waitMs = this.#nextAt - performance.now();
    if (waitMs > MAX_PAUSE_MS) throw leftAlone(waitMs);
  }
}

const stopped = (signal: AbortSignal) => new CrawlError("aborted", "stopped", { cause: signal.reason });

const leftAlone = (pauseMs: number) =>
  new CrawlError("http_status_passing", `the host asked not to be asked for ${Math.ceil(pauseMs / 1000)} s`);

/** Hosts by name. Two crawls of one host share its entry, so that it never sees more than one's worth of requests. */
export class Hosts {
  readonly #maxConcurrency: number;
  readonly #hosts = new Map<string, Host>();

  constructor(maxConcurrency: number) {
    this.#maxConcurrency = maxConcurrency;
  }

  get(hostname: string): Host {
    const known = this.#hosts.get(hostname);
    if (known !== undefined) return known;
    this.#forgetIdle();
    const host = new Host(this.#maxConcurrency);
    this.#hosts.set(hostname, host);
    return host;
  }

  /** A server that crawls for months meets many hosts; what was learnt about one that is idle is cheap to learn again. */
  #forgetIdle(): void {
    if (this.#hosts.size < MAX_HOSTS) return;
    for (const [hostname, host] of this.#hosts) if (host.isIdle) this.#hosts.delete(hostname);
  }
}

const MAX_HOSTS = 1000;
