// The public library, by name. Everything not listed here may change any day. docs/api.md shows each one.
export { type CrawlEvent, type CrawledPage, type CrawlOptions, crawl, type LeftOutReason } from "./crawl/crawl.ts";
export { judgeContent } from "./crawl/reading.ts";
export { type PageUrl, pageUrl, tryPageUrl } from "./crawl/url.ts";
export { CrawlError, type FailureCode } from "./errors.ts";
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
} from "./fetch/fetch.ts";
export { type FetchingOptions, openFetching } from "./fetch/open.ts";
export type { Resolve, ResolvedAddress } from "./fetch/resolve.ts";
export { type ChangedPage, type DiffedPage, diffLlmsTxt, type LlmsTxtDiff, type MovedPage } from "./llmstxt/diff.ts";
export type { Item } from "./llmstxt/document.ts";
export { type PageMarkdown, pageFileName, renderLlmsFull, renderPages } from "./llmstxt/full.ts";
export {
  type LeftOutPage,
  type ListedPage,
  type Rendered,
  type RenderedSection,
  type RenderOptions,
  renderLlmsTxt,
} from "./llmstxt/llmstxt.ts";
export { type ParsedLlmsTxt, type ParsedSection, parseLlmsTxt } from "./llmstxt/parse.ts";
export type { ParsedItem } from "./llmstxt/parse-item.ts";
export type { Fault, Level, Rule } from "./llmstxt/rules.ts";
export { type Finding, type ValidateOptions, type Validation, validateLlmsTxt } from "./llmstxt/validate.ts";
export { excerpt } from "./page/excerpt.ts";
export { pageMarkdown } from "./page/markdown.ts";
export {
  type Alternates,
  type Breadcrumb,
  type ContentSignals,
  type Descriptions,
  type Heading,
  type Link,
  type LinkPlace,
  type Page,
  type PageSource,
  readPage,
  type SiteNames,
} from "./page/page.ts";
export { contentProblem } from "./page/problem.ts";
