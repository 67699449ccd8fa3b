import type { Page } from "../page/page.ts";

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
  /** Characters over which excerpts are shortened (format.md, 6); default 100,000. */
  readonly budgetCharacters?: number;
}

/** One section of a rendered document. */
export interface RenderedSection {
  readonly name: string;
  readonly pages: number;
  readonly characters: number;
  /** 1-based line of its heading. */
  readonly line: number;
}

export interface Rendered {
  /** The document: what is stored, served and hashed. */
  readonly text: string;
  readonly sections: readonly RenderedSection[];
  /** Pages that were crawled and are not listed, and why. */
  readonly leftOut: readonly { readonly url: string; readonly reason: string; readonly of?: string }[];
  /** Excerpts shortened or dropped to stay inside the budget. */
  readonly shortened: number;
  /** Estimated tokens of the text. */
  readonly tokens: number;
}
