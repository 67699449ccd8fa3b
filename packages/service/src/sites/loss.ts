import type { KeptDocument, Site } from "./site.ts";

/** A loss that is found so often in a row is how the site is now. */
const TAKEN_AT = 3;

/** Finds count as the same loss when their numbers of pages differ by no more than this share. */
const SAME_SHARE = 0.1;

/** What a site has whose next document is compared with none: its owner changed what is crawled, or listed. */
export const UNCOMPARED: KeptDocument = { pages: 0, times: 0 };

/** Pages of the document there is: not of a crawl whose document was not taken. */
export const documentPages = ({ kept, pages }: Pick<Site, "kept" | "pages">): number => kept?.pages ?? pages;

/** True if a recrawl lost so many pages that the document stays as it is. undefined: the new one is taken. */
export function keptDocument(
  site: Pick<Site, "kept" | "pages">,
  found: number,
  limit: number | undefined,
): KeptDocument | undefined {
  const pages = documentPages(site);
  if (limit === undefined || pages - found <= limit * pages) return undefined;
  const isSame = site.kept !== null && Math.abs(found - site.pages) <= SAME_SHARE * site.pages;
  const times = isSame ? (site.kept?.times ?? 0) + 1 : 1;
  return times < TAKEN_AT ? { pages, times } : undefined;
}
