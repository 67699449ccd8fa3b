import { addressKeys, type Entry } from "../entry.ts";
import { groupsOf, type IndexList, tryIndexList } from "./index-page.ts";
import { type Group, joinNeighbours } from "./neighbours.ts";
import { nameWithin, type Part } from "./part.ts";

export interface IndexParts {
  readonly parts: readonly Part[];
  /** Pages of the part that neither its index page nor another of its pages links to. */
  readonly unlinked: readonly Entry[];
}

/** Least pages of a part on average; smaller parts would be a list of headings. */
const PAGES_A_PART = 3;

/**
 * A part by the headings of its index page, as deep as they go in at most `most` parts. undefined where no index page lists
 * nearly all of the part, or its headings do not make parts.
 */
export function partsByIndex(part: Part, most: number, index = indexOf(part)): IndexParts | undefined {
  const others = part.entries.filter((entry) => entry !== index);
  const list = index === undefined ? undefined : tryIndexList(index, others, addressKeys());
  if (index === undefined || list === undefined) return undefined;
  for (let depth = list.depth; depth > 0; depth--) {
    const groups = groupsOf(list, depth).filter(({ names }) => names.length > 0);
    if (!areParts(groups, others.length)) continue;
    const joined = joinNeighbours(groups, Math.min(most, Math.floor(others.length / PAGES_A_PART)));
    if (joined !== undefined && joined.length > 1) return withTheRest(part, index, { list, groups: joined });
  }
  return undefined;
}

/** Too many headings to be joined: the largest `most` of them, in the index page's order; the other pages stay where they are. */
export function largestByIndex(part: Part, most: number, index: Entry): readonly Part[] | undefined {
  const list = tryIndexList(index, part.entries, addressKeys());
  const groups = list === undefined ? [] : groupsOf(list, 1).filter(({ names }) => names.length > 0);
  if (!areParts(groups, part.entries.length)) return undefined;
  const largest = groups.toSorted((a, b) => b.entries.length - a.entries.length).slice(0, most);
  return groups
    .filter((group) => largest.includes(group) && group.entries.length > 1)
    .map((group) => ({ name: nameOf(part, group), trail: part.trail, entries: group.entries }));
}

function indexOf({ entries, trail }: Part): Entry | undefined {
  const folder = trail.at(-1)?.key;
  return entries.find(({ path }) => path.join("/") === folder);
}

/** True if the groups are parts: neither cards with a heading each, nor links that are scattered over prose. */
function areParts(groups: readonly Group[], pages: number): boolean {
  const covered = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  const real = groups.filter(({ entries }) => entries.length > 1);
  return covered * 2 >= pages && real.length * 2 >= groups.length;
}

/**
 * Pages that the index lists under no heading go to the first part with it, unless they are more than half of what its heading names; pages
 * that it does not list go with those that link to it.
 */
function withTheRest(
  part: Part,
  index: Entry,
  { list, groups }: { readonly list: IndexList; readonly groups: readonly Group[] },
): IndexParts {
  const taken = new Set(groups.flatMap(({ entries }) => entries));
  const linking = linkingGroups(groups);
  const added = groups.map((): Entry[] => []);
  const unlinked: Entry[] = [];
  for (const entry of part.entries) {
    if (taken.has(entry)) continue;
    const at = entry === index || list.listed.has(entry) ? 0 : linking(entry);
    (added[at ?? -1] ?? unlinked).push(entry);
  }
  const [first = []] = added;
  const own = first.length * 2 > (groups[0]?.entries.length ?? 0) ? [{ ...part, entries: [...first] }] : [];
  if (own.length > 0) first.length = 0;
  const parts = groups.map((group, at) => ({
    name: nameOf(part, group),
    trail: part.trail,
    entries: [...group.entries, ...(added[at] ?? [])],
  }));
  return { parts: [...own, ...parts], unlinked };
}

/** Tells in which group most pages link to a page; the first of several, undefined where none does. */
function linkingGroups(groups: readonly Group[]): (entry: Entry) => number | undefined {
  const keyOf = addressKeys();
  const counts = groups.map(({ entries }) => {
    const links = entries.flatMap(({ page }) => [...new Set(page.links.map(({ url }) => keyOf(url)))]);
    return Map.groupBy(links, (key) => key);
  });
  return (entry) => {
    const times = counts.map((links) => links.get(keyOf(entry.url))?.length ?? 0);
    const most = Math.max(...times);
    return most === 0 ? undefined : times.indexOf(most);
  };
}

/** `Requests: Authentication`; `Keeping secrets & Testing`. */
function nameOf(part: Part, { within, names }: Group): string {
  const name = [names.slice(0, -1).join(", "), ...names.slice(-1)].filter((text) => text !== "").join(" & ");
  const outer = within.at(-1);
  return nameWithin(part, outer === undefined ? name : nameWithin({ name: outer }, name));
}
