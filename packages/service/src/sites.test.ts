import { expect, test } from "vitest";
import { retryMinutes, schedule } from "./sites.ts";

const now = new Date("2026-06-01T00:00:00Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const site = (changedAgo: number | null, average: number | null, interval = 600) => ({
  ...{ recrawl_interval_minutes: interval, avg_change_interval_minutes: average },
  last_changed_at: changedAgo === null ? null : ago(changedAgo),
});

test("the next crawl comes after the interval", () => {
  expect(schedule(site(200, 100), true, now, false)).toEqual({ average: 100, minutes: 600 });
});

test("adaptive: the average is half the time since the last change and half the average so far", () => {
  expect(schedule(site(200, 100), true, now, true)).toEqual({ average: 150, minutes: 150 });
  expect(schedule(site(200, null), true, now, true)).toEqual({ average: 400, minutes: 400 });
});

test("adaptive: a crawl without changes leaves the average as it is", () => {
  expect(schedule(site(200, 300), false, now, true)).toEqual({ average: 300, minutes: 300 });
  expect(schedule(site(null, null), false, now, true)).toEqual({ average: null, minutes: 600 });
});

test("adaptive: the interval stays between an hour and a week", () => {
  expect(schedule(site(2, 2), true, now, true).minutes).toBe(60);
  expect(schedule(site(90_000, 90_000), true, now, true).minutes).toBe(10_080);
  expect(schedule(site(-5_000, 60), true, now, true).average).toBe(30);
});

test("a site that fails is tried after an hour, then two, at most after its interval", () => {
  expect([0, 1, 2, 3, 50].map((failures) => retryMinutes(failures, 500))).toEqual([60, 120, 240, 480, 500]);
  expect(retryMinutes(0, 10)).toBe(10);
});
