import { readBytes } from "@llmstxt-service/crawler/crawl/reading";
import { readSitemap } from "@llmstxt-service/crawler/crawl/sitemap";
import { renderLlmsTxt, renderOverlaid } from "@llmstxt-service/document";
import { planBundle } from "@llmstxt-service/document/bundle";
import type { ChangedDocument } from "@llmstxt-service/document/bundle/writer";
import { type ValidateOptions, validateLlmsTxt } from "@llmstxt-service/document/check";
import { findability } from "@llmstxt-service/document/eval/findability";
import { renderLlmsFull, renderPages } from "@llmstxt-service/document/full";
import type { RenderOptions } from "@llmstxt-service/document/listed-page";
import type { Overlay } from "@llmstxt-service/document/overlay";
import { overlayOf, overlayYaml } from "@llmstxt-service/document/overlay-file";
import type { PageSource } from "@llmstxt-service/page";
import { type Filter, filtered } from "@llmstxt-service/page/address/filtered";

import { packSitemap, unpackPages } from "./packed.ts";

/** Input of a writer: each page as bytes of its own. */
interface Written<Options> {
  readonly packed: readonly Uint8Array[];
  readonly options: Options;
}

interface PageBytes {
  readonly body: Uint8Array;
  readonly source: PageSource;
  readonly withMarkdown: boolean;
}

async function page({ body, source, withMarkdown }: PageBytes) {
  const { markdownError, ...read } = await readBytes(body, source, { withMarkdown });
  // Only an error's message crosses threads.
  return { read, markdownError: markdownError?.message };
}

/**
 * All operations of a thread, by name. Each takes one value and returns one; both are copied between threads. An error
 * fails its own task alone.
 */
export const OPERATIONS = {
  page,
  /** The page operation for PDFs and API descriptions, which have limits of their own. */
  apart: page,
  async sitemap({ body }: Pick<PageBytes, "body">) {
    const sitemap = await readSitemap(body);
    return sitemap && packSitemap(sitemap);
  },
  llmsTxt: ({ packed, options }: Written<RenderOptions>) => renderLlmsTxt(unpackPages(packed), options),
  llmsFull: ({ packed, options }: Written<RenderOptions>) => renderLlmsFull(unpackPages(packed), options),
  pages: ({ packed, options }: Written<RenderOptions>) => renderPages(unpackPages(packed), options),
  bundle: ({ packed, options }: Written<Parameters<typeof planBundle>[1]>) => planBundle(unpackPages(packed), options),
  overlaid: ({ base, overlay, ...options }: ChangedDocument) => renderOverlaid(base, overlay, options),
  readOverlay: (given: { readonly yaml: string } | { readonly json: string }) =>
    overlayOf("yaml" in given ? given.yaml : JSON.parse(given.json)),
  writeOverlay: ({ overlay, before }: { readonly overlay: Overlay; readonly before: string }) =>
    overlayYaml(overlay, before),
  validate: ({ text, options }: { readonly text: string; readonly options: ValidateOptions }) =>
    validateLlmsTxt(text, options),
  findability: ({ text, packed }: { readonly text: string; readonly packed: readonly Uint8Array[] }) =>
    findability(text, unpackPages(packed)),
  filtered: (filter: Filter) => filtered(filter),
};

type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
export type Input<Name extends OperationName> = Parameters<Operations[Name]>[0];
export type Result<Name extends OperationName> = Awaited<ReturnType<Operations[Name]>>;
