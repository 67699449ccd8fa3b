import type { SiteStatus } from "../protocol/types.ts";

/** Words for the status of a site. */
export const STATUS_WORDS: Readonly<Record<SiteStatus, string>> = {
  crawling: "Crawling",
  failing: "Failing",
  undelivered: "Not stored",
  notLive: "Not live",
  shrunk: "Shrunk",
  changed: "Changed",
  due: "Due",
  paused: "Paused",
  upToDate: "Up to date",
};
