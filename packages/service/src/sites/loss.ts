import type { KeptDocument, Site } from "./site.ts";

/** Crawls in a row with the same loss after which the smaller document is accepted. */
const TAKEN_AT = 3;

/** Share by which two numbers of pages may differ and still count as the same loss. */
const SAME_SHARE = 0.1;

/** Stored if the owner has changed what is crawled or listed: the next document is accepted whatever its size. */
export const UNCOMPARED: KeptDocument = { pages: 0, times: 0 };

/** Pages of the present document; a refused one does not count. */
export const documentPages = ({ kept, pages }: Pick<Site, "kept" | "pages">): number => kept?.pages ?? pages;

/**
 * The present document, with the number of times in a row that it is kept, if a crawl lost too many pages; undefined:
 * the new one is accepted.
 */
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
