import { partsOf } from "./page-url.ts";
import { queryOf } from "./path.ts";

/** Folders of what is written once and passes: a reader wants some of it, the newest. */
const NEWS =
  /^(blogs?|news|newsroom|posts?|changelogs?|release-?notes|releases|whats-?new|announcements?|events?|press|press-releases?|archives?)$/i;

const YEAR = /^(19|20)\d\d$/;
const MONTH_OR_DAY = /^\d\d?$/;

/** `2024-05-17-title`, `2024_05` */
const DATED_NAME = /^((?:19|20)\d\d)[-_.]?(\d\d)?[-_.]?(\d\d)?(?=[-_.]|$)/;

/** Stands for all folders of dates: years are one part of a site, not one each. */
const DATES = "#dates";

/** Facts in an address about a page's day, and whether it is news. */
export interface Dated {
  readonly isNews: boolean;
  /** `20240517`, as far as the address says; 0 where it says nothing. */
  readonly day: number;
  /** The path's segments, its folders of dates as one. */
  readonly segments: readonly string[];
}

/** @param segments of the path, a query as the last of them */
export function datedPath(segments: readonly string[]): Dated {
  const year = segments.findIndex((segment) => YEAR.test(segment));
  const isNamed = segments.slice(0, -1).some((segment) => NEWS.test(segment));
  if (year < 0 || year === segments.length - 1) {
    const day = isNamed ? dayOfName(segments.at(-1) ?? "") : 0;
    return { isNews: isNamed, day, segments };
  }
  let end = year + 1;
  while (end < Math.min(year + 3, segments.length - 1) && MONTH_OR_DAY.test(segments[end] ?? "")) end += 1;
  const [, month = "0", dayOfMonth = "0"] = segments.slice(year, end);
  const day = Number(segments[year]) * 10_000 + Number(month) * 100 + Number(dayOfMonth);
  // Two years may have a page of one name each.
  const last = `${day} ${segments.at(-1)}`;
  return { isNews: true, day, segments: [...segments.slice(0, year), DATES, ...segments.slice(end, -1), last] };
}

/** True if a path begins with the year and the month something was written in: `2024/05/title`, but not `2024/speakers`. */
export function isDatedPost([year = "", month = "", ...rest]: readonly string[]): boolean {
  return YEAR.test(year) && /^(?:0?[1-9]|1[0-2])$/.test(month) && rest.length > 0;
}

function dayOfName(name: string): number {
  const [, year, month = "0", day = "0"] = DATED_NAME.exec(name) ?? [];
  return year === undefined ? 0 : Number(year) * 10_000 + Number(month) * 100 + Number(day);
}

/** True if an address is that of a day, a month or a year (`/2024/5/`, `?date=2024-05`): a calendar has one for each there is. */
export function isDateAlone(address: string): boolean {
  // Bound: a URL, 2,048 characters.
  return (
    /\/(19|20)\d\d(\/\d{1,2}){0,2}\/?$/.test(partsOf(address).pathname) ||
    /=(19|20)\d\d-\d\d?(-\d\d?)?(&|$)/.test(queryOf(address))
  );
}

/** True if an address asks for a month of an archive: `?archive=09_2022`, `?m=2022-09`. Bound: a URL, 2,048 characters. */
export const isMonthAsked = (address: string): boolean =>
  /[?&;](?:archives?|month|date|m)=(?:(?:19|20)\d\d[-_/]?[01]\d|[01]?\d[-_/](?:19|20)\d\d)(?:[&;]|$)/i.test(
    queryOf(address),
  );
