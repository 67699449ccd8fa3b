import { addressKey, type Entry, folderOf, tryEntry } from "./entry.ts";
import { languageTwins } from "./languages.ts";
import type { LeftOutPage, ListedPage } from "./listed-page.ts";
import { whyNotListed } from "./not-listed.ts";
import { comparePaths } from "./order.ts";
import { olderVersions } from "./versions.ts";

export interface Listing {
  readonly home: Entry | undefined;
  /** Without the homepage, each page once. */
  readonly entries: readonly Entry[];
  readonly leftOut: readonly LeftOutPage[];
}

/** Which of the crawl's pages have a place in the document, and why the others have none. */
export function listingOf(pages: readonly ListedPage[]): Listing {
  const [first, ...rest] = pages;
  // Whatever order the pages arrived in, the document is the same.
  const others = [...rest].sort((a, b) => comparePaths(a.url, b.url));
  const folder = first === undefined ? "/" : folderOf(first.url);
  const home = first === undefined ? undefined : tryEntry(first, folder);
  const leftOut: LeftOutPage[] = [];
  let entries = others.flatMap((listed) => {
    const entry = tryEntry(listed, folder);
    const reason = entry === undefined ? "bad address" : whyNotListed(entry);
    if (entry !== undefined && reason === undefined) return [entry];
    leftOut.push({ url: listed.url, reason: reason ?? "bad address" });
    return [];
  });
  const start = home === undefined ? [] : [home];
  const leave = (reason: string, repeated: ReadonlyMap<Entry, Entry>) => {
    for (const [entry, of] of repeated) leftOut.push({ url: entry.listed.url, reason, of: of.url });
    entries = entries.filter((entry) => !repeated.has(entry));
  };
  leave("other language", languageTwins(home, entries));
  leave("older version", olderVersions(entries));
  leave("duplicate", duplicates([...start, ...entries]));
  return { home, entries, leftOut };
}

/** Shorter texts are alike on pages that are not: `Coming soon`. */
const TELLING_CHARACTERS = 200;

/** One address, or one main text, is one page: the first of them. */
function duplicates(entries: readonly Entry[]): ReadonlyMap<Entry, Entry> {
  const known = new Map<string, Entry>();
  const repeated = new Map<Entry, Entry>();
  for (const entry of entries) {
    const { page, link, url } = entry;
    const text = page.text.length >= TELLING_CHARACTERS ? [`text ${page.contentDigest}`] : [];
    const keys = [addressKey(url), addressKey(link), ...text];
    const first = keys.map((key) => known.get(key)).find((found) => found !== undefined);
    if (first !== undefined) repeated.set(entry, first);
    else for (const key of keys) known.set(key, entry);
  }
  return repeated;
}
