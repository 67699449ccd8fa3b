import type { ValidateOptions, Validation } from "../check/check.ts";
import type { PageMarkdown } from "../full.ts";
import type { ListedPage, RenderOptions } from "../listed-page.ts";
import type { OverlaidDocument, Rendered } from "../llmstxt.ts";
import type { BaseDocument, Overlay, OverlayOptions } from "../overlay/overlay.ts";
import type { Bundle, BundleOptions } from "./bundle.ts";

/**
 * Writes documents of what strangers sent, and checks them.
 * @throws CrawlError from each: `unreadable` when it takes too much time or memory; `aborted` when `signal` fires
 */
export interface Writer {
  llmsTxt(pages: readonly ListedPage[], options: RenderOptions, signal: AbortSignal): Promise<Rendered>;
  /** Makes a document with its owner's changes; undefined if this program did not write the base. */
  overlaid(changed: ChangedDocument, signal: AbortSignal): Promise<OverlaidDocument | undefined>;
  llmsFull(pages: readonly ListedPage[], options: RenderOptions, signal: AbortSignal): Promise<string>;
  /** Makes the Markdown of each page. */
  pages(pages: readonly ListedPage[], options: RenderOptions, signal: AbortSignal): Promise<readonly PageMarkdown[]>;
  /** Makes the files that a site publishes for agents. */
  bundle(pages: readonly ListedPage[], options: BundleOptions, signal: AbortSignal): Promise<Bundle>;
  validate(text: string, options: ValidateOptions, signal: AbortSignal): Promise<Validation>;
}

/** Parts of a document with its owner's changes. */
export interface ChangedDocument extends OverlayOptions {
  readonly base: BaseDocument;
  readonly overlay: Overlay;
}

/** Writes in the thread that asks, without limits: for programs with one crawl at a time. What writes is loaded when it has to. */
export const WRITER_HERE: Writer = {
  llmsTxt: async (pages, options) => (await documents()).renderLlmsTxt(pages, options),
  overlaid: async ({ base, overlay, ...options }) => (await documents()).renderOverlaid(base, overlay, options),
  llmsFull: async (pages, options) => (await texts()).renderLlmsFull(pages, options),
  pages: async (pages, options) => (await texts()).renderPages(pages, options),
  bundle: async (pages, options) => (await import("./bundle.ts")).planBundle(pages, options),
  validate: async (text, options) => (await import("../check/check.ts")).validateLlmsTxt(text, options),
};

const documents = () => import("../llmstxt.ts");
const texts = () => import("../full.ts");
