// Crawling a site: `llmstxt-service/crawl`. docs/reference/api.md shows each name.

export { type PageUrl, pageUrl, tryPageUrl } from "../address/page-url.ts";
export { type CrawlEvent, type CrawledPage, type CrawlOptions, crawl, type LeftOutReason } from "../crawl/crawl.ts";
export { judgeContent } from "../crawl/reading/reading.ts";
export { CrawlError } from "../errors.ts";
export type { FailureCode, FailureFacts } from "../failures.ts";
export type {
  Attempt,
  CrawlFetch,
  CrawlFetchOptions,
  Fetch,
  Fetched,
  Fetching,
  FetchRequest,
  Judge,
  Rung,
  Validators,
} from "../fetch/fetch.ts";
export type { ForwardProxies } from "../fetch/forward-proxies.ts";
export type { Resolve, ResolvedAddress } from "../fetch/names/names.ts";
export { type FetchingOptions, openFetching } from "../fetch/open.ts";
