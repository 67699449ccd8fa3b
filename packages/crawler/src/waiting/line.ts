import { onAbort, stopped, throwIfStopped } from "./abort.ts";

/** A caller in a line. It leaves in the same moment as it is served, refused or gives up. */
export interface Waiter<About> {
  readonly about: About;
  readonly serve: () => void;
  readonly refuse: (error: unknown) => void;
}

/** Callers that wait, in the order in which they came. The owner of the line decides when each of them is served. */
export class Line<About = undefined> {
  readonly #waiters = new Set<Waiter<About>>();

  get length(): number {
    return this.#waiters.size;
  }

  [Symbol.iterator](): Iterator<Waiter<About>> {
    return this.#waiters.values();
  }

  /** True if there was one to serve. */
  serveFirst(): boolean {
    const [first] = this.#waiters;
    first?.serve();
    return first !== undefined;
  }

  /** Waits until it is served. @throws CrawlError `aborted`, or the error that it is refused with */
  async wait(about: About, signal: AbortSignal): Promise<void> {
    throwIfStopped(signal);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leaveWith = (settle: () => void) => {
      this.#waiters.delete(waiter);
      forget();
      settle();
    };
    const waiter: Waiter<About> = {
      about,
      serve: () => leaveWith(resolve),
      refuse: (error) => leaveWith(() => reject(error)),
    };
    const forget = onAbort(signal, () => waiter.refuse(stopped(signal)));
    this.#waiters.add(waiter);
    await promise;
  }
}
