import type { RunCrawl } from "../../packages/service/src/crawls/crawls.ts";
import { crawled } from "./crawled.ts";

/** A crawl that runs until it is let go or stopped, and remembers how it ended. */
export function heldCrawl() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  return {
    letGo: resolve,
    begun: begun.promise,
    aborted: aborted.promise,
    crawl: (async (_, { report }, signal) => {
      signal.addEventListener("abort", () => aborted.resolve(), { once: true });
      report({ type: "known", count: 1 });
      begun.resolve();
      await Promise.race([promise, aborted.promise]);
      signal.throwIfAborted();
      return crawled("# Held\n");
    }) satisfies RunCrawl,
  };
}
