import type { Page, PageKind } from "@llmstxt-service/page";
import type { Member } from "@llmstxt-service/page/address/member";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import type { Rung, Validators } from "../fetch/fetch.ts";

/** A page taken into the result. Plain data, so that a recrawl can keep it. */
export interface CrawledPage {
  readonly url: PageUrl;
  readonly page: Page;
  /** Kind of the page, judged from it and from the pages like it. */
  readonly kind: PageKind;
  /** Clicks from the homepage along the way it was found; 0 is the homepage. */
  readonly depth: number;
  /** True if it lies under the base URL's path. */
  readonly inScope: boolean;
  /** Place in the list of pages that was given; undefined without one. */
  readonly turn?: number;
  /** Language and version of the page; undefined if only one of each was asked for. */
  readonly member?: Member;
  /** Address of the page's Markdown version, where one was found to exist. */
  readonly markdownUrl?: string;
  /** Main content as Markdown; only when `withMarkdown` was asked for. */
  readonly markdown?: string;
  /** A language model's sentence on the page, empty if it gave nothing usable, and the digest of the question. */
  readonly sentence?: { readonly key: string; readonly sentence: string };
  readonly validators: Validators;
  readonly rung: Rung;
  /** Bytes of the page as they were transferred. */
  readonly bytes: number;
}
