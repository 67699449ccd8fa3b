import { availableParallelism } from "node:os";
import { isReadApart, READERS_HERE, type Readers } from "@llmstxt-service/crawler/crawl/reading";
import { lazily } from "@llmstxt-service/crawler/waiting/lazily";

/**
 * Bounds from which on another thread reads a crawl's pages: it spares the main thread a quarter of its work, and costs all threads
 * together a sixth more (`npm run bench -- threads`). With fewer processors that is no gain.
 */
const WORTH_A_THREAD = { pages: 200, processors: 4 } as const;

/**
 * Readers of a process with one crawl at a time. They work in the thread that asks; a thread of their own, which can be ended, reads PDFs,
 * API descriptions, and from the 200th page on all pages.
 * @param threads most threads for those pages; 0: none. Default: 1 where there are four processors or more
 */
export function readersHere(threads = availableParallelism() < WORTH_A_THREAD.processors ? 0 : 1): Readers {
  return {
    forCrawl(options, signal) {
      const here = READERS_HERE.forCrawl(options, signal);
      const apart = lazily(async () => {
        const { openThreads } = await import("./threads/threads.ts");
        const opened = openThreads({ threads: Math.max(1, threads), onEnded: () => {} });
        signal.addEventListener("abort", () => void opened.close(), { once: true });
        return opened.readers.forCrawl(options, signal);
      });
      // By body, since a page is asked for twice, and the bytes of one read apart may have moved there.
      const isApart = new WeakMap<Uint8Array, boolean>();
      let pages = 0;
      return {
        async page(fetched) {
          const { body } = fetched;
          const known = isApart.get(body) ?? (isReadApart(fetched) || (threads > 0 && ++pages > WORTH_A_THREAD.pages));
          isApart.set(body, known);
          return (known ? await apart.get() : here).page(fetched);
        },
        sitemap: here.sitemap,
      };
    },
  };
}
