// Pages in, Markdown out: `llmstxt-service/render`. Pure: no network, no files. docs/reference/api.md shows each name.

export type { Item } from "../llmstxt/document.ts";
export type { DocumentOptions } from "../llmstxt/document-options.ts";
export { pageFileName } from "../llmstxt/file-names.ts";
export { type PageMarkdown, renderLlmsFull, renderPages } from "../llmstxt/full.ts";
export {
  type LeftOutPage,
  type ListedPage,
  type Rendered,
  type RenderedSection,
  type RenderOptions,
  renderLlmsTxt,
} from "../llmstxt/llmstxt.ts";
export type { BaseDocument, Overlay, PageChange, SectionChange } from "../llmstxt/overlay/overlay.ts";
export { excerpt } from "../page/excerpt.ts";
export { pageMarkdown } from "../page/markdown/markdown.ts";
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
} from "../page/page.ts";
export { contentProblem } from "../page/problem.ts";
