import { CrawlError } from "../../errors.ts";
import { onAbort } from "../../waiting/abort.ts";

/** More than this many in the queue and newcomers are turned away: each holds a socket open. */
export const MAX_WAITING = 1_000;

interface Waiting {
  readonly start: () => void;
  readonly tellAhead: (ahead: number) => void;
  ahead: number;
}

/** A fixed number of places, given out in the order in which they were asked for. */
export class Slots {
  readonly #size: number;
  readonly #waiting = new Set<Waiting>();
  #taken = 0;

  constructor(size: number) {
    this.#size = size;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Waits for a place; it is given back when the returned object is disposed of.
   * `tellAhead` hears at once, and whenever the queue moves, how many are ahead; nothing where a place is free.
   * @throws the signal's reason when it fires first; CrawlError `server_busy` when too many are waiting
   */
  async take(tellAhead: (ahead: number) => void, signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted();
    if (this.#taken < this.#size) this.#taken++;
    else await this.#turn(tellAhead, signal);
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (isHeld) this.#handOn();
        isHeld = false;
      },
    };
  }

  async #turn(tellAhead: (ahead: number) => void, signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= MAX_WAITING) throw new CrawlError("server_busy", { waiting: MAX_WAITING });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { start: resolve, tellAhead, ahead: this.#waiting.size };
    this.#waiting.add(waiting);
    tellAhead(waiting.ahead);
    const forget = onAbort(signal, () => {
      this.#waiting.delete(waiting);
      this.#tellAll();
      reject(signal.reason);
    });
    try {
      await promise;
    } finally {
      forget();
    }
  }

  /** The place goes directly to the first in the queue, so that no later crawl can take it. */
  #handOn(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#taken--;
      return;
    }
    this.#waiting.delete(next);
    next.start();
    this.#tellAll();
  }

  #tellAll(): void {
    let ahead = 0;
    for (const waiting of this.#waiting) {
      if (waiting.ahead !== ahead) waiting.tellAhead(ahead);
      waiting.ahead = ahead++;
    }
  }
}
