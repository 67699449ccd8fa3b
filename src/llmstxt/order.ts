import { Chain } from "./chain.ts";
import { addressKeys, type Entry, textKey } from "./entry.ts";
import { roleOf } from "./roles.ts";

/** Where a page stands among its neighbours; smaller first. */
export type Place = (a: Entry, b: Entry) => number;

/**
 * The navigation's order, else what begins the subject, else clicks from the homepage, then how many pages link there, then path. Each page shows a part
 * of the navigation; what one page adds is put behind the link it follows there.
 */
export function readingOrder(pages: readonly Entry[]): Place {
  const addressKey = addressKeys();
  const navigation = navigationOf(pages, addressKey);
  const links = linksTo(pages, addressKey);
  const at = (entry: Entry) => navigation.get(addressKey(entry.url)) ?? Number.POSITIVE_INFINITY;
  const linked = (entry: Entry) => links.get(addressKey(entry.url)) ?? 0;
  return (a, b) =>
    difference(at(a), at(b)) ||
    Number(begins(b)) - Number(begins(a)) ||
    a.listed.depth - b.listed.depth ||
    linked(b) - linked(a) ||
    comparePaths(a.url, b.url);
}

function begins({ path }: Entry): boolean {
  return roleOf(textKey(path.at(-1) ?? "")) === "start";
}

function difference(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

type KeyOf = (url: string) => string;

/** Fewer links are no list of a site's pages but the way to the next and the previous one. */
const LEAST_LINKS = 4;

function navigationOf(pages: readonly Entry[], addressKey: KeyOf): ReadonlyMap<string, number> {
  const wanted = new Set(pages.map(({ url }) => addressKey(url)));
  const chain = new Chain();
  for (const { page } of pages) {
    const links = page.links.filter(({ place }) => place === "navigation").map(({ url }) => addressKey(url));
    const menu = [...new Set(links.filter((key) => wanted.has(key)))];
    if (menu.length >= LEAST_LINKS) chain.weave(menu);
  }
  return new Map(chain.keys().map((key, index) => [key, index]));
}

function linksTo(pages: readonly Entry[], addressKey: KeyOf): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { page } of pages) {
    for (const key of new Set(page.links.map(({ url }) => addressKey(url))))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Numbers in paths by their value, so that `ch2` comes before `ch10`; the same in every locale. */
export function comparePaths(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)];
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const [x = "", y = ""] = [left[index], right[index]];
    if (x === y) continue;
    const [m, n] = [Number(x), Number(y)];
    if (m !== n && !Number.isNaN(m) && !Number.isNaN(n)) return m - n;
    return x < y ? -1 : 1;
  }
  return left.length - right.length;
}

function parts(text: string): string[] {
  return text.split(/(\d{1,15})/).filter((part) => part !== "");
}
