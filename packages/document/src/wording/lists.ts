import { addressKeys, type Entry, placeInSeries } from "../entry.ts";
import { titleText } from "../text.ts";

/** Least links of a list; fewer are mentions in a text. */
const LEAST_LISTED = 4;
/** Most characters of text per link of a list, … */
export const MAX_CHARACTERS_A_LINK = 250;
/** … and where its kind tells that it is a list, which may hold the beginnings of what it lists. */
const MAX_CHARACTERS_A_TEASER = 600;
/** Least share of the text that links make up on a page that its kind does not tell to be a list. */
const LINKED_SHARE = 0.4;
/** Most entries that are named in the excerpt of a list; an ellipsis stands for the rest. */
const MAX_NAMED = 6;

/** The listed pages that a page is a list of; empty where it is a text, or looks back at the series that it belongs to. */
export function listedBy(entries: readonly Entry[]): (entry: Entry) => readonly Entry[] {
  const keyOf = addressKeys();
  const byKey = new Map(entries.map((entry) => [keyOf(entry.url), entry]));
  return (list) => {
    const { kind = list.page.kind } = list.listed;
    const links = list.page.links.filter(({ url, place }) => place === "content" && byKey.has(keyOf(url)));
    const listed = [...new Set(links.flatMap(({ url }) => byKey.get(keyOf(url)) ?? []))].filter((e) => e !== list);
    const linked = links.reduce((sum, { text }) => sum + text.length, 0);
    const isMade = kind === "list" || linked >= list.page.textLength * LINKED_SHARE;
    const most = kind === "list" ? MAX_CHARACTERS_A_TEASER : MAX_CHARACTERS_A_LINK;
    const isList = listed.length >= LEAST_LISTED && list.page.textLength <= listed.length * most;
    return isMade && isList && !looksBack(list, listed) ? listed : [];
  };
}

/** True if most of what a page lists are pages before it in its own series: the episode of a podcast on those of a year. */
function looksBack({ path }: Entry, listed: readonly Entry[]): boolean {
  const own = placeInSeries(path);
  if (own === undefined) return false;
  const before = listed.flatMap((entry) => placeInSeries(entry.path) ?? []);
  return before.filter(({ series, number }) => series === own.series && number < own.number).length * 2 > listed.length;
}

/** The entries of a page that lists others, in its words: `Bread, Cake, Soup, …`; undefined for a text. */
export function listReader(entries: readonly Entry[]): (entry: Entry) => string | undefined {
  const listed = listedBy(entries);
  const keyOf = addressKeys();
  return (list) => {
    const keys = new Set(listed(list).map(({ url }) => keyOf(url)));
    if (keys.size === 0) return undefined;
    const texts = list.page.links.filter(({ url, place }) => place === "content" && keys.has(keyOf(url)));
    const names = [...new Set(texts.map(({ text }) => titleText(text)).filter((text) => text !== ""))];
    if (names.length < LEAST_LISTED) return undefined;
    return [...names.slice(0, MAX_NAMED), ...(names.length > MAX_NAMED ? ["…"] : [])].join(", ");
  };
}
