// Crawling a site: `llmstxt-service/crawl`. docs/reference/api.md shows each name.

export {
  type CrawlEvent,
  type CrawledPage,
  type CrawlOptions,
  crawl,
  type LeftOutReason,
} from "@llmstxt-service/crawler";
export { judgeContent } from "@llmstxt-service/crawler/crawl/reading";
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
} from "@llmstxt-service/crawler/fetch";
export type { ForwardProxies } from "@llmstxt-service/crawler/fetch/forward-proxies";
export type { Resolve, ResolvedAddress } from "@llmstxt-service/crawler/fetch/names";
export { type FetchingOptions, openFetching } from "@llmstxt-service/crawler/fetch/open";
export { type PageUrl, pageUrl, tryPageUrl } from "@llmstxt-service/page/address/page-url";
export { CrawlError } from "@llmstxt-service/page/errors";
export type { FailureCode, FailureFacts } from "@llmstxt-service/page/failures";
