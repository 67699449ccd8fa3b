import { isReadApart, READERS_HERE, type Readers } from "@llmstxt-service/crawler/crawl/reading";
import { lazily } from "@llmstxt-service/crawler/waiting/lazily";

/**
 * Readers that work in this thread, except for PDFs and API descriptions: their thread starts with the first one and
 * can be ended.
 */
export const READERS: Readers = {
  forCrawl(options, signal) {
    const here = READERS_HERE.forCrawl(options, signal);
    const apart = lazily(async () => {
      const { openThreads } = await import("./threads/threads.ts");
      const threads = openThreads({ threads: 1, onEnded: () => {} });
      signal.addEventListener("abort", () => void threads.close(), { once: true });
      return threads.readers.forCrawl(options, signal);
    });
    // Bodies read in the other thread. Their bytes may have moved there, so a second read must go there as well.
    const known = new WeakSet<Uint8Array>();
    return {
      async page(fetched) {
        const { body } = fetched;
        if (!known.has(body) && isReadApart(fetched)) known.add(body);
        return (known.has(body) ? await apart.get() : here).page(fetched);
      },
      sitemap: here.sitemap,
    };
  },
};
