import { MAX_FOUND } from "@llmstxt-service/service/sites/site-query";
import type { SiteStatus, Sites } from "../protocol/types.ts";

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

/** Words after a list's total that was not counted to the end. */
export const orMore = ({ total, counted }: Pick<Sites, "total" | "counted">): string =>
  !counted.isExact && total >= MAX_FOUND ? " or more" : "";
