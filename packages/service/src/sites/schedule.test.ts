import { expect, test } from "vitest";
import { averageChangeMinutes, isSitemapAddress, nextMinutes, retryMinutes, sitemapChanged } from "./schedule.ts";

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000);
const site = {
  lastChangedAt: at(0),
  lastCrawledAt: at(0),
  avgChangeIntervalMinutes: null,
  recrawlIntervalMinutes: 1_440,
};

test("a site whose recrawl failed is due again after an hour, doubled with each failure, at most its interval", () => {
  expect([1, 2, 3, 4, 5, 6, 100].map((failures) => retryMinutes(failures, 1_440))).toEqual([
    60, 120, 240, 480, 960, 1_440, 1_440,
  ]);
  expect(retryMinutes(1, 5)).toBe(5);
});

test("the next crawl is an interval away, whatever was learned, unless the mode is adaptive", () => {
  expect(nextMinutes(site, 90, { isAdaptive: false, now: at(0) })).toBe(1_440);
  expect(nextMinutes(site, null, { isAdaptive: true, now: at(0) })).toBe(1_440);
});

test("an adaptive interval is the learned average, held between an hour and a week", () => {
  expect(
    [1, 60, 90, 10_080, 99_999].map((average) => nextMinutes(site, average, { isAdaptive: true, now: at(0) })),
  ).toEqual([60, 60, 90, 10_080, 10_080]);
});

test("an adaptive interval grows while a site stays silent for longer than its average, up to a week", () => {
  const after = (minutes: number) => nextMinutes(site, 60, { isAdaptive: true, now: at(minutes) });
  expect([30, 60, 180, 1_440, 525_600].map(after)).toEqual([60, 60, 120, 750, 10_080]);
});

test("the average is half the latest time between changes and half the average so far, at first the interval", () => {
  expect(averageChangeMinutes(site, at(100))).toBe(0.5 * 100 + 0.5 * 1_440);
  expect(averageChangeMinutes({ ...site, avgChangeIntervalMinutes: 200 }, at(100))).toBe(150);
  expect(averageChangeMinutes({ ...site, lastChangedAt: null }, at(100))).toBe(1_440);
});

test("a clock that was set back makes no average negative", () => {
  expect(averageChangeMinutes({ ...site, avgChangeIntervalMinutes: 10 }, at(-9_999))).toBe(5);
});

test("a sitemap tells of a change when its newest date is later than the last change, else the last crawl", () => {
  expect(sitemapChanged(at(1), site)).toBe(true);
  expect(sitemapChanged(at(0), site)).toBe(false);
  expect(sitemapChanged(at(5), { lastChangedAt: at(9), lastCrawledAt: at(1) })).toBe(false);
  expect(sitemapChanged(at(5), { lastChangedAt: null, lastCrawledAt: at(9) })).toBe(false);
});

test("a sitemap without a date, or a site never looked at, counts as changed", () => {
  expect(sitemapChanged(undefined, site)).toBe(true);
  expect(sitemapChanged(at(-5), { lastChangedAt: null, lastCrawledAt: null })).toBe(true);
});

test("only what looks like a sitemap is asked", () => {
  expect(isSitemapAddress("https://x.dev/sitemap.xml")).toBe(true);
  expect(isSitemapAddress("https://x.dev/sitemap?page=1")).toBe(true);
  expect(isSitemapAddress("https://x.dev/feed.json")).toBe(false);
});
