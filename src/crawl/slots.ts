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

/** The same fetches, at most `count` of them under way at once, pages and all else counted together. */
export function withSlots(fetch: CrawlFetch, count: number): CrawlFetch {
  const slot = slots(count);
  const limited =
    (one: Fetch): Fetch =>
    (request, signal) =>
      slot(async () => {
        signal.throwIfAborted();
        return one(request, signal);
      });
  return {
    page: limited(fetch.page),
    plain: limited(fetch.plain),
    setDelay: (hostname, delayMs) => fetch.setDelay(hostname, delayMs),
  };
}
