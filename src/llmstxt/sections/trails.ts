import { addressKey, addressKeys, type Entry, textKey } from "../entry.ts";
import type { Site } from "../site.ts";
import { folderName, isGeneric, trySectionName } from "../wording/wording.ts";
import { menuGroups } from "./menu-groups.ts";
import { siteSpellings } from "./site-words.ts";

/** The parts of a site a page lies in, the most general first. */
export type Trail = readonly { readonly key: string; readonly label: string }[];

/** A part deeper than this says nothing more about a page. */
const DEEPEST = 4;

/**
 * The trail of each page: its folders, called what the site calls them (breadcrumbs, navigation, the title of the folder's
 * index page, else the folder's name in words), or its breadcrumbs where its address has no folders.
 */
export function trailsOf(site: Site): (entry: Entry) => Trail {
  const names = folderNames(site);
  const series = seriesNames(site);
  const home = new Set(["home", textKey(site.name), textKey(site.home?.page.title ?? "")]);
  const trail = (entry: Entry) => {
    const folders = foldersOf(entry, names);
    if (folders.length > 0) return folders;
    const crumbs = breadcrumbTrail(entry, site, home);
    return crumbs.length > 0 ? crumbs : seriesOf(entry, series);
  };
  const trails = withoutCommon(new Map(site.entries.map((entry) => [entry, trail(entry)])));
  return (entry) => trails.get(entry) ?? [];
}

/** A first step that nearly all pages share, and that divides further, tells nothing: `docs/latest/…` below a redirect. */
const COMMON_SHARE = 0.9;

function withoutCommon(trails: ReadonlyMap<Entry, Trail>): ReadonlyMap<Entry, Trail> {
  const all = [...trails.values()];
  const { key: first, label = "" } = all.find((trail) => trail.length > 0)?.[0] ?? {};
  const inside = all.filter(([step]) => step !== undefined && step.key === first);
  const deeper = new Set(inside.flatMap(([, second]) => second?.key ?? []));
  const below = inside.filter(({ length }) => length > 1).length;
  const divides = below * 2 >= inside.length && deeper.size > 0;
  const saysNothing = /^v?\d/i.test(label) || isGeneric(label);
  const isCommon = inside.length > 0 && inside.length >= all.length * COMMON_SHARE && (divides || saysNothing);
  if (!isCommon) return trails;
  return withoutCommon(
    new Map([...trails].map(([entry, trail]) => [entry, trail[0]?.key === first ? trail.slice(1) : trail])),
  );
}

/** A page whose folder-like address others lie under is the index of that part: `docs` belongs to `docs/…`. */
function foldersOf(entry: Entry, names: ReadonlyMap<string, string>): Trail {
  const whole = names.has(keyOf(entry.path)) ? entry.path : entry.path.slice(0, -1);
  // A year or a number names nothing: `2024/05/release` lies in no part, `blog/2024/release` in the blog.
  const end = whole.findIndex((segment) => !/\p{L}/u.test(segment));
  const own = end < 0 ? whole : whole.slice(0, end);
  return own
    .slice(0, DEEPEST)
    .map((_, index) => keyOf(own.slice(0, index + 1)))
    .map((key) => ({ key, label: names.get(key) ?? "Pages" }));
}

/** `ch01-02-hello` and `appendix-03` lie in a series as in a folder, called what its page number 0 is called. */
function seriesOf({ path }: Entry, names: ReadonlyMap<string, string>): Trail {
  const key = seriesKey(path.at(-1));
  return key === undefined ? [] : [{ key: `${key} `, label: names.get(key) ?? SERIES[key] ?? folderName(key) }];
}

function seriesNames({ entries, titleOf }: Site): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const entry of entries) {
    const key = /^([a-z]+)-?0+$/.exec(entry.path.at(-1) ?? "")?.[1];
    const name = key === undefined ? undefined : trySectionName(titleOf(entry));
    if (key !== undefined && name !== undefined) names.set(key, name);
  }
  return names;
}

const SERIES: Readonly<Record<string, string>> = {
  ch: "Chapters",
  chapter: "Chapters",
  lesson: "Lessons",
  part: "Parts",
};

