import { sha256 } from "@llmstxt-service/page/sha256";
import type { Site } from "./site.ts";

/** The specification's constants of adaptive scheduling, in minutes. */
const ADAPTIVE_MIN_MINUTES = 60;
const ADAPTIVE_MAX_MINUTES = 10_080;
const SMOOTHING = 0.5;

const FIRST_RETRY_MINUTES = 60;

/**
 * Most starts of one recrawl in a row that end without a result and without getting further, since the site may have
 * ended their workers; then it counts as failed. Workers that were told to stop do not count.
 */
export const MAX_UNFINISHED_ATTEMPTS = 3;

/** Minutes until a site whose recrawl failed is due again: an hour, doubled with each failure in a row, at most its interval. */
export function retryMinutes(failuresInARow: number, recrawlIntervalMinutes: number): number {
  // 2 ** 20 hours is beyond any interval.
  const backoff = FIRST_RETRY_MINUTES * 2 ** Math.min(Math.max(failuresInARow, 1) - 1, 20);
  return Math.min(backoff, recrawlIntervalMinutes);
}

/** Seconds before a text that could not be stored is tried again, at first and at most. */
const FIRST_DELIVERY_SECONDS = 10;
const MAX_DELIVERY_SECONDS = 300;

/**
 * Seconds until the next try: doubled after each, with up to a quarter less by the site's key, so that sites do not all
 * come at once.
 */
export function deliveryRetrySeconds(siteKey: string, tries: number): number {
  const longest = Math.min(MAX_DELIVERY_SECONDS, FIRST_DELIVERY_SECONDS * 2 ** Math.min(tries - 1, 10));
  const share = Number.parseInt(sha256(`${siteKey}\n${tries}`).slice(0, 8), 16) / 2 ** 32;
  return longest * (0.75 + 0.25 * share);
}

/** Most seconds until the next crawl for a bundle that cannot be stored. */
const MAX_BUNDLE_SECONDS = 86_400;

/** Seconds until the next crawl for a bundle that `crawls` crawls in a row could not store. */
export const bundleRetrySeconds = (crawls: number): number =>
  Math.min(MAX_BUNDLE_SECONDS, FIRST_DELIVERY_SECONDS * 2 ** Math.min(crawls - 1, 20));

/** The average minutes between changes, updated with a change found now. */
export function averageChangeMinutes(
  site: Pick<Site, "lastChangedAt" | "avgChangeIntervalMinutes" | "recrawlIntervalMinutes">,
  now: Date,
): number {
  const soFar = site.avgChangeIntervalMinutes ?? site.recrawlIntervalMinutes;
  if (site.lastChangedAt === null) return soFar;
  // A clock that was set back must not make the average negative.
  const latest = Math.max(0, now.getTime() - site.lastChangedAt.getTime()) / 60_000;
  return SMOOTHING * latest + (1 - SMOOTHING) * soFar;
}

/**
 * Minutes until a crawled site is due again. A silence longer than the average counts as the average that a change now
 * would make, so a site that has become quiet is crawled less and less. Only a change updates the average itself.
 */
export function nextMinutes(
  site: Pick<Site, "lastChangedAt" | "recrawlIntervalMinutes">,
  average: number | null,
  { isAdaptive, now }: { readonly isAdaptive: boolean; readonly now: Date },
): number {
  if (!isAdaptive || average === null) return site.recrawlIntervalMinutes;
  const silent = averageChangeMinutes({ ...site, avgChangeIntervalMinutes: average }, now);
  return Math.min(ADAPTIVE_MAX_MINUTES, Math.max(ADAPTIVE_MIN_MINUTES, average, silent));
}

/** True if the address looks like a sitemap's: only then is it requested. */
export const isSitemapAddress = (url: string) => url.endsWith(".xml") || url.includes("sitemap");

/**
 * True if a sitemap with the newest `lastmod` `newest` (time zone removed) tells of a change since the last check, or
 * if a date is missing on either side: only a comparison lets a crawl be skipped.
 */
export function sitemapChanged(newest: Date | undefined, site: Pick<Site, "lastChangedAt" | "lastCrawledAt">): boolean {
  const checkedAt = site.lastChangedAt ?? site.lastCrawledAt;
  return newest === undefined || checkedAt === null || newest.getTime() > checkedAt.getTime();
}
