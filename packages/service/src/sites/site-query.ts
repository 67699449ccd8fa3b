import type { Site } from "./site.ts";

/** State of a site, the most pressing first: this is also the order of a list. */
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

/** Those that somebody has to look at. */
export const ATTENTION: readonly SiteStatus[] = ["failing", "undelivered", "notLive", "shrunk"];

export const SITE_FILTERS = ["all", "attention", ...SITE_STATUSES] as const;
export type SiteFilter = (typeof SITE_FILTERS)[number];
export const SITE_SORTS = ["status", "name", "next", "changed", "crawled", "pages", "interval"] as const;
export type SiteSort = (typeof SITE_SORTS)[number];

export interface SiteQuery {
  /** Part of the address. */
  readonly search?: string;
  /** In normal form; only sites that have it. */
  readonly tag?: string;
  readonly filter: SiteFilter;
  readonly sort: SiteSort;
  /** The same list backwards. */
  readonly isReversed?: boolean;
  /** `next` of the page before. */
  readonly cursor?: string;
  /** 1 to 500. */
  readonly limit: number;
}

export interface ListedSite extends Site {
  readonly status: SiteStatus;
}

export interface SiteList {
  readonly items: readonly ListedSite[];
  readonly next: string | null;
  /** Sites that search, tag and filter leave; of a search or a tag among many, 10,000 at most. */
  readonly total: number;
  /** When it was counted, and whether all of it is exact: among many sites it is not counted anew for everybody. */
  readonly counted: { readonly at: Date; readonly isExact: boolean };
  /** Of all sites. */
  readonly counts: SiteCounts;
}

export interface SiteCounts extends Readonly<Record<"all" | "attention" | "changed" | "paused", number>> {
  /** The tags that most sites have, 500 at most. */
  readonly tags: readonly { readonly tag: string; readonly sites: number }[];
}

/** Sites that a list is of, without their order. */
export interface SitePick {
  readonly ids: readonly string[];
  /** `cursor` of the next ones. */
  readonly next: string | null;
}
