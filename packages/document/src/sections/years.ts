import type { Entry } from "../entry.ts";
import type { Part } from "./part.ts";

/** Most sections for years; further years are joined, the oldest first. */
const MAX_YEARS = 5;
const YEAR = /^(?:19|20)\d\d$/;

/** Least pages of no part that are divided by the days they were published on; fewer are a site's own pages, to be read in any year. */
const LEAST_LOOSE = 30;

/** Posts by the year they were published in, the newest first; undefined where most of them have none, or all the same. */
export function partsByYear(part: Part, room: number): readonly Part[] | undefined {
  const arePosts = part.trail.length > 0 || part.entries.length >= LEAST_LOOSE;
  const years = Map.groupBy(part.entries, (entry) => yearOf(entry, arePosts ? entry.page.published : undefined));
  const dated = [...years].flatMap(([year, entries]) => (year === undefined ? [] : [{ year, entries }]));
  const covered = dated.reduce((sum, { entries }) => sum + entries.length, 0);
  if (dated.length < 2 || covered * 2 < part.entries.length) return undefined;
  const newest = dated.sort((a, b) => b.year - a.year);
  const spans = spansOf(newest, Math.min(room, MAX_YEARS), covered);
  return spans.length < 2
    ? undefined
    : spans.map(({ years: said, entries }) => ({ ...part, name: `${part.name}: ${said}`, entries }));
}

interface Year {
  readonly year: number;
  readonly entries: readonly Entry[];
}

/** Neighbouring years together, about equally many pages in each span. */
function spansOf(years: readonly Year[], most: number, pages: number): { years: string; entries: readonly Entry[] }[] {
  const spans: Year[][] = [];
  let held = 0;
  for (const year of years) {
    const last = spans.at(-1);
    if (last === undefined || (held >= pages / most && spans.length < most)) {
      spans.push([year]);
      held = 0;
    } else last.push(year);
    held += year.entries.length;
  }
  return spans.map((span) => {
    const [newest, oldest] = [span[0]?.year, span.at(-1)?.year];
    return {
      years: newest === oldest ? `${newest}` : `${oldest}–${newest}`,
      entries: span.flatMap(({ entries }) => entries),
    };
  });
}

/** The year in the address, else that of the day it was published on. */
function yearOf({ path }: Entry, published: string | undefined): number | undefined {
  const said = path.slice(0, -1).find((segment) => YEAR.test(segment)) ?? datedName(path.at(-1)) ?? published;
  const year = said?.slice(0, 4) ?? "";
  return YEAR.test(year) ? Number(year) : undefined;
}

/** `2024-05-01-release`. */
function datedName(name = ""): string | undefined {
  return /^(?:19|20)\d\d-\d\d(?:-|$)/.test(name) ? name : undefined;
}
