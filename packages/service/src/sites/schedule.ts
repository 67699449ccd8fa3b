import { sha256 } from "@llmstxt-service/page/sha256";
import type { Site } from "./site.ts";

/** The specification's constants of adaptive scheduling, in minutes. */
const ADAPTIVE_MIN_MINUTES = 60;
const ADAPTIVE_MAX_MINUTES = 10_080;
const SMOOTHING = 0.5;

const FIRST_RETRY_MINUTES = 60;

/** Starts of one recrawl that may end without an end, each a worker that died over it; then it counts as failed. */
export const MAX_UNFINISHED_ATTEMPTS = 3;

/** Minutes until a site whose recrawl failed is due again: an hour, doubled with each failure in a row, at most its interval. */
export function retryMinutes(failuresInARow: number, recrawlIntervalMinutes: number): number {
  // 2 ** 20 hours is beyond any interval; more would only lose precision.
  const backoff = FIRST_RETRY_MINUTES * 2 ** Math.min(Math.max(failuresInARow, 1) - 1, 20);
  return Math.min(backoff, recrawlIntervalMinutes);
}

/** Seconds before a text that could not be stored is tried again, and the most, when tries have failed for long. */
const FIRST_DELIVERY_SECONDS = 10;
const MAX_DELIVERY_SECONDS = 300;

/** Seconds until the next try: twice as many after each, a quarter of them by the site, so that many do not come at once. */
export function deliveryRetrySeconds(siteKey: string, tries: number): number {
  const longest = Math.min(MAX_DELIVERY_SECONDS, FIRST_DELIVERY_SECONDS * 2 ** Math.min(tries - 1, 10));
  const share = Number.parseInt(sha256(`${siteKey}\n${tries}`).slice(0, 8), 16) / 2 ** 32;
  return longest * (0.75 + 0.25 * share);
}

/** A site whose bundle cannot be stored although its text can is not crawled more often for it in the end. */
const MAX_BUNDLE_SECONDS = 86_400;

/** Seconds until a crawl is to make good a bundle that so many crawls in a row could not store. */
export const bundleRetrySeconds = (crawls: number): number =>
  Math.min(MAX_BUNDLE_SECONDS, FIRST_DELIVERY_SECONDS * 2 ** Math.min(crawls - 1, 20));

/** The average time between changes, in minutes, after one was found now. */
export function averageChangeMinutes(
  site: Pick<Site, "lastChangedAt" | "avgChangeIntervalMinutes" | "recrawlIntervalMinutes">,
  now: Date,
): number {
  const soFar = site.avgChangeIntervalMinutes ?? site.recrawlIntervalMinutes;
  if (site.lastChangedAt === null) return soFar;
  // A clock that was set back must not make an average negative.
  const latest = Math.max(0, now.getTime() - site.lastChangedAt.getTime()) / 60_000;
  return SMOOTHING * latest + (1 - SMOOTHING) * soFar;
}

/**
 * Minutes until a site that was crawled is due again. A silence longer than the average counts as what it would make of the
 * average if it ended now: a site that has become quiet is asked less and less. The average itself moves with a change only.
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

/** A sitemap is asked only where the address is one by its looks. */
export const isSitemapAddress = (url: string) => url.endsWith(".xml") || url.includes("sitemap");

/**
 * True if a sitemap whose newest `lastmod` is `newest` (time zone removed) tells of a change since the last check.
 * Without a date on either side it does: only a comparison can excuse a site from being crawled.
 */
export function sitemapChanged(newest: Date | undefined, site: Pick<Site, "lastChangedAt" | "lastCrawledAt">): boolean {
  const checkedAt = site.lastChangedAt ?? site.lastCrawledAt;
  return newest === undefined || checkedAt === null || newest.getTime() > checkedAt.getTime();
}
