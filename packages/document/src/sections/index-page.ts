import type { Heading } from "@llmstxt-service/page";
import { type Entry, textKey } from "../entry.ts";
import { MAX_CHARACTERS_A_LINK, trySectionName } from "../wording/wording.ts";
import type { Group } from "./neighbours.ts";

/** Pages as an index page lists them. */
export interface IndexList {
  /** Pages in the order of the list, each with the headings above it, the most general first. */
  readonly listed: ReadonlyMap<Entry, readonly string[]>;
  /** Number of headings above the deepest of them. */
  readonly depth: number;
}

/** Least share of a part's pages that an index page lists … */
const LEAST_LISTED = 0.8;
/** … and least share of these that it names under one heading alone; prose mentions a page again and again … */
const LEAST_ONCE = 0.75;
/** … while a page of nothing but links may list a page under two headings, on average. */
const MAX_FILINGS = 2;

/** The list of an index page; undefined if the page is no index of these pages. `keyOf` comes from `addressKeys`. */
export function tryIndexList(
  { page }: Entry,
  entries: readonly Entry[],
  keyOf: (url: string) => string,
): IndexList | undefined {
  const byAddress = new Map(entries.map((entry) => [keyOf(entry.url), entry]));
  const pathOf = headingPaths(page.headings);
  const listed = new Map<Entry, readonly string[]>();
  const headings = new Map<Entry, Set<number | undefined>>();
  for (const { place, url, text, heading } of page.links) {
    const entry = place === "content" ? byAddress.get(keyOf(url)) : undefined;
    if (entry === undefined) continue;
    headings.set(entry, (headings.get(entry) ?? new Set()).add(heading));
    if (!listed.has(entry)) listed.set(entry, heading === undefined ? [] : pathOf(heading, text));
  }
  const counts = [...headings.values()].map(({ size }) => size);
  const mentions = counts.reduce((sum, count) => sum + count, 0);
  const once = counts.filter((count) => count === 1).length;
  const isBare = page.textLength <= mentions * MAX_CHARACTERS_A_LINK && mentions <= listed.size * MAX_FILINGS;
  const isIndex = listed.size >= entries.length * LEAST_LISTED && (isBare || once >= listed.size * LEAST_ONCE);
  const depth = Math.max(0, ...[...listed.values()].map(({ length }) => length));
  return isIndex ? { listed, depth } : undefined;
}

/** The pages of a list by their headings down to `depth`, in the list's order. */
export function groupsOf({ listed }: IndexList, depth: number): Group[] {
  const groups = Map.groupBy([...listed], ([, path]) => path.slice(0, depth).join("\n"));
  return [...groups.values()].map((inside) => {
    const path = inside[0]?.[1].slice(0, depth) ?? [];
    return { within: path.slice(0, -1), names: path.slice(-1), entries: inside.map(([entry]) => entry) };
  });
}

/** The names of the headings a link stands under. What cannot name a section, and what only repeats the link, is left out. */
function headingPaths(headings: readonly Heading[]): (heading: number, link: string) => readonly string[] {
  const outer: (number | undefined)[] = [];
  const open: number[] = [];
  for (const [index, { level }] of headings.entries()) {
    while (open.length > 0 && (headings[open.at(-1) ?? 0]?.level ?? 0) >= level) open.pop();
    outer.push(open.at(-1));
    open.push(index);
  }
  const names = headings.map(({ level, text }, index) =>
    index === 0 && level === 1 ? "" : (trySectionName(text) ?? ""),
  );
  return (heading, link) => {
    const path: string[] = [];
    for (let at: number | undefined = heading; at !== undefined; at = outer[at]) {
      const name = names[at] ?? "";
      if (name !== "" && textKey(name) !== textKey(link)) path.unshift(name);
    }
    return path;
  };
}
