import { onAbort, stopped, throwIfStopped } from "./abort.ts";

/** So many at a time, first come first served. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(permits: number) {
    this.#free = permits;
  }

  /** Each one that was acquired is released once. @throws CrawlError `aborted` */
  async acquire(signal: AbortSignal): Promise<void> {
    throwIfStopped(signal);
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
  }

  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free++;
    else next();
  }

  /** A waiter leaves the line in the same moment as it is served or gives up: no permit goes to one that has gone. */
  #wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const serve = () => {
      this.#waiting.delete(serve);
      forget();
      resolve();
    };
    const forget = onAbort(signal, () => {
      this.#waiting.delete(serve);
      reject(stopped(signal));
    });
    this.#waiting.add(serve);
    return promise;
  }
}
