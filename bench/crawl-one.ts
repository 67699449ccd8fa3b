// One crawl by the library, with the plain rung alone, for the tables of crawl-cases.ts and crawl-sites.ts.
import { crawl } from "../packages/crawler/src/crawl/crawl.ts";
import { judgeContent } from "../packages/crawler/src/crawl/reading/reading.ts";
import { openFetching } from "../packages/crawler/src/fetch/open.ts";
import { toCrawlError } from "../packages/page/src/errors.ts";

export interface Crawled {
  /** Addresses as a document would list them. */
  readonly pages: readonly string[];
  /** Why it ended, or the error's message. */
  readonly said: string;
  readonly ms: number;
}

export async function crawlOne(
  url: string,
  { maxPages, concurrency }: { maxPages: number; concurrency: number },
): Promise<Crawled> {
  const { hostname, port } = new URL(url);
  const browser = { enabled: false };
  const fetching = openFetching({ userAgent: "llmstxt/0.1 (bench)", maxConcurrency: concurrency, browser });
  const started = performance.now();
  const pages: string[] = [];
  let said = "";
  try {
    const fetch = fetching.forCrawl({ allow: { hostname, port: Number(port) }, useProxy: false, judge: judgeContent });
    const options = { fetch, maxPages, concurrency, productToken: "llmstxt", timeoutMs: 240_000 };
    for await (const event of crawl(url, options, new AbortController().signal)) {
      if (event.type !== "end") continue;
      said = event.why;
      pages.push(...event.pages.map((page) => page.markdownUrl ?? page.url));
    }
  } catch (thrown) {
    said = toCrawlError(thrown).message;
  } finally {
    await fetching.close();
  }
  return { pages, said, ms: Math.round(performance.now() - started) };
}
