import { datedPath, isDatedPost } from "@llmstxt-service/page/address/news";
import type { Entry } from "../entry.ts";
import type { Role } from "../wording/wording.ts";
import { comparePaths, type PageOrder } from "./order.ts";
import { seriesKey } from "./trails.ts";

/** The part's index page, then the site's order; the numbers' where a part is numbered throughout. */
export function sortedPages(entries: readonly Entry[], role: Role, place: PageOrder): Entry[] {
  const order: PageOrder = entries.every(isNumbered)
    ? (a, b) => comparePaths(a.url, b.url)
    : newestFirst(entries, role, place);
  const index = entries.find((entry) => isIndex(entry, entries));
  return [...entries].sort((a, b) => Number(b === index) - Number(a === index) || order(a, b));
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
  return seriesKey(path.at(-1)) !== undefined;
}

/** True if most of the other pages lie below this one. */
function isIndex({ path }: Entry, entries: readonly Entry[]): boolean {
  const isBelow = (entry: Entry) =>
    entry.path.length > path.length && path.every((part, at) => part === entry.path[at]);
  return path.length > 0 && entries.filter(isBelow).length * 2 >= entries.length;
}
