import type { Link } from "@llmstxt-service/page";
import { addressKeys, type Entry, textKey } from "../entry.ts";
import type { SitePages } from "../site.ts";
import { isGeneric, listedBy, trySectionName } from "../wording/wording.ts";

/** Returns the labels of the site's menus above a page, the most general first; empty if there are none. */
export type GroupsOf = (entry: Entry) => readonly string[];

/**
 * Share of the pages under a first label from which it is the name of the menu itself: `Menu`, the name of the project.
 */
const SHARE_OF_ALL = 0.8;
/**
 * Most characters of a label that is skipped as no name; a longer one is a sentence, and the labels below it are
 * ignored.
 */
const MAX_MENU_NAME = 25;

/** Groups of each site, since several rules ask for them. */
const known = new WeakMap<SitePages, GroupsOf>();

/** Pages that must show a link under a label; the homepage alone is enough. */
const LEAST_SAID = 2;

/** The menus of all pages together: each page's group is the one that most menus put it into. */
export function menuGroups(site: SitePages): GroupsOf {
  const groups = known.get(site) ?? readMenus(site);
  known.set(site, groups);
  return groups;
}

function readMenus(site: SitePages): GroupsOf {
  const { home, entries, name } = site;
  const keyOf = addressKeys();
  const wanted = new Set(entries.map(({ url }) => keyOf(url)));
  const counts = new Map<string, Map<string, number>>();
  const shown = new Map<string, number>();
  for (const { url: from, page } of home === undefined ? entries : [home, ...entries]) {
    // A label above a link to the page itself is no menu: the tabs of a wiki's page.
    const isOther = (key: string) => wanted.has(key) && key !== keyOf(from);
    const menu = page.links.filter(({ place, url }) => place === "navigation" && isOther(keyOf(url)));
    const groups = new Set(menu.map(({ group }) => joined(group)));
    const said = new Map<string, string>();
    for (const { url, text, group } of menu) said.set(keyOf(url), withOwn(joined(group), text, groups));
    const weight = from === home?.url ? LEAST_SAID : 1;
    for (const group of new Set(said.values())) shown.set(group, (shown.get(group) ?? 0) + weight);
    for (const [key, group] of said) {
      const times = counts.get(key) ?? new Map<string, number>();
      times.set(group, (times.get(group) ?? 0) + weight);
      counts.set(key, times);
    }
  }
  for (const times of counts.values())
    for (const [group, count] of times)
      if (count < LEAST_SAID || isBox(count, shown.get(group) ?? 0)) times.delete(group);
  const chosen = new Map([...counts].map(([key, times]) => [key, isAgreed(times) ? named(most(times), name) : []]));
  const found = withoutCommon(new Map(entries.map((entry) => [entry, chosen.get(keyOf(entry.url)) ?? []])));
  const all = withListed(found, site, keyOf);
  return (entry) => all.get(entry) ?? [];
}

/** Least share of the pages listed by a category that link back to it. */
const LINKED_BACK = 0.6;

/** Texts that link to a page, the homepage among them, from which a list that has it is one more way to it, not its place. */
const LINKED_OFTEN = 3;

/**
 * Pages that no menu names stand below the page that lists them: their category, to which they link back, else the longest
 * list of pages that few texts link to. The homepage's menu links back to nothing, and what its text lists is its own.
 */
