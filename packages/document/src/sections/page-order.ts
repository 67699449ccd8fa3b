import { datedPath, isDatedPost } from "@llmstxt-service/page/address/news";
import { addressKeys, type Entry, placeInSeries } from "../entry.ts";
import type { Role } from "../wording/wording.ts";
import { comparePaths, type PageOrder } from "./order.ts";

interface OrderOfSite {
  readonly place: PageOrder;
  readonly home: Entry | undefined;
}

/** Least share of a part's pages with a number for it to be a series, whose last comes first. */
const NUMBERED_SHARE = 2 / 3;

/**
 * The part's index page, then the site's order. Where all others are numbered, their numbers'; where most are, and the index or
 * the homepage lists the last one first, as that of a podcast does, so does this.
 */
export function sortedPages(entries: readonly Entry[], role: Role, { place, home }: OrderOfSite): Entry[] {
  const index = entries.find((entry) => isIndex(entry, entries)) ?? pageFromElsewhere(entries);
  const others = entries.filter((entry) => entry !== index);
  const numbered = others.filter(isNumbered).length;
  const isFalling = numbered > 0 && directionIn([index, home], others) < 0;
  const isSeries = numbered >= others.length * (isFalling ? NUMBERED_SHARE : 1);
  const byNumber: PageOrder = (a, b) => comparePaths(a.url, b.url) * (isFalling ? -1 : 1);
  const order: PageOrder = isSeries
    ? (a, b) => Number(isNumbered(b)) - Number(isNumbered(a)) || byNumber(a, b)
    : newestFirst(others, role, place);
  return [...entries].sort((a, b) => Number(b === index) - Number(a === index) || order(a, b));
}

/** The direction of numbers in the first of these lists that shows one. */
function directionIn(lists: readonly (Entry | undefined)[], entries: readonly Entry[]): number {
  const shown = lists.map((list) => (list === undefined ? 0 : direction(entries, list)));
  return shown.find((steps) => steps !== 0) ?? 0;
}

/** Number of rising steps less that of falling ones, over a page's links to pages of one series, its menu's among them. */
function direction(entries: readonly Entry[], { page }: Entry): number {
  const keyOf = addressKeys();
  const places = new Map(entries.map((entry) => [keyOf(entry.url), placeInSeries(entry.path)]));
  const listed = page.links.flatMap(({ url }) => places.get(keyOf(url)) ?? []);
  const steps = listed.slice(1).map(({ series, number }, at) => {
    const before = listed[at];
    return before?.series === series ? Math.sign(number - before.number) : 0;
  });
  return steps.reduce((sum, step) => sum + step, 0);
}

/** Posts by their dates, where most have one, behind the pages that have none. */
function newestFirst(entries: readonly Entry[], role: Role, place: PageOrder): PageOrder {
  const days = new Map(
    entries.map((entry) => [entry, isDatedPost(entry.path) ? datedPath(entry.path).day : publishedDay(entry, role)]),
  );
  const dayOf = (entry: Entry) => days.get(entry) ?? Infinity;
  const dated = entries.filter((entry) => dayOf(entry) < Infinity).length;
  if (dated * 2 <= entries.length) return place;
  return (a, b) => (dayOf(a) === dayOf(b) ? place(a, b) : dayOf(b) - dayOf(a));
}

/** Year, month and day in one number, as the page says; Infinity where it says none, and for what is no news. */
function publishedDay({ page }: Entry, role: Role): number {
  const [, year, month, day] = (role === "news" && /^(\d{4})-(\d\d)-(\d\d)/.exec(page.published ?? "")) || [];
  return day === undefined ? Infinity : Number(`${year}${month}${day}`);
}

export function isNumbered({ path }: Entry): boolean {
  return placeInSeries(path) !== undefined;
}

/** The one page that does not lie in the folder of all others: the list of these. */
function pageFromElsewhere(entries: readonly Entry[]): Entry | undefined {
  const folders = Map.groupBy(entries, ({ path }) => path.slice(0, -1).join("/"));
  const [first = [], second = []] = [...folders.values()].sort((a, b) => a.length - b.length);
  return folders.size === 2 && first.length === 1 && second.length > 1 ? first[0] : undefined;
}

/** True if most of the other pages lie below this one. */
function isIndex({ path }: Entry, entries: readonly Entry[]): boolean {
  const isBelow = (entry: Entry) =>
    entry.path.length > path.length && path.every((part, at) => part === entry.path[at]);
  return path.length > 0 && entries.filter(isBelow).length * 2 >= entries.length;
}
