import type { CrawlFetch, Fetch } from "../fetch/fetch.ts";
import { Semaphore } from "../waiting/semaphore.ts";

export interface SlottedFetch extends CrawlFetch {
  /** Requests made so far, redirects included, retries and browsers' sub-requests not. */
  asked(): number;
}

/**
 * The same fetches, at most `count` of them under way at once, pages and all else together, and counted. A slot is free
 * as soon as the answer is there: the page is read while the next one is asked for.
 */
export function withSlots(fetch: CrawlFetch, count: number): SlottedFetch {
  const slots = new Semaphore(count);
  let asked = 0;
  const slotted =
    (one: Fetch): Fetch =>
    async (request, signal) => {
      await slots.acquire(signal);
      let isHeld = true;
      const release = () => {
        if (isHeld) slots.release();
        isHeld = false;
      };
      asked += 1;
      try {
        const fetched = await one({ ...request, onAnswered: release }, signal);
        asked += fetched.chain.length - 1;
        return fetched;
      } finally {
        release();
      }
    };
  return {
    page: slotted(fetch.page),
    plain: slotted(fetch.plain),
    setDelay: (origin, delayMs) => fetch.setDelay(origin, delayMs),
    asked: () => asked,
  };
}
