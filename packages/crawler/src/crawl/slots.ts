import type { CrawlFetch, Fetch } from "../fetch/fetch.ts";
import { Semaphore } from "../waiting/semaphore.ts";

export interface SlottedFetch extends CrawlFetch {
  /** Requests made so far, redirects included, retries and browsers' sub-requests not; early ones once they are used. */
  asked(): number;
  /** Requests that could be sent at once. */
  idle(): number;
  /** Fetches a page that may not be needed: its requests are counted once `use` is called. */
  early(): EarlyPage;
}

export interface EarlyPage {
  readonly page: Fetch;
  readonly use: () => void;
}

/**
 * Answers that wait to be read without a slot. Each is lost with the process, and asked for again: with sixteen slots
 * that is at most 2 % of a thousand pages, with the answers that a journal has not written. Two keep the readers busy.
 */
const MAX_UNREAD = 2;

/** Requests that count together. */
interface SlotUse {
  asked: number;
}

/** Way in which a kind of request gets its slot, and the place where it is counted. */
interface Lane {
  readonly tally: SlotUse;
  readonly enter: (signal: AbortSignal) => Promise<void>;
}

/**
 * The same fetches, at most `count` of them under way at once, pages and all else together, and counted. A slot is free
 * as soon as the answer is there, unless `MAX_UNREAD` others wait to be read: the page is read while the next one is
 * asked for. What is no page goes first: more hangs on its answer, and pages there are enough to wait.
 */
export function withSlots(fetch: CrawlFetch, count: number): SlottedFetch {
  const slots = new Semaphore(count);
  const sure: SlotUse = { asked: 0 };
  const used = [sure];
  let unread = 0;
  const enter = (signal: AbortSignal) => slots.acquire(signal);
  const enterFirst = (signal: AbortSignal) => slots.acquireUrgently(signal);
  const slotted =
    (one: Fetch, { tally, enter }: Lane): Fetch =>
    async (request, signal) => {
      await enter(signal);
      let isHeld = true;
      const readOn = () => {
        if (!isHeld || unread >= MAX_UNREAD) return;
        unread += 1;
        isHeld = false;
        slots.release();
      };
      tally.asked += 1;
      try {
        const fetched = await one({ ...request, onAnswered: readOn }, signal);
        tally.asked += fetched.chain.length - 1;
        return fetched;
      } finally {
        if (isHeld) slots.release();
        else unread -= 1;
      }
    };
  return {
    page: slotted(fetch.page, { tally: sure, enter }),
    plain: slotted(fetch.plain, { tally: sure, enter: enterFirst }),
    setDelay: (origin, delayMs) => fetch.setDelay(origin, delayMs),
    asked: () => used.reduce((sum, tally) => sum + tally.asked, 0),
    idle: () => slots.free,
    early: () => {
      const tally: SlotUse = { asked: 0 };
      return { page: slotted(fetch.page, { tally, enter }), use: () => used.push(tally) };
    },
  };
}
