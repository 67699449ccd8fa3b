import { type Page, type PageSource, pageOf, type ScannedPage, scanPage } from "../page.ts";
import { Conversion } from "./conversion.ts";

/** A page that was read from one scan, and can be had as Markdown without another. */
export interface OpenedPage {
  readonly page: Page;
  /** Returns the main content as Markdown, which is made at the first call; see `pageMarkdown`. */
  markdown(): string;
}

/** Reads a page whose Markdown may be wanted. Until then it keeps the page's characters. */
export function openPage(bytes: Uint8Array, source: PageSource): OpenedPage {
  let scanned: ScannedPage | undefined = scanPage(bytes, source);
  let markdown = "";
  return {
    page: pageOf(scanned, source),
    markdown: () => {
      if (scanned !== undefined) markdown = contentMarkdown(scanned);
      scanned = undefined;
      return markdown;
    },
  };
}

/**
 * The main content of a page as Markdown, without its title: headings start at `##`, links are absolute. Empty where
 * the page has no content.
 */
export const pageMarkdown = (bytes: Uint8Array, source: PageSource): string => contentMarkdown(scanPage(bytes, source));

const contentMarkdown = ({ scanned, content, addresses }: ScannedPage): string =>
  new Conversion(scanned, content, addresses).run();
