import { CrawlError } from "@llmstxt-service/page/errors";
import {
  type RangedField,
  REQUEST_DEFAULTS,
  REQUEST_LIMITS,
  rangeRefusal,
} from "@llmstxt-service/service/jobs/request";
import { InvalidArgumentError } from "commander";

/** Number of pages, checked as far as possible before the settings are read. */
export function pageCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`${rangeRefusal("maxPages", REQUEST_LIMITS.maxPages)}.`);
}

/**
 * The number of pages, checked against MAX_PAGES_LIMIT.
 * @throws CrawlError `out_of_range`, `wrong_usage`
 */
export function pagesWithin(asked: number | undefined, max: number): number {
  const { min } = REQUEST_LIMITS.maxPages;
  const pages = asked ?? Math.min(REQUEST_DEFAULTS.maxPages, max);
  if (pages > max) {
    const detail = `${rangeRefusal("maxPages", { min, max })}: the setting MAX_PAGES_LIMIT is ${max}`;
    throw new CrawlError("wrong_usage", { detail });
  }
  if (pages < min) throw new CrawlError("out_of_range", { field: "maxPages", min, max });
  return pages;
}

export const isRanged = (name: string): name is RangedField => name in REQUEST_LIMITS;

/** Parser of an option with a whole number, with the crawl request's words for one out of its range. */
export const inRange =
  (field: RangedField) =>
  (text: string): number => {
    const range = REQUEST_LIMITS[field];
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= range.min && number <= range.max) return number;
    throw new InvalidArgumentError(`${rangeRefusal(field, range)}.`);
  };
