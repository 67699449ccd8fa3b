import { htmlToMarkdown } from "@mdream/js";
import { Addresses } from "./addresses.ts";
import { decodePage } from "./charset.ts";
import { findContent } from "./content.ts";
import { contentFragment } from "./fragment.ts";
import type { PageSource } from "./page.ts";
import { scan } from "./scan.ts";

/**
 * The main content of a page as Markdown, without its title: headings start at `##`, links are absolute. Empty where
 * the page has no content.
 */
export function pageMarkdown(bytes: Uint8Array, { url, contentType, headers = {} }: PageSource): string {
  const scanned = scan(decodePage(bytes, contentType ?? headers["content-type"]));
  const fragment = contentFragment(scanned, findContent(scanned), new Addresses(url, scanned.head.base));
  return htmlToMarkdown(fragment, {})
    .replace(/^#{1,6}[ \t]*$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
