import type { SiteFilter, SiteSort, SiteStatus } from "../protocol/types.ts";

/** The status of a row in words, for badges and tables. */
export const STATUS_WORDS: Readonly<Record<SiteStatus, string>> = {
  crawling: "Crawling",
  failing: "Failing",
  undelivered: "Not stored",
  shrunk: "Shrunk",
  changed: "Changed",
  due: "Due",
  paused: "Paused",
  upToDate: "Up to date",
};

export const SITE_FILTERS: readonly SiteFilter[] = [
  "all",
  "attention",
  // The keys of a record of statuses are statuses.
  ...(Object.keys(STATUS_WORDS) as SiteStatus[]),
];
export const SITE_SORTS: readonly SiteSort[] = ["status", "name", "next", "changed", "crawled", "pages", "interval"];