function withListed(
  groups: ReadonlyMap<Entry, readonly string[]>,
  { home, entries, titleOf }: SitePages,
  keyOf: (url: string) => string,
): ReadonlyMap<Entry, readonly string[]> {
  const ofHome = Map.groupBy(home?.page.links ?? [], ({ place }) => place);
  const keysOfHome = (place: Link["place"]) => new Set(ofHome.get(place)?.map(({ url }) => keyOf(url)));
  const [menu, shown] = [keysOfHome("navigation"), keysOfHome("content")];
  const listOf = listedBy(entries);
  const lists = new Map(entries.map((entry) => [entry, listOf(entry)]));
  const texts = linkingTexts(lists, keyOf);
  const linked = new Map(
    entries.map(({ url, page }) => {
      const own = page.links.filter(({ url: to, place }) => place !== "navigation" || !menu.has(keyOf(to)));
      return [url, new Set(own.map(({ url: to }) => keyOf(to)))];
    }),
  );
  const best = new Map<Entry, { readonly group: readonly string[]; readonly rank: number }>();
  for (const [list, listed] of lists) {
    const name = listed.length === 0 ? undefined : trySectionName(titleOf(list));
    if (name === undefined || isGeneric(name)) continue;
    const back = listed.filter(({ url }) => linked.get(url)?.has(keyOf(list.url)));
    const isCategory = back.length >= listed.length * LINKED_BACK;
    const often = listed.filter(({ url }) => shown.has(keyOf(url)) || (texts.get(keyOf(url)) ?? 0) >= LINKED_OFTEN);
    if (!isCategory && often.length * 2 > listed.length) continue;
    const group = [...(groups.get(list) ?? []), name];
    const rank = listed.length + (isCategory ? entries.length : 0);
    for (const entry of [list, ...listed])
      if (!groups.get(entry)?.length && rank > (best.get(entry)?.rank ?? 0)) best.set(entry, { group, rank });
  }
  return new Map(entries.map((entry) => [entry, best.get(entry)?.group ?? groups.get(entry) ?? []]));
}

/** Number of the texts that link to each address; lists are none. */
function linkingTexts(lists: ReadonlyMap<Entry, readonly Entry[]>, keyOf: (url: string) => string) {
  const texts = new Map<string, number>();
  for (const [{ page }, listed] of lists) {
    if (listed.length > 0) continue;
    const linked = new Set(page.links.flatMap(({ url, place }) => (place === "content" ? keyOf(url) : [])));
    for (const key of linked) texts.set(key, (texts.get(key) ?? 0) + 1);
  }
  return texts;
}

const joined = (labels: readonly string[] = []): string => labels.join("\n");

/** A page that others stand under belongs to its own group. */
function withOwn(group: string, text: string, groups: ReadonlySet<string>): string {
  const own = group === "" ? text : `${group}\n${text}`;
  return groups.has(own) ? own : group;
}

/** A menu has the same links wherever it stands; a box of related or of recent pages has others on each page. */
const LEAST_SHOWN = 0.2;
export const isBox = (count: number, shown: number): boolean => count < shown * LEAST_SHOWN;

/** An outline of one page is no menu: others link to what it lists without a label. */
const LEAST_AGREED = 0.3;

function isAgreed(times: ReadonlyMap<string, number>): boolean {
  const all = [...times.values()].reduce((sum, count) => sum + count, 0);
  return (times.get(most(times)) ?? 0) >= all * LEAST_AGREED;
}

/** The most frequent; of several the longest, then the first by its letters. */
function most(times: ReadonlyMap<string, number>): string {
  const labelled = [...times].filter(([group]) => group !== "");
  const [first] = labelled.sort(
    ([a, x], [b, y]) => y - x || b.split("\n").length - a.split("\n").length || (a < b ? -1 : 1),
  );
  return first?.[0] ?? "";
}

/** The labels that can name a section, as far as the menu has labels. */
function named(group: string, siteName: string): string[] {
  const labels: string[] = [];
  for (const label of group.split("\n")) {
    if (/[:：]$/.test(label)) break;
    const name = isGeneric(label) ? undefined : trySectionName(label);
    if (name === undefined && label.length > MAX_MENU_NAME) break;
    if (name !== undefined && textKey(name) !== textKey(siteName)) labels.push(name);
  }
  return labels;
}

function withoutCommon(groups: ReadonlyMap<Entry, readonly string[]>): ReadonlyMap<Entry, readonly string[]> {
  const grouped = [...groups.values()].filter((labels) => labels.length > 0);
  const [first = ""] = grouped[0] ?? [];
  const under = grouped.filter(([label]) => label === first);
  const isCommon = under.length >= grouped.length * SHARE_OF_ALL && under.some(({ length }) => length > 1);
  if (!isCommon) return groups;
  return withoutCommon(
    new Map([...groups].map(([entry, labels]) => [entry, labels[0] === first ? labels.slice(1) : labels])),
  );
}
