import { type ValidateOptions, type Validation, validateLlmsTxt } from "../llmstxt/check/check.ts";
import { type PageMarkdown, renderLlmsFull, renderPages } from "../llmstxt/full.ts";
import type { ListedPage, RenderOptions } from "../llmstxt/listed-page.ts";
import { type Rendered, renderLlmsTxt } from "../llmstxt/llmstxt.ts";
import { type Bundle, type BundleOptions, planBundle } from "./bundle.ts";

/**
 * Writes documents of what strangers sent, and checks them.
 * @throws CrawlError from each: `unreadable` when it takes too much time or memory; `aborted` when `signal` fires
 */
export interface Writer {
  llmsTxt(pages: readonly ListedPage[], options: RenderOptions, signal: AbortSignal): Promise<Rendered>;
  llmsFull(pages: readonly ListedPage[], options: RenderOptions, signal: AbortSignal): Promise<string>;
  /** Each page's Markdown. */
  pages(pages: readonly ListedPage[], options: RenderOptions, signal: AbortSignal): Promise<readonly PageMarkdown[]>;
  /** What a site publishes for agents. */
  bundle(pages: readonly ListedPage[], options: BundleOptions, signal: AbortSignal): Promise<Bundle>;
  validate(text: string, options: ValidateOptions, signal: AbortSignal): Promise<Validation>;
}

/** Writes in the thread that asks, without limits: for programs with one crawl at a time. */
export const WRITER_HERE: Writer = {
  llmsTxt: async (pages, options) => renderLlmsTxt(pages, options),
  llmsFull: async (pages, options) => renderLlmsFull(pages, options),
  pages: async (pages, options) => renderPages(pages, options),
  bundle: async (pages, options) => planBundle(pages, options),
  validate: async (text, options) => validateLlmsTxt(text, options),
};
