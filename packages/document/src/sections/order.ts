import type { Link } from "@llmstxt-service/page";
import { listCounts } from "../counts.ts";
import { addressKeys, type Entry, textKey } from "../entry.ts";
import { listedBy, roleOf } from "../wording/wording.ts";
import { Chain } from "./chain.ts";
import { tryIndexList } from "./index-page.ts";
import { isBox } from "./menu-groups.ts";

/** Place of a page among its neighbours; smaller first. */
export type PageOrder = (a: Entry, b: Entry) => number;

/**
 * The navigation's order, then that of index pages, the homepage and lists, else what begins the subject, else clicks
 * from the homepage, then how many pages link there, then path. Each page shows a part of the navigation; what one page adds is
 * put behind the link it follows there. `home` is the first of the pages, where there is one.
 */
export function readingOrder(pages: readonly Entry[], home?: Entry): PageOrder {
  const keyOf = addressKeys();
  const navigation = navigationOf(pages, home, keyOf);
  const links = listCounts(pages.map(({ page }) => page.links.map(({ url }) => keyOf(url))));
  const standings = new Map(
    pages.map((entry) => {
      const key = keyOf(entry.url);
      const standing = {
        menu: navigation.get(key) ?? Number.POSITIVE_INFINITY,
        begins: begins(entry) ? 0 : 1,
        depth: entry.listed.depth,
        links: -(links.get(key) ?? 0),
      };
      return [entry, standing];
    }),
  );
  return (a, b) => {
    const [x, y] = [standings.get(a), standings.get(b)];
    if (x === undefined || y === undefined) return comparePaths(a.url, b.url);
    const rank = difference(x.menu, y.menu) || x.begins - y.begins || x.depth - y.depth || x.links - y.links;
    return rank || comparePaths(a.url, b.url);
  };
}

function begins({ path }: Entry): boolean {
  return roleOf(textKey(path.at(-1) ?? "")) === "start";
}

function difference(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

type KeyOf = (url: string) => string;

/** Least links of a list of the site's pages; fewer lead to the next and the previous page. */
const LEAST_LINKS = 4;

function navigationOf(pages: readonly Entry[], home: Entry | undefined, keyOf: KeyOf): ReadonlyMap<string, number> {
  const wanted = new Set(pages.map(({ url }) => keyOf(url)));
  const chain = new Chain();
  const isInBox = boxes(pages, keyOf);
  const insert = (links: readonly Link[]) => {
    const keys = new Set(links.map(({ url }) => keyOf(url)).filter((key) => wanted.has(key)));
    if (keys.size >= LEAST_LINKS) chain.insertInOrder(keys);
  };
  const own = home?.page.links.filter(({ place }) => place === "content") ?? [];
  // Without a menu, a homepage that names most pages is the site's contents.
  const isContents = home !== undefined && !home.page.links.some(({ place }) => place === "navigation");
  if (isContents && new Set(own.map(({ url }) => keyOf(url)).filter((key) => wanted.has(key))).size * 2 > wanted.size)
    insert(own);
  for (const { page } of pages) insert(page.links.filter((link) => link.place === "navigation" && !isInBox(link)));
  for (const list of indexLists(pages, keyOf)) chain.insertInOrder(list.map(({ url }) => keyOf(url)));
  insert(own);
  const listOf = listedBy(pages);
  for (const list of pages) chain.insertInOrder(listOf(list).map(({ url }) => keyOf(url)));
  return new Map(chain.keys().map((key, index) => [key, index]));
}

/** Tells links of boxes under a label: recent, related, popular pages. */
function boxes(pages: readonly Entry[], keyOf: KeyOf): (link: Link) => boolean {
  const labelOf = ({ group = [] }: Link) => group.join("\n");
  const labelled = pages.map(({ page }) => page.links.filter(({ group }) => group !== undefined));
  const shown = listCounts(labelled.map((links) => links.map(labelOf)));
  const counts = listCounts(labelled.map((links) => links.map((link) => `${labelOf(link)}\n${keyOf(link.url)}`)));
  return (link) =>
    link.group !== undefined &&
    isBox(counts.get(`${labelOf(link)}\n${keyOf(link.url)}`) ?? 0, shown.get(labelOf(link)) ?? 0);
}

/** Index pages, each with what lies below it in the order in which it lists that. */
function indexLists(pages: readonly Entry[], keyOf: KeyOf): Entry[][] {
  const below = new Map<string, Entry[]>();
  for (const entry of pages) {
    for (let length = entry.path.length - 1; length >= 0; length--) {
      const folder = entry.path.slice(0, length).join("/");
      const inside = below.get(folder);
      if (inside === undefined) below.set(folder, [entry]);
      else inside.push(entry);
    }
  }
  return pages.flatMap((page) => {
    const inside = below.get(page.path.join("/")) ?? [];
    const list = inside.length < LEAST_LINKS ? undefined : tryIndexList(page, inside, keyOf);
    return list === undefined ? [] : [[page, ...list.listed.keys()]];
  });
}

/** Numbers in paths by their value, so that `ch2` comes before `ch10`; the same in every locale. */
export function comparePaths(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  // The number they differ in may have begun before.
  let start = at;
  while (start > 0 && isDigit(a, start - 1)) start--;
  const byValue = numberAt(a, start) - numberAt(b, start);
  if (byValue < 0 || byValue > 0) return byValue;
  return a === b ? 0 : a < b ? -1 : 1;
}

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
};

/** Most digits that are read as one number: more cannot be held exactly. */
const DIGITS = 15;

/** Number that begins at `start`; NaN if none does. */
function numberAt(text: string, start: number): number {
  let end = start;
  while (isDigit(text, end) && end - start < DIGITS) end++;
  return end === start ? Number.NaN : Number(text.slice(start, end));
}
