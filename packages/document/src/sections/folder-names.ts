import { addressKey, addressKeys, type Entry, textKey } from "../entry.ts";
import type { SitePages } from "../site.ts";
import {
  folderName,
  isGeneric,
  type OwnWord,
  ownWords,
  type Role,
  roleOf,
  trySectionName,
} from "../wording/wording.ts";
import { menuGroups } from "./menu-groups.ts";
import type { SpellingOf } from "./site-words.ts";

/**
 * Names of the site's folders, by `folderKey`: the word a page of the site writes them with, else what breadcrumbs or
 * menus say over most of their pages, else the title of the page that lists it, else the folder's name in words. A folder with an index page, or a list of its contents,
 * is called what breadcrumbs, else menus, else its title call that.
 */
export function folderNames(
  site: SitePages,
  spelling: SpellingOf,
  lists: ReadonlyMap<string, Entry>,
): ReadonlyMap<string, string> {
  const { home, entries, titleOf } = site;
  const folders = new Set(
    entries.flatMap(({ path }) => path.slice(0, -1).map((_, index) => folderKey(path.slice(0, index + 1)))),
  );
  const indexes = indexPages(entries, folders);
  const said = saidNames(home === undefined ? entries : [home, ...entries], indexes);
  const names = new Map<string, string>();
  const labels = labelNames(site);
  const menu = homeMenuNames(site);
  const translated = translatedRoles(site);
  for (const folder of folders) {
    const segment = folder.slice(folder.lastIndexOf("/") + 1);
    const written = spelling(segment);
    const isTelling = written !== undefined && !isGeneric(written);
    const list = lists.get(folder);
    const said = isTelling ? written : (labels(folder) ?? menu(folder) ?? (list && trySectionName(titleOf(list))));
    names.set(folder, said ?? written ?? translated(segment) ?? folderName(segment));
  }
  for (const [address, entry] of indexes) {
    const name = said.get(address) ?? trySectionName(titleOf(entry));
    const isContents = !folders.has(folderKey(entry.path));
    if (name === undefined || (isContents && (isGeneric(name) || CONTENTS.test(name)))) continue;
    names.set(folderKey(isContents ? entry.path.slice(0, -1) : entry.path), name);
  }
  return names;
}

/** A page that lists what lies beside it, which a folder may have in place of an index: `/january/toc.html`. */
const CONTENTS = /^(?:toc|contents|table[-_ ]of[-_ ]contents|readme)$/i;

/** The pages that lead into folders, by address: a folder's list of contents before its index, whose name counts. */
function indexPages(entries: readonly Entry[], folders: ReadonlySet<string>): ReadonlyMap<string, Entry> {
  const contents = entries.filter(
    ({ path }) => CONTENTS.test(path.at(-1) ?? "") && folders.has(folderKey(path.slice(0, -1))),
  );
  const own = entries.filter(({ path }) => folders.has(folderKey(path)));
  return new Map([...contents, ...own].map((entry) => [addressKey(entry.url), entry]));
}

/** The name that breadcrumbs or menus show over most pages of a folder, and over hardly any other page. */
function labelNames(site: SitePages): (folder: string) => string | undefined {
  const menu = menuGroups(site);
  const home = new Set(["home", textKey(site.name)]);
  const labelsOf = (entry: Entry) =>
    new Set(
      [...entry.page.breadcrumbs.map(({ text }) => text), ...menu(entry).toReversed()].filter(
        (text) => !home.has(textKey(text)),
      ),
    );
  const everywhere = counted(site.entries.map(labelsOf));
  const within = new Map<string, Entry[]>();
  for (const entry of site.entries) {
    for (let depth = 1; depth < entry.path.length; depth++) {
      const folder = folderKey(entry.path.slice(0, depth));
      const entries = within.get(folder) ?? [];
      entries.push(entry);
      within.set(folder, entries);
    }
  }
  return (folder) => {
    const inside = within.get(folder) ?? [];
    const own = [...counted(inside.map(labelsOf))].find(([label, count]) => {
      const all = everywhere.get(label) ?? 0;
      return (
        count > 1 && count * 2 > inside.length && all <= count * ELSEWHERE && all < site.entries.length * SHARE_OF_ALL
      );
    });
    return own === undefined ? undefined : trySectionName(own[0]);
  };
}

