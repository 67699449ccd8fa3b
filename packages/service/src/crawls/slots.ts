import { onAbort } from "@llmstxt-service/crawler/waiting/abort";
import { CrawlError } from "@llmstxt-service/page/errors";

/** More than this many in the queue and newcomers are turned away: each holds a socket open. */
export const MAX_WAITING = 1_000;

/** A crawl with at most so many ahead hears of each that goes. */
const NEAR = 10;

/** A crawl with more ahead hears again when a fifth of them is gone: of a thousand that wait, each hears some thirty times. */
const NEWS_SHARE = 0.8;

interface WaitingCrawl {
  readonly start: () => void;
  readonly tellAhead: (ahead: number) => void;
  /** Number that it was told last. */
  told: number;
}

/** A fixed number of places, given out in the order in which they were asked for. */
export class Slots {
  readonly #size: number;
  readonly #waiting = new Set<WaitingCrawl>();
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
   * `tellAhead` hears at once, and as the queue moves, how many are ahead; nothing where a place is free.
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
    const waiting = { start: resolve, tellAhead, told: this.#waiting.size };
    this.#waiting.add(waiting);
    tellAhead(waiting.told);
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
      const isNews = ahead < NEAR ? ahead !== waiting.told : ahead <= waiting.told * NEWS_SHARE;
      if (isNews) {
        waiting.told = ahead;
        waiting.tellAhead(ahead);
      }
      ahead++;
    }
  }
}
