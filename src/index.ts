// The public library. Everything that is not listed here may change any day.

export {
  type CrawlEnd,
  type CrawlEvent,
  type CrawledPage,
  type CrawlOptions,
  crawl,
  type LeftOut,
  type LeftOutReason,
} from "@llmstxt-service/crawler";
export type { CrawlFetch, CrawlFetchOptions, Fetched, Fetching } from "@llmstxt-service/crawler/fetch";
export { openFolder } from "@llmstxt-service/crawler/fetch/folder";
export { openFetching } from "@llmstxt-service/crawler/fetch/open";
export { type Reader, readerHere } from "@llmstxt-service/crawler/reader";
export { type ListedPage, render } from "@llmstxt-service/document";
export { type Finding, validate } from "@llmstxt-service/document/check";
export { type Difference, diff } from "@llmstxt-service/document/diff";
export { type Page, type PageSource, readPage } from "@llmstxt-service/page";
export { CrawlError, type FailureCode } from "@llmstxt-service/page/errors";
