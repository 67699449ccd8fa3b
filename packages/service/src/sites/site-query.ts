import type { Site } from "./site.ts";

/** Status of a site, the most urgent first, which is also the order of a list. */
export const SITE_STATUSES = [
  "crawling",
  "failing",
  "undelivered",
  "notLive",
  "shrunk",
  "changed",
  "due",
  "paused",
  "upToDate",
] as const;
export type SiteStatus = (typeof SITE_STATUSES)[number];

/** Statuses that need attention. */
export const ATTENTION: readonly SiteStatus[] = ["failing", "undelivered", "notLive", "shrunk"];

/**
 * Ages of a site's last good crawl, by the name of their end: hours, that one included no more; null: without an end.
 * `never`: it has had none.
 */
export const SITE_AGES = {
  "1h": 1,
  "6h": 6,
  "12h": 12,
  "1d": 24,
  "2d": 48,
  "4d": 96,
  "1w": 168,
  "2w": 336,
  "4w": 672,
  older: null,
  never: null,
} as const;
export type SiteAge = keyof typeof SITE_AGES;
export const SITE_AGE_NAMES = Object.keys(SITE_AGES) as readonly SiteAge[];

/** All sites by the age of their last good crawl and their state. */
export type SiteHealth = Readonly<Record<SiteAge, Partial<Readonly<Record<SiteStatus, number>>>>>;

export const SITE_FILTERS = ["all", "attention", ...SITE_STATUSES] as const;
/** A filter by its name, or the statuses that sites may have. */
type SiteFilter = (typeof SITE_FILTERS)[number] | readonly SiteStatus[];

/** Statuses of the sites that a filter lets through. */
export function statusesOf(filter: SiteFilter): readonly SiteStatus[] {
  if (filter === "all") return SITE_STATUSES;
  if (filter === "attention") return ATTENTION;
  return typeof filter === "string" ? [filter] : filter;
}

/** The filter in a text: a name, or several statuses with commas between; undefined for any other text. */
export function siteFilterIn(text: string): SiteFilter | undefined {
  const named = SITE_FILTERS.find((name) => name === text);
  if (named !== undefined) return named;
  const words = new Set(text.split(","));
  const statuses = SITE_STATUSES.filter((status) => words.has(status));
  return statuses.length === words.size ? statuses : undefined;
}
export const SITE_SORTS = ["status", "name", "next", "changed", "crawled", "pages", "interval"] as const;
export type SiteSort = (typeof SITE_SORTS)[number];

/** Conditions of a list beside the status. */
export interface Narrowing {
  readonly search?: string;
  /** Tag in normal form that the sites have. */
  readonly tag?: string;
  /** Age of the last good crawl. */
  readonly age?: SiteAge;
}

export interface SiteQuery extends Narrowing {
  readonly filter: SiteFilter;
  readonly sort: SiteSort;
  /** True for the list in reverse order. */
  readonly isReversed?: boolean;
  readonly cursor?: string;
  /** Most sites in the answer, 1 to 500. */
  readonly limit: number;
}

export interface ListedSite extends Site {
  readonly status: SiteStatus;
}

/** Most sites counted of a search, and, among many sites, of statuses that change with time. */
export const MAX_FOUND = 10_000;

export interface SiteList {
  readonly items: readonly ListedSite[];
  readonly next: string | null;
  /** Sites that pass search, tag and filter; of a search or tag, and among many sites, counted up to MAX_FOUND. */
  readonly total: number;
  /** Time of the count, and whether it is exact: many sites are not counted for each request. */
  readonly counted: { readonly at: Date; readonly isExact: boolean };
  readonly counts: SiteCounts;
  /** Set if items and total are of a part of the sites: the search took too long, or had too few letters. */
  readonly isPart?: true;
}

export interface SiteCounts extends Readonly<Record<"all" | "attention" | "changed" | "paused", number>> {
  /** The most frequent tags, 500 at most. */
  readonly tags: readonly { readonly tag: string; readonly sites: number }[];
}

/** Ids of sites that pass a query. */
export interface SitePick {
  readonly ids: readonly string[];
  /** `cursor` of the next page. */
  readonly next: string | null;
}

/** Most named views of the list that are kept: more are no help to choose from. */
export const MAX_VIEWS = 50;
