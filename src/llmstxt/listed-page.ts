import type { LeftOutReason } from "../address/left-out.ts";
import type { Page } from "../page/page.ts";
import type { Overlay } from "./changes.ts";

/** A page to be listed. The first of a list is the homepage: the head of the document, not an item. */
export interface ListedPage {
  readonly url: string;
  readonly page: Page;
  /** Clicks from the homepage. */
  readonly depth: number;
  /** Whether it lies under the base URL's path; others stand in `Optional`. */
  readonly inScope: boolean;
  /** The address listed instead of `url`, where the page has a Markdown version. */
  readonly markdownUrl?: string;
  /** Main content as Markdown, for llms-full.txt. */
  readonly markdown?: string;
}

export interface RenderOptions {
  /** Most code points of an excerpt, the `…` included; 100 to 2,000. */
  readonly descLength: number;
  /** When the content last changed. */
  readonly generatedAt: Date;
  /** The base URL as the reader knows it. */
  readonly source: string;
  /** Characters over which excerpts are shortened (docs/explanation/document.md); default `DOCUMENT_BUDGET`. */
  readonly budgetCharacters?: number;
  /** Behind each excerpt what the page covers, as far as the budget has room (docs/explanation/document.md); default false. */
  readonly topics?: boolean;
  /** An owner's changes (docs/how-to/overlay.md). */
  readonly overlay?: Overlay;
}

export interface LeftOutPage {
  readonly url: string;
  readonly reason: LeftOutReason;
  /** The listed page it repeats. */
  readonly of?: string;
}
