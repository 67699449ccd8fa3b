import { isLanguageCode } from "@llmstxt-service/page/address/language-folder";
import { isNameOf } from "@llmstxt-service/page/address/language-menu";
import { isDatedPost } from "@llmstxt-service/page/address/news";
import { isVersionName } from "@llmstxt-service/page/address/version-folder";
import { addressKey, addressKeys, type Entry, placeInSeries, textKey } from "../entry.ts";
import type { SitePages } from "../site.ts";
import {
  folderName,
  isCategory,
  isGeneric,
  type OwnWord,
  ownWords,
  roleOf,
  trySectionName,
} from "../wording/wording.ts";
import { folderLists } from "./folder-lists.ts";
import { folderKey, folderNames } from "./folder-names.ts";
import { type GroupsOf, menuGroups } from "./menu-groups.ts";
import { type SpellingOf, siteSpellings } from "./site-words.ts";

/** The parts of a site a page lies in, the most general first. */
export type Trail = readonly { readonly key: string; readonly label: string }[];

/** Most steps of a trail … */
const DEEPEST = 4;
/** … and most folders that are looked at for them: nearly all pages may share the first ones. */
const MAX_FOLDERS = 12;

/**
 * The trail of each page: its folders, called what the site calls them (breadcrumbs, navigation, the title of the folder's
 * index page, else the folder's name in words); where its address has none that say anything, its breadcrumbs, else the labels of
 * its menu.
 */
export function trailsOf(site: SitePages): (entry: Entry) => Trail {
  const trails = known.get(site) ?? readTrails(site);
  known.set(site, trails);
  return (entry) => trails.get(entry) ?? [];
}

/** Trails of each site: titles are told apart by them, too. */
const known = new WeakMap<SitePages, ReadonlyMap<Entry, Trail>>();

function readTrails(site: SitePages): ReadonlyMap<Entry, Trail> {
  const spelling = siteSpellings(site);
  const lists = folderLists(site);
  const listed = new Map([...lists].map(([folder, list]) => [list, [...folder.split("/"), list.path.at(-1) ?? ""]]));
  const names = withoutLanguages(folderNames(site, spelling, lists));
  const series = seriesNames(site);
  const posts = ownWords(site)("Posts");
  const called = foldersByName(names);
  const menu = menuTrails(site, menuGroups(site));
  const home = new Set(["home", textKey(site.name), textKey(site.home?.page.title ?? "")]);
  const trail = (entry: Entry) => {
    const folders = foldersOf(listed.get(entry) ?? gatheredBy(entry, site.titleOf(entry), called), names);
    if (folders.some(({ label }) => !isGeneric(label))) return folders;
    const crumbs = folders.length > 0 ? [] : breadcrumbTrail(entry, site, home);
    if (crumbs.length > 0) return crumbs;
    const labels = menu(entry);
    if (labels.length > 0 || folders.length > 0) return labels.length > 0 ? labels : folders;
    return isDatedPost(entry.path)
      ? [{ key: "posts ", label: posts }]
      : seriesOf(entry, (key) => series.get(key) ?? spelling(key));
  };
  const trails = withoutVariants(withoutCommon(new Map(site.entries.map((entry) => [entry, trail(entry)])), posts));
  return new Map([...trails].map(([entry, steps]) => [entry, steps.slice(0, DEEPEST)]));
}

/**
 * Share of the pages with one first step from which the step is dropped, if it divides further: `docs/latest/…` below a
 * redirect.
 */
const COMMON_SHARE = 0.9;

/** A file that makes pages, written as a folder: `index.php/Main_page`. */
const PROGRAM = /\.(?:php|cgi|pl|aspx?|jsp)$/i;

/** Without the step that nearly all pages share; `posts` stays where it divides no further: a blog is none of pages. */
function withoutCommon(trails: ReadonlyMap<Entry, Trail>, posts: string): ReadonlyMap<Entry, Trail> {
  const all = [...trails.values()];
  const { key: first, label = "" } = all.find((trail) => trail.length > 0)?.[0] ?? {};
  const inside = all.filter(([step]) => step !== undefined && step.key === first);
  const deeper = new Set(inside.flatMap(([, second]) => second?.key ?? []));
  const below = inside.filter(({ length }) => length > 1).length;
  const divides = below * 2 >= inside.length && deeper.size > 0;
  const folder = first?.split("/").at(-1) ?? "";
  const saysNothing =
    label !== posts && (isGeneric(label) || isLanguageCode(label) || isVersionName(folder) || PROGRAM.test(folder));
  const isCommon = inside.length > 0 && inside.length >= all.length * COMMON_SHARE && (divides || saysNothing);
  if (!isCommon) return trails;
  return withoutCommon(
    new Map([...trails].map(([entry, trail]) => [entry, trail[0]?.key === first ? trail.slice(1) : trail])),
    posts,
  );
}

/**
 * A folder of the one language or version whose pages are listed says nothing of the folders in it: `en/latest`. A program's
 * address says nothing at all.
 */
