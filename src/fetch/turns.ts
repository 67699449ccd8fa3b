import { CrawlError } from "../errors.ts";

/** So many at a time, first come first served. */
export class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Whoever takes a turn gives it back. @throws CrawlError `aborted` */
  async take(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw new CrawlError("aborted", "stopped", { cause: signal.reason });
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
  }

  give(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free++;
    else next();
  }

  #wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const start = () => {
      this.#waiting.delete(start);
      signal.removeEventListener("abort", onAbort);
      resolve();
    };
    const onAbort = () => {
      this.#waiting.delete(start);
      reject(new CrawlError("aborted", "stopped", { cause: signal.reason }));
    };
    signal.addEventListener("abort", onAbort, { once: true });
    this.#waiting.add(start);
    return promise;
  }
}
