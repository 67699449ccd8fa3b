// The public library, by name. Everything not listed here may change any day.
export { CrawlError, type FailureCode } from "./errors.ts";
export {
  type LeftOutPage,
  type ListedPage,
  type Rendered,
  type RenderedSection,
  type RenderOptions,
  renderLlmsTxt,
} from "./llmstxt/llmstxt.ts";
export type { Page } from "./page/page.ts";