function withoutVariants(trails: ReadonlyMap<Entry, Trail>): ReadonlyMap<Entry, Trail> {
  const variants = new Map<string, Set<string>>();
  for (const { path } of trails.keys()) {
    for (const [at, name] of path.slice(0, -1).entries()) {
      if (!isVersionName(name) && (at > 0 || !isLanguageCode(name))) continue;
      const above = folderKey(path.slice(0, at));
      variants.set(above, (variants.get(above) ?? new Set()).add(folderKey(path.slice(0, at + 1))));
    }
  }
  const only = new Set([...variants.values()].flatMap((folders) => (folders.size === 1 ? [...folders] : [])));
  const isTelling = ({ key }: Trail[number], at: number, { length }: Trail) =>
    !PROGRAM.test(key) && (at === length - 1 || !only.has(key));
  return new Map([...trails].map(([entry, trail]) => [entry, trail.filter(isTelling)]));
}

/** A page whose folder-like address others lie under is the index of that part: `docs` belongs to `docs/…`. */
function foldersOf(path: readonly string[], names: ReadonlyMap<string, string>): Trail {
  const whole = names.has(folderKey(path)) ? path : path.slice(0, -1);
  // A year or a number names nothing: `2024/05/release` lies in no part, `blog/2024/release` in the blog.
  const end = whole.findIndex((segment) => !/\p{L}/u.test(segment));
  const own = end < 0 ? whole : whole.slice(0, end);
  return own
    .slice(0, MAX_FOLDERS)
    .map((_, index) => folderKey(own.slice(0, index + 1)))
    .map((key) => ({ key, label: names.get(key) ?? "Pages" }))
    .filter(({ label }) => label !== "" && !isCategory(label));
}

/** A folder that is called as its language, such as `howtos/en` called `English`, says nothing of its pages. */
const withoutLanguages = (names: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map(
    [...names].map(([key, label]) => {
      const code = key.slice(key.lastIndexOf("/") + 1);
      return [key, isLanguageCode(code) && isNameOf(label, code) ? "" : label];
    }),
  );

/** The folders of each name, by `textKey`, the shortest and first by its letters before the others. */
function foldersByName(names: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const folders = [...names.keys()].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return Map.groupBy(folders, (folder) => textKey(names.get(folder) ?? ""));
}

/** The page of a category stands with what it gathers: `/category/hr` called `HR` in the folder of that name. */
function gatheredBy({ path }: Entry, title: string, called: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const parent = path.at(-2) ?? "";
  if (!isCategory(parent)) return path;
  const own = `${folderKey(path.slice(0, -1))}/`;
  const folder = called.get(textKey(title))?.find((key) => !key.startsWith(own));
  return folder === undefined ? path : [...folder.split("/"), path.at(-1) ?? ""];
}

/** `ch01-02-hello` and `appendix-03` lie in a series as in a folder, called what its page number 0 is called, else as the site writes it. */
function seriesOf({ path }: Entry, nameOf: SpellingOf): Trail {
  const key = placeInSeries(path)?.series;
  return key === undefined ? [] : [{ key: `${key} `, label: nameOf(key) ?? folderName(key) }];
}

function seriesNames(site: SitePages): ReadonlyMap<string, string> {
  const { entries, titleOf } = site;
  const words = ownWords(site);
  const names = new Map(Object.entries(SERIES).map(([key, word]) => [key, words(word)]));
  for (const entry of entries) {
    const key = /^([a-z]+)-?0+$/.exec(entry.path.at(-1) ?? "")?.[1];
    const name = key === undefined ? undefined : trySectionName(titleOf(entry));
    if (key !== undefined && name !== undefined) names.set(key, name);
  }
  return names;
}

const SERIES: Readonly<Record<string, OwnWord>> = {
  ch: "Chapters",
  chapter: "Chapters",
  lesson: "Lessons",
  part: "Parts",
};

/**
 * The labels of the menu above a page; not where two pages have not the first of them, or nearly all of the menu has it. A
 * page about the start is what a tab opens first: what else hangs below it (help, alternatives) is not about the start.
 */
function menuTrails({ home, entries }: SitePages, menu: GroupsOf): (entry: Entry) => Trail {
  const keyOf = addressKeys();
  const links = home?.page.links.filter(({ place }) => place === "navigation") ?? [];
  const inMenu = new Set(links.map(({ url }) => keyOf(url)));
  const starts = new Set(links.map(({ text }) => textKey(text)).filter((text) => roleOf(text) === "start"));
  const isInMenu = (entry: Entry) => inMenu.has(keyOf(entry.url)) || menu(entry).length > 0;
  const firsts = Map.groupBy(entries.filter(isInMenu), (entry) => textKey(menu(entry)[0] ?? ""));
  const all = entries.filter(isInMenu).length;
  return (entry) => {
    const labels = menu(entry);
    const first = textKey(labels[0] ?? "");
    const count = firsts.get(first)?.length ?? 0;
    return count > 1 && count < all * MENU_SHARE && !starts.has(first) ? steps(labels) : [];
  };
}

/** Share of the pages in a menu under one label from which it is the name of the menu. */
const MENU_SHARE = 0.8;

function steps(labels: readonly string[]): Trail {
  const keys = labels.map(textKey);
  return labels.slice(0, DEEPEST).map((label, index) => ({ key: keys.slice(0, index + 1).join("/"), label }));
}

function breadcrumbTrail({ page }: Entry, { home }: SitePages, isHome: ReadonlySet<string>): Trail {
  const root = home === undefined ? "" : addressKey(home.url);
  const labels = page.breadcrumbs
    .filter(({ url }) => url === undefined || addressKey(url) !== root)
    .flatMap(({ text }) => trySectionName(text) ?? [])
    .filter((label) => !isHome.has(textKey(label)) && !isGeneric(label));
  return steps(labels);
}
