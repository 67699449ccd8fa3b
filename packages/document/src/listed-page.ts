import type { Page, PageKind } from "@llmstxt-service/page";
import type { LeftOut } from "@llmstxt-service/page/address/left-out";
import type { Member } from "@llmstxt-service/page/address/member";
import type { Budget } from "./budget.ts";
import type { Overlay } from "./changes.ts";
import type { DocumentOptions } from "./document-options.ts";

/** A page to be listed. The first of a list is the homepage: the head of the document, not an item. */
export interface ListedPage {
  readonly url: string;
  readonly page: Page;
  /** Kind of the page, judged among the site's pages; undefined: only its own kind is known. */
  readonly kind?: PageKind;
  /** Clicks from the homepage. */
  readonly depth: number;
  /** True if it lies under the base URL's path; others stand in `Optional`. */
  readonly inScope: boolean;
  /** Place in a list of pages that was given: then it is listed whatever it is, and in this order within its section. */
  readonly turn?: number;
  /** Language and version of the page; undefined if only one of each was asked for. */
  readonly member?: Member;
  /** The address listed instead of `url`, where the page has a Markdown version. */
  readonly markdownUrl?: string;
  /** Main content as Markdown, for llms-full.txt. */
  readonly markdown?: string;
}

export interface RenderOptions extends DocumentOptions, Budget {
  /** Time at which the content last changed. */
  readonly generatedAt: Date;
  /** True if a person stopped the crawl; the document then says that there may be more pages. */
  readonly stoppedEarly?: boolean;
  /** The base URL as the reader knows it. */
  readonly source: string;
  /** A line of the head about the documents of other languages and versions. */
  readonly relatives?: string | undefined;
  /** An owner's changes (docs/how-to/overlay.md). */
  readonly overlay?: Overlay;
}

export interface LeftOutPage extends LeftOut {
  readonly url: string;
}
