// The public library, by name. Everything not listed here may change any day.
export { type CrawlEvent, type CrawledPage, type CrawlOptions, crawl, type LeftOutReason } from "./crawl/crawl.ts";
export { CrawlError, type FailureCode } from "./errors.ts";
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
export { type Page, type PageSource, readPage } from "./page/page.ts";
export { contentProblem } from "./page/problem.ts";