/** The name in the homepage's only menu link into the folder: `部署` for `/deploy/cluster`. */
function homeMenuNames({ home, entries, titleOf }: SitePages): (folder: string) => string | undefined {
  const keyOfLink = addressKeys();
  const byKey = new Map(entries.map((entry) => [keyOfLink(entry.url), entry]));
  const labels = new Map<string, Map<string, string>>();
  for (const { place, url, text, group = [] } of home?.page.links ?? []) {
    const entry = place === "navigation" && group.length === 0 ? byKey.get(keyOfLink(url)) : undefined;
    const name = trySectionName(text);
    const isCall = name === undefined || roleOf(textKey(name)) === "start";
    if (entry === undefined || isCall || isOwnName(textKey(name), entry, titleOf(entry))) continue;
    for (let depth = 1; depth < entry.path.length; depth++) {
      const folder = folderKey(entry.path.slice(0, depth));
      const known = labels.get(folder) ?? new Map<string, string>();
      labels.set(folder, known.set(textKey(name), name));
    }
  }
  return (folder) => {
    const [name, ...others] = labels.get(folder)?.values() ?? [];
    return others.length > 0 ? undefined : name;
  };
}

/** True if a link's words are the page's own: its title, or the words of its address. */
function isOwnName(key: string, { path, page }: Entry, title: string): boolean {
  const own = [title, page.title, path.at(-1) ?? ""].map(textKey).filter((name) => name !== "");
  // `NextRequirements`: a pager's two words, drawn in two lines.
  return own.some((name) => name.startsWith(key) || key.endsWith(name));
}

/** The page language's name for a folder whose English name says its purpose: `guide`, `examples`. */
function translatedRoles(site: SitePages): (segment: string) => string | undefined {
  const words = ownWords(site);
  return (segment) => {
    const key = textKey(segment);
    const role = roleOf(key);
    const ofRole = role === undefined || key === "api" ? undefined : WORD_OF_ROLE[role];
    const word = POSTS.test(key) ? "Posts" : ofRole;
    const translated = word && words(word);
    return translated === word ? undefined : translated;
  };
}

/** Folders of what somebody writes from time to time, which is no news. */
const POSTS = /^(?:blogs?|posts?)$/;

const WORD_OF_ROLE: Readonly<Partial<Record<Role, OwnWord>>> = {
  start: "Getting started",
  docs: "Guides",
  examples: "Examples",
  reference: "Reference",
  support: "Support",
  news: "News",
  company: "Company",
};

/**
 * Factor by which the pages under a label may outnumber those in the folder; with more the label means more than the
 * folder.
 */
const ELSEWHERE = 1.2;
/** … and share of all pages from which a label is the name of the menu. */
const SHARE_OF_ALL = 0.9;

function counted(sets: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const set of sets) for (const text of set) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** The names of these addresses in breadcrumbs, else in navigation links; the first name wins. */
function saidNames(pages: readonly Entry[], wanted: ReadonlyMap<string, Entry>): ReadonlyMap<string, string> {
  const crumbs = new Map<string, string>();
  const navigation = new Map<string, Set<string>>();
  const keyOfLink = addressKeys();
  for (const { page } of pages) {
    for (const { url, text } of page.breadcrumbs) {
      const address = url === undefined ? "" : keyOfLink(url);
      const name = wanted.has(address) && !crumbs.has(address) ? trySectionName(text) : undefined;
      if (name !== undefined) crumbs.set(address, name);
    }
    for (const { place, url, text } of page.links) {
      const address = place === "navigation" ? keyOfLink(url) : "";
      const texts = wanted.has(address) ? (navigation.get(address) ?? new Set<string>()) : undefined;
      if (texts !== undefined && texts.size < MAX_LABELS) navigation.set(address, texts.add(text));
    }
  }
  const menu = [...navigation].flatMap(([address, texts]): [string, string][] => {
    const name = bestLabel(
      [...texts].flatMap((text) => trySectionName(text) ?? []).filter((label) => !isGeneric(label)),
      wanted.get(address),
    );
    return name === undefined ? [] : [[address, name]];
  });
  return new Map([...menu, ...crumbs]);
}

/** Most labels kept of one page: menus may call it several things. */
const MAX_LABELS = 8;

/** The first label of a page that shares a word with its folder (`All schools` for `/schools/`), else the first. */
function bestLabel(labels: readonly string[], entry: Entry | undefined): string | undefined {
  const [first] = labels;
  if (labels.length < 2 || entry === undefined) return first;
  const own = new Set(textKey(entry.path.at(-1) ?? "").split(" "));
  return (
    labels.find((label) =>
      textKey(label)
        .split(" ")
        .some((word) => own.has(word)),
    ) ?? first
  );
}

export function folderKey(path: readonly string[]): string {
  return path.join("/");
}
