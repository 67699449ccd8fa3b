import type { Link } from "@llmstxt-service/page";
import { isLikeBoard, isTopic } from "@llmstxt-service/page/address/forum";
import { percentDecoded } from "@llmstxt-service/page/address/percent";
import { listCounts } from "../counts.ts";
import type { Entry } from "../entry.ts";
import { textKey } from "../entry.ts";
import { MAX_SECTIONS } from "../limits.ts";
import type { SitePages } from "../site.ts";
import { isCategory, isGeneric, pagesName, trySectionName } from "../wording/wording.ts";
import { largestByIndex, partsByIndex } from "./index-parts.ts";
import { menuGroups } from "./menu-groups.ts";
import { namespacesOf } from "./namespaces.ts";
import { nameWithin, type Part } from "./part.ts";
import type { Parts } from "./parts.ts";
import type { Trail } from "./trails.ts";
import { partsByYear } from "./years.ts";

/** Most links of a list that needs no dividing … */
const LONG_LIST = 30;
/** … unless at least this many of its pages lie in no part, and no part is larger. */
const MANY_LOOSE = 8;
/** Sections kept free: one for `Optional`, one for pages in no part. */
const RESERVED = 2;
/** Largest share of a part that may stay together for groups to divide it … */
const MAX_SHARE = 0.8;
/** … and least share of its pages that the groups must hold. */
const LEAST_SHARE = 1 / 3;
/** Most divisions: a part that came of one may be divided again. */
const ROUNDS = 4;

/** Divides a part into at most `room` parts; undefined where the site offers no such groups. */
type Divide = (part: Part, room: number) => readonly Part[] | undefined;

/**
 * No part holds more than half of a long list where the site offers a way to divide it: by the labels of its menus, its
 * breadcrumbs, its categories, the headings of its homepage or of another page that lists the part, the years of its posts, in
 * this order.
 */
export function balanced(parts: Parts, site: SitePages, trailOf: (entry: Entry) => Trail): Parts {
  const ways = [byFolder(trailOf), byNamespace, ...dividers(site)];
  const all = site.entries.length;
  let now = parts;
  for (let round = 0; round < ROUNDS; round++) {
    const loose: Part = { name: pagesName(site), trail: [], entries: now.loose };
    const largest = [...now.parts, loose].reduce((most, part) => (isLarger(part, most) ? part : most));
    const isTooLarge = largest.entries.length * 2 > all && (all > LONG_LIST || isLooseSite(largest, loose));
    const room = MAX_SECTIONS - RESERVED - now.parts.length;
    const divided = isTooLarge && room > 1 ? firstOf(ways, largest, room) : undefined;
    if (divided === undefined) break;
    now = replaced(now, largest, divided);
  }
  return now;
}

function isLarger(a: Part, b: Part): boolean {
  return a.entries.length > b.entries.length;
}

function isLooseSite(largest: Part, loose: Part): boolean {
  return largest === loose && loose.entries.length >= MANY_LOOSE;
}

function firstOf(ways: readonly Divide[], part: Part, room: number): readonly Part[] | undefined {
  for (const divide of ways) {
    const parts = divide(part, room);
    if (parts !== undefined) return parts;
  }
  return undefined;
}

/** Pages that no smaller part takes stay in the part, or loose where they were; a page alone goes with the first of them. */
function replaced({ parts, loose, unlinked }: Parts, part: Part, smaller: readonly Part[]): Parts {
  const taken = new Set(smaller.flatMap(({ entries }) => entries));
  const rest = part.entries.filter((entry) => !taken.has(entry));
  if (isGeneric(part.name) && parts.includes(part))
    return { parts: [...parts.filter((other) => other !== part), ...smaller], loose: [...loose, ...rest], unlinked };
  if (!parts.includes(part)) return { parts: [...parts, ...smaller], loose: rest, unlinked };
  const whole = rest.length > 1 ? [{ ...part, entries: rest }, ...smaller] : withFirst(smaller, rest);
  return { parts: parts.flatMap((other) => (other === part ? whole : [other])), loose, unlinked };
}

