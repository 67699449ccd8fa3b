import { onAbort, stopped, throwIfStopped } from "./abort.ts";

/** So many at a time, first come first served; those who are urgent before all others. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();
  readonly #urgent = new Set<() => void>();

  constructor(permits: number) {
    this.#free = permits;
  }

  get free(): number {
    return this.#free;
  }

  /** Each one that was acquired is released once. @throws CrawlError `aborted` */
  acquire(signal: AbortSignal): Promise<void> {
    return this.#acquire(this.#waiting, signal);
  }

  /** As `acquire`, but before all who wait in the ordinary line. @throws CrawlError `aborted` */
  acquireUrgently(signal: AbortSignal): Promise<void> {
    return this.#acquire(this.#urgent, signal);
  }

  async #acquire(line: Set<() => void>, signal: AbortSignal): Promise<void> {
    throwIfStopped(signal);
    if (this.#free > 0) this.#free--;
    else await this.#wait(line, signal);
  }

  release(): void {
    const [next = this.#waiting.values().next().value] = this.#urgent;
    if (next === undefined) this.#free++;
    else next();
  }

  /** A waiter leaves the line in the same moment as it is served or gives up: no permit goes to one that has gone. */
  #wait(line: Set<() => void>, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const serve = () => {
      line.delete(serve);
      forget();
      resolve();
    };
    const forget = onAbort(signal, () => {
      line.delete(serve);
      reject(stopped(signal));
    });
    line.add(serve);
    return promise;
  }
}
