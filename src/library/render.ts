// Pages in, Markdown out: `llmstxt-service/render`. Pure: no network, no files. docs/reference/api.md shows each name.

export {
  type LeftOutPage,
  type ListedPage,
  type Rendered,
  type RenderedSection,
  type RenderOptions,
  renderLlmsTxt,
} from "@llmstxt-service/document";
export type { Item } from "@llmstxt-service/document/document";
export type { DocumentOptions } from "@llmstxt-service/document/document-options";
export { pageFileName } from "@llmstxt-service/document/file-names";
export { type PageMarkdown, renderLlmsFull, renderPages } from "@llmstxt-service/document/full";
export type { BaseDocument, Overlay, PageChange, SectionChange } from "@llmstxt-service/document/overlay";
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
} from "@llmstxt-service/page";
export { excerpt } from "@llmstxt-service/page/excerpt";
export { pageMarkdown } from "@llmstxt-service/page/markdown";
export { contentProblem } from "@llmstxt-service/page/problem";
