import { Semaphore } from "@llmstxt-service/crawler/waiting/semaphore";
import { CrawlError } from "@llmstxt-service/page/errors";

/** More than this many in the queue and newcomers are turned away: each holds a socket open. */
export const MAX_WAITING = 1_000;

/** A crawl with at most so many ahead hears of each that goes. */
const NEAR = 10;

/** A crawl with more ahead hears again when a fifth of them is gone: of a thousand that wait, each hears some thirty times. */
const NEWS_SHARE = 0.8;

interface WaitingCrawl {
  readonly tellAhead: (ahead: number) => void;
  /** Number that it was told last. */
  told: number;
}

/** A fixed number of places, given out in the order in which they were asked for. */
export class CrawlPlaces {
  readonly #size: number;
  readonly #places: Semaphore;
  readonly #waiting = new Set<WaitingCrawl>();

  constructor(size: number) {
    this.#size = size;
    this.#places = new Semaphore(size);
  }

  get taken(): number {
    return this.#size - this.#places.free;
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
    await (this.#places.free > 0 ? this.#places.acquire(signal) : this.#turn(tellAhead, signal));
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (isHeld) this.#places.release();
        isHeld = false;
      },
    };
  }

  async #turn(tellAhead: (ahead: number) => void, signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= MAX_WAITING) throw new CrawlError("server_busy", { waiting: MAX_WAITING });
    const waiting = { tellAhead, told: this.#waiting.size };
    this.#waiting.add(waiting);
    tellAhead(waiting.told);
    try {
      await this.#places.acquire(signal);
    } catch {
      throw signal.reason; // It is all that the semaphore throws for.
    } finally {
      this.#waiting.delete(waiting);
      this.#tellAll();
    }
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
