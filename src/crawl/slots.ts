import type { CrawlFetch, Fetch } from "../fetch/fetch.ts";

/** Lets at most `count` tasks run at once, first come first served. */
function slots(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

export interface SlottedFetch extends CrawlFetch {
  /** Requests made so far, redirects included, retries and browsers' sub-requests not. */
  asked(): number;
}

/** The same fetches, at most `count` of them under way at once, pages and all else together, and counted. */
export function withSlots(fetch: CrawlFetch, count: number): SlottedFetch {
  const slot = slots(count);
  let asked = 0;
  const slotted =
    (one: Fetch): Fetch =>
    (request, signal) =>
      slot(async () => {
        signal.throwIfAborted();
        asked += 1;
        const fetched = await one(request, signal);
        asked += fetched.chain.length - 1;
        return fetched;
      });
  return {
    page: slotted(fetch.page),
    plain: slotted(fetch.plain),
    setDelay: (hostname, delayMs) => fetch.setDelay(hostname, delayMs),
    asked: () => asked,
  };
}