function withFirst(parts: readonly Part[], rest: readonly Entry[]): readonly Part[] {
  return parts.map((part, index) => (index === 0 ? { ...part, entries: [...rest, ...part.entries] } : part));
}

function dividers(site: SitePages): readonly Divide[] {
  const menu = menuGroups(site);
  const home = new Set(["home", textKey(site.name)]);
  const crumbs = (entry: Entry) =>
    labelsOf(entry, site.titleOf(entry))
      .flatMap((text) => trySectionName(text) ?? [])
      .filter((label) => !home.has(textKey(label)));
  return [
    ...[0, 1, 2].map((depth) => byLabel((entry) => menu(entry)[depth])),
    ...[0, 1, 2].map((depth) => byLabel((entry) => crumbs(entry)[depth])),
    byLabel(categoryReader(site.entries)),
    byIndex(site),
    partsByYear,
  ];
}

/** Signs between the steps of a trail that is written as a heading. Bound: a heading. */
const STEP = /\s*[>»›→]\s*|\s\/\s/u;
/** Headings at the beginning of a page among which its trail is looked for. */
const FIRST_HEADINGS = 3;

/** The breadcrumb of a page; a heading that ends in its title says it, too: `Audio > Mixing two channels`. */
function labelsOf({ page }: Entry, title: string): readonly string[] {
  if (page.breadcrumbs.length > 0) return page.breadcrumbs.map(({ text }) => text);
  for (const { text } of page.headings.slice(0, FIRST_HEADINGS)) {
    const steps = text.split(STEP);
    if (steps.length > 1 && textKey(steps.at(-1) ?? "") === textKey(title)) return steps.slice(0, -1);
  }
  return [];
}

/** The folders below the part's own: where there are too many for all of them, the largest. */
function byFolder(trailOf: (entry: Entry) => Trail): Divide {
  return (part, room) => byLabel((entry) => trailOf(entry)[part.trail.length]?.label)(part, room);
}

function byNamespace(part: Part, room: number): readonly Part[] | undefined {
  const namespaceOf = namespacesOf(part.entries);
  return namespaceOf && byLabel(namespaceOf)(part, room);
}

/** Most categories that a page names as its own; one with more lists other pages together with theirs. */
const MAX_CATEGORIES = 5;

/** The category of a page: its section, else the first that it names and others share. */
function categoryReader(entries: readonly Entry[]): (entry: Entry) => string | undefined {
  let known: ReadonlyMap<Entry, string> | undefined;
  return (entry) => {
    if (entry.page.section !== undefined) return trySectionName(entry.page.section);
    known ??= sharedCategories(entries);
    return known.get(entry);
  };
}

/** Least pages that share a category for it to be taken before those that a page names behind it. */
const LEAST_SHARED = 3;

/**
 * The first category of each page that other pages share, but not more than half of all: what stands on every page, such as
 * a wiki's `Privacy policy`, divides nothing.
 */
function sharedCategories(entries: readonly Entry[]): ReadonlyMap<Entry, string> {
  const namesOf = categoryNames();
  const named = entries.map((entry) => ({ entry, names: namesOf(entry) }));
  const counts = listCounts(named.map(({ names }) => names.map(textKey)));
  const countOf = (name: string) => counts.get(textKey(name)) ?? 0;
  return new Map(
    named.flatMap(({ entry, names }) => {
      const shared = names.filter((name) => countOf(name) * 2 <= entries.length);
      const first = shared.find((name) => countOf(name) >= LEAST_SHARED) ?? shared[0];
      return first === undefined ? [] : [[entry, first] as const];
    }),
  );
}

/**
 * Categories that a page names: the board of a forum's topic, links marked so, links to a wiki's categories, else links into a
 * folder of categories.
 */