/** `ch` for `ch01-02-hello`; undefined for a file without a number. */
export function seriesKey(segment = ""): string | undefined {
  return /^([a-z]{2,20})-?\d{1,3}(?:-|$)/.exec(segment)?.[1];
}

function breadcrumbTrail({ page }: Entry, { home }: Site, isHome: ReadonlySet<string>): Trail {
  const root = home === undefined ? "" : addressKey(home.url);
  const labels = page.breadcrumbs
    .filter(({ url }) => url === undefined || addressKey(url) !== root)
    .flatMap(({ text }) => trySectionName(text) ?? [])
    .filter((label) => !isHome.has(textKey(label)));
  return labels.slice(0, DEEPEST).map((label, index) => ({
    key: labels
      .slice(0, index + 1)
      .map(textKey)
      .join("/"),
    label,
  }));
}

function folderNames(site: Site): ReadonlyMap<string, string> {
  const { home, entries, titleOf } = site;
  const folders = new Set(
    entries.flatMap(({ path }) => path.slice(0, -1).map((_, index) => keyOf(path.slice(0, index + 1)))),
  );
  const indexes = new Map(
    entries.filter(({ path }) => folders.has(keyOf(path))).map((entry) => [addressKey(entry.url), entry]),
  );
  const said = saidNames(home === undefined ? entries : [home, ...entries], indexes);
  const names = new Map<string, string>();
  const spelling = siteSpellings(site);
  const labels = labelNames(site);
  for (const folder of folders) {
    const segment = folder.slice(folder.lastIndexOf("/") + 1);
    const written = spelling(segment);
    const isTelling = written !== undefined && !isGeneric(written);
    names.set(folder, (isTelling ? written : labels(folder)) ?? written ?? folderName(segment));
  }
  for (const [address, entry] of indexes) {
    const name = said.get(address) ?? trySectionName(titleOf(entry));
    if (name !== undefined) names.set(keyOf(entry.path), name);
  }
  return names;
}

/** What breadcrumbs or menus say over most pages of a folder, and over hardly any other page. */
function labelNames(site: Site): (folder: string) => string | undefined {
  const menu = menuGroups(site);
  const home = new Set(["home", textKey(site.name)]);
  const labelsOf = (entry: Entry) =>
    new Set(
      [...entry.page.breadcrumbs.map(({ text }) => text), ...menu(entry).toReversed()].filter(
        (text) => !home.has(textKey(text)),
      ),
    );
  const everywhere = counted(site.entries.map(labelsOf));
  return (folder) => {
    const inside = site.entries.filter(({ path }) => path.length > 1 && keyOf(path).startsWith(`${folder}/`));
    const own = [...counted(inside.map(labelsOf))].find(
      ([label, count]) => count > 1 && count * 2 > inside.length && (everywhere.get(label) ?? 0) <= count * ELSEWHERE,
    );
    return own === undefined ? undefined : trySectionName(own[0]);
  };
}

/** Labels that stand over so many times more pages than lie in the folder mean more than the folder. */
const ELSEWHERE = 1.2;

function counted(sets: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const set of sets) for (const text of set) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** What breadcrumbs, else navigation links, call these addresses; the first name wins. */
function saidNames(pages: readonly Entry[], wanted: ReadonlyMap<string, Entry>): ReadonlyMap<string, string> {
  const crumbs = new Map<string, string>();
  const navigation = new Map<string, string>();
  const keyOfLink = addressKeys();
  const note = (names: Map<string, string>, url: string | undefined, text: string) => {
    const address = url === undefined ? "" : keyOfLink(url);
    const name = wanted.has(address) && !names.has(address) ? trySectionName(text) : undefined;
    if (name !== undefined) names.set(address, name);
  };
  for (const { page } of pages) {
    for (const { url, text } of page.breadcrumbs) note(crumbs, url, text);
    for (const { place, url, text } of page.links) if (place === "navigation") note(navigation, url, text);
  }
  return new Map([...navigation, ...crumbs]);
}

function keyOf(path: readonly string[]): string {
  return path.join("/");
}
