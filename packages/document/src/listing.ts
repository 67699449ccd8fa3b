import type { Evidence, LeftOut, LeftOutReason } from "@llmstxt-service/page/address/left-out";
import { isAsked } from "@llmstxt-service/page/address/member";
import { pageProblem } from "@llmstxt-service/page/address/not-a-page";
import { spellingKey } from "@llmstxt-service/page/address/spelling";
import { duplicateKeys } from "@llmstxt-service/page/duplicate";
import { loneKind } from "@llmstxt-service/page/site/lone-kind";
import { type Entry, folderOf, tryEntry } from "./entry.ts";
import { translationsOf } from "./languages.ts";
import type { LeftOutPage, ListedPage, RenderOptions } from "./listed-page.ts";
import { comparePaths } from "./sections/sections.ts";
import { outdatedPages } from "./versions.ts";
import { withoutRepeatedParts } from "./wording/wording.ts";

export interface Listing {
  readonly home: Entry | undefined;
  /** Pages of the document without the homepage, each once, without texts that the site repeats. */
  readonly entries: readonly Entry[];
  readonly leftOut: readonly LeftOutPage[];
}

/** Which of the crawl's pages have a place in the document, and why the others have none. */
export function listingOf(
  pages: readonly ListedPage[],
  source: string,
  { languages, versions }: Pick<RenderOptions, "languages" | "versions"> = {},
): Listing {
  const [first, ...rest] = pages;
  // Sorted, so that the document does not depend on the order in which the pages arrived.
  const others = [...rest].sort((a, b) => comparePaths(a.url, b.url));
  const base = { folder: baseFolder(first, source), home: first?.url ?? source };
  const home = first === undefined ? undefined : tryEntry(first, base);
  const leftOut: LeftOutPage[] = [];
  let entries = others.flatMap((listed) => {
    const entry = tryEntry(listed, base);
    const reason = entry === undefined ? "bad address" : isGiven(entry) ? undefined : problemOf(entry);
    if (entry !== undefined && reason === undefined) return [entry];
    leftOut.push({ url: listed.url, reason: reason ?? "bad address" });
    return [];
  });
  const start = home === undefined ? [] : [home];
  const leave = (without: ReadonlyMap<Entry, LeftOut>) => {
    for (const [entry, left] of without) if (!isGiven(entry)) leftOut.push({ url: entry.listed.url, ...left });
    entries = entries.filter((entry) => isGiven(entry) || !without.has(entry));
  };
  // With several languages or versions each document gets the pages of one of them, so none is left out here.
  if (!isAsked(languages)) leave(repeating("other language", translationsOf(home, entries)));
  if (!isAsked(versions)) leave(outdatedPages(home, entries));
  leave(repeating("duplicate", duplicates([...start, ...entries])));
  leave(repeating("markdown version", versionsAmong(entries, home)));
  const own = withoutRepeatedParts(withOwnLinks([...start, ...entries]), home);
  return { home: home && own[0], entries: own.slice(start.length), leftOut };
}

/** True for a page of a list that a person gave, which is listed whatever it is. */
const isGiven = ({ listed }: Entry): boolean => listed.turn !== undefined;

/** A list that only arranges again what is listed elsewhere has no place of its own. */
function problemOf({ url, page, listed }: Entry): LeftOutReason | undefined {
  const kind = listed.kind ?? loneKind(url, page);
  return kind === "facet" || kind === "archive" ? "list of pages" : pageProblem(url, page);
}

/** The folder that was asked for; where the homepage lies elsewhere, its own. */
function baseFolder(home: ListedPage | undefined, source: string): string {
  const typed = folderOf(source);
  const path = home === undefined ? typed : folderOf(home.url);
  return path.startsWith(typed) ? typed : path;
}

/** One address, or one main text, is one page: the first of them. */
function duplicates(entries: readonly Entry[]): ReadonlyMap<Entry, Entry> {
  const known = new Map<string, Entry>();
  const repeated = new Map<Entry, Entry>();
  for (const entry of entries) {
    const { page, url } = entry;
    const keys = [url, ...duplicateKeys(page, spellingKey(url))];
    const first = keys.map((key) => known.get(key)).find((found) => found !== undefined);
    if (first !== undefined) repeated.set(entry, first);
    else for (const key of keys) known.set(key, entry);
  }
  return repeated;
}

/**
 * Pages that are the Markdown version of another page, and so are listed with that page. If two name each other, the
 * second is left out.
 */
function versionsAmong(entries: readonly Entry[], home: Entry | undefined): ReadonlyMap<Entry, Entry> {
  const byVersion = new Map<string, Entry>();
  for (const entry of home === undefined ? entries : [home, ...entries])
    if (entry.link !== entry.url) byVersion.set(entry.link, entry);
  const versions = new Map<Entry, Entry>();
  for (const entry of entries) {
    const of = byVersion.get(entry.url);
    if (of !== undefined && of !== entry && !versions.has(of)) versions.set(entry, of);
  }
  return versions;
}

/** Pages that are left out for another page each. */
const repeating = (reason: LeftOutReason, repeated: ReadonlyMap<Entry, Entry>): ReadonlyMap<Entry, LeftOut> =>
  new Map([...repeated].map(([entry, of]) => [entry, { reason, of: of.url, ...evidenceOf(reason, entry, of) }]));

function evidenceOf(reason: LeftOutReason, { page }: Entry, { page: of }: Entry): { evidence?: Evidence } {
  return reason === "duplicate" ? { evidence: { digests: [page.contentDigest, of.contentDigest] } } : {};
}

/** One Markdown text is the version of one page: other pages that say so are listed at their own addresses. */
function withOwnLinks(entries: readonly Entry[]): Entry[] {
  const taken = new Set<string>();
  return entries.map((entry) => {
    const link = taken.has(entry.link) ? entry.url : entry.link;
    taken.add(link);
    return link === entry.link ? entry : { ...entry, link };
  });
}