function categoryNames(): (entry: Entry) => readonly string[] {
  const known = new Map<string, boolean>();
  const isCategoryFolder = (folder: string): boolean => {
    const is = known.get(folder) ?? isCategory(folder);
    known.set(folder, is);
    return is;
  };
  return ({ url, page }) => {
    const marked = isTopic(url) ? page.links.filter(({ url: to }) => isLikeBoard(to)) : markedLinks(page.links);
    const filed = marked.length > 0 ? [] : page.links.filter(({ url }) => isCategoryFolder(parentFolder(url)));
    const inText = filed.filter(({ place }) => place === "content");
    const own = filed.length > MAX_CATEGORIES ? [] : inText.length > 0 ? inText : filed;
    const names = (marked.length > 0 ? marked : own).flatMap(({ text }) => trySectionName(text) ?? []);
    return [...new Set(names.filter((name) => !isGeneric(name)))];
  };
}

const isMarked = (link: Link): boolean =>
  link.rel.includes("category") ||
  link.rel.includes("category-tag") ||
  (link.place !== "navigation" && isNamespaced(link));

/** A wiki lists a page's categories behind a link called `Categories`, which may stand on all pages; others stand in its text and its boxes. */
function markedLinks(links: readonly Link[]): readonly Link[] {
  const label = links.findLastIndex((link) => isCategory(link.text) && isNamespaced(link));
  const behind = links.slice(label + 1).filter(isMarked);
  return label < 0 || behind.length > 0 ? behind : links.filter(isMarked);
}

/** `Kategorie:Spiele` linked as `Spiele`: a wiki's own page on a kind of its pages, in any language. */
function isNamespaced({ url, text }: Link): boolean {
  const colon = Math.max(url.lastIndexOf(":"), url.toLowerCase().lastIndexOf("%3a") + 2);
  if (text === "" || colon < "https://".length) return false;
  const namespace = url.slice(url.lastIndexOf("/", colon) + 1, colon);
  return /^[^?#&]{3,}$/.test(namespace) && textKey(percentDecoded(url.slice(colon + 1))) === textKey(text);
}

/** `categories` for `/categories/reviews/`; empty for what has no such folder. It is asked of every link of a site. */
function parentFolder(url: string): string {
  const path = url.slice(0, indexOrEnd(url.search(/[?#]/), url));
  const end = path.endsWith("/") ? path.length - 1 : path.length;
  const last = path.lastIndexOf("/", end - 1);
  return path.slice(path.lastIndexOf("/", last - 1) + 1, Math.max(0, last));
}

const indexOrEnd = (index: number, text: string): number => (index < 0 ? text.length : index);

function byLabel(labelOf: (entry: Entry) => string | undefined): Divide {
  return (part, room) => {
    const labels = new Map(part.entries.map((entry) => [entry, labelOf(entry)]));
    const groups = Map.groupBy(part.entries, (entry) => textKey(labels.get(entry) ?? ""));
    const parts = [...groups].flatMap(([key, entries]) => {
      const name = entries.flatMap((entry) => labels.get(entry) ?? [])[0] ?? "";
      return key === "" || entries.length < 2 || isGeneric(name)
        ? []
        : [{ ...part, name: nameWithin(part, name), entries }];
    });
    const kept = bySize(parts).slice(0, room);
    return divides(part, kept) ? kept : undefined;
  };
}

/** The headings of a page that lists nearly all of the part: the homepage's, else those of the first such page. */
function byIndex({ home, entries }: SitePages): Divide {
  return (part, room) => {
    for (const index of home === undefined ? entries : [home, ...entries]) {
      const parts = partsByIndex(part, room, index)?.parts ?? largestByIndex(part, room, index);
      // A heading of the homepage over nearly all that lies nowhere divides little, and names it: a podcast's `Episodes`.
      const most = index === home && isGeneric(part.name) ? 1 : MAX_SHARE;
      if (parts !== undefined && divides(part, parts, most)) return parts;
    }
    return undefined;
  };
}

function divides(part: Part, parts: readonly Part[], most = MAX_SHARE): boolean {
  const sizes = parts.map(({ entries }) => entries.length);
  const covered = sizes.reduce((sum, size) => sum + size, 0);
  const largest = sizes.reduce((most, size) => Math.max(most, size), part.entries.length - covered);
  return parts.length > 0 && covered >= part.entries.length * LEAST_SHARE && largest <= part.entries.length * most;
}

function bySize(parts: readonly Part[]): Part[] {
  return [...parts].sort((a, b) => b.entries.length - a.entries.length);
}
