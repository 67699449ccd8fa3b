import { pageUrl } from "@llmstxt-service/page/address/page-url";
import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import { CrawlEvents } from "./crawl-events.ts";

const url = pageUrl("https://x.dev/docs/a");

function watch(now = () => 0) {
  return new CrawlEvents({ maxPages: 10, now });
}

test("facts become the events of their names, to the letter", () => {
  const events = watch();
  const robots = { type: "robots", url: "https://x.dev/robots.txt", allowed: true, lines: [], group: "*" } as const;
  expect(events.of(robots)[0]).toEqual(robots);
  expect(events.of({ type: "sitemap", url: "https://x.dev/sitemap.xml", urls: 3 })).toEqual([
    { type: "sitemap", url: "https://x.dev/sitemap.xml", urls: 3 },
  ]);
  expect(events.of({ type: "known", count: 30 })).toEqual([{ type: "known", count: 30, chosen: 10 }]);
  expect(events.of({ type: "visiting", url })).toEqual([{ type: "visiting", url }]);
  expect(events.of({ type: "leftOut", url, reason: "duplicate", of: "https://x.dev/" })).toEqual([
    { type: "leftOut", url, reason: "duplicate", of: "https://x.dev/" },
  ]);
  expect(events.of({ type: "slower", reason: "429", concurrency: 2 })).toEqual([
    { type: "slower", reason: "429", concurrency: 2 },
  ]);
});

test("the pages chosen to be read come in batches of a hundred", () => {
  const urls = Array.from({ length: 250 }, (_, n) => pageUrl(`https://x.dev/docs/${n}`));
  const batches = watch().of({ type: "chosen", urls });
  expect(batches.flatMap((event) => (event.type === "chosen" ? [event.urls.length] : []))).toEqual([100, 100, 50]);
  expect(batches.flatMap((event) => (event.type === "chosen" ? event.urls : []))).toEqual(urls);
});

test("a way of fetching that gave nothing is told, the one that gave the page is not", () => {
  const events = watch();
  const tried = { rung: "plain", elapsedMs: 100.4, waitedMs: 20_000.2 } as const;
  const empty = new CrawlError("empty_page", { problem: "shell" });
  expect(events.of({ type: "attempt", url, attempt: { ...tried, outcome: empty.message, error: empty } })[0]).toEqual({
    type: "attempt",
    url,
    by: "plain",
    rung: "plain",
    code: "empty_page",
    facts: { problem: "shell" },
    reason: "it has no text without JavaScript",
    ms: 100,
    waitedMs: 20_000,
  });
  expect(events.of({ type: "attempt", url, attempt: { ...tried, outcome: "ok" } })).toEqual([]);
});

test("a page that failed says by which way, why, and how long all its tries took", () => {
  const events = watch();
  events.of({ type: "attempt", url, attempt: { rung: "plain", outcome: "empty", elapsedMs: 100, waitedMs: 1_000 } });
  events.of({
    type: "attempt",
    url,
    attempt: { rung: "browser", outcome: "time-out", elapsedMs: 200.4, waitedMs: 19_000.4 },
  });
  const [failed] = events
    .of({ type: "failed", url, error: new CrawlError("timeout", { timeoutMs: 10_000 }) })
    .slice(-1);
  expect(failed).toEqual({
    type: "failed",
    url,
    by: "browser",
    rung: "browser",
    code: "timeout",
    facts: { timeoutMs: 10_000 },
    reason: "timed out after 10 s",
    ms: 300,
    waitedMs: 20_000,
  });
  expect(events.figures.fetchMs).toBe(300);
});

test("progress comes four times a second at most, and once more at the end", () => {
  let now = 0;
  const events = watch(() => now);
  let progresses = 0;
  for (; now < 1_000; now += 10)
    progresses += events.of({ type: "visiting", url }).filter(({ type }) => type === "progress").length;
  expect(progresses).toBe(4);
  expect(events.of({ type: "crawled", why: "complete", pages: 1 })).toEqual([
    { type: "crawled", why: "complete", pages: 1 },
    {
      type: "progress",
      done: 0,
      max: 10,
      waiting: 0,
      inFlight: 0,
      pagesPerSecond: 0,
      bytes: 0,
      elapsedMs: 1_000,
      pagesBy: { plain: 0, browser: 0, proxy: 0 },
      rungs: { plain: 0, browser: 0, proxy: 0 },
    },
  ]);
});

test("an event of a failure has its code and facts; why the database is away is told to no client", () => {
  const error = new CrawlError("database_unavailable", { detail: "connect ECONNREFUSED 10.0.0.5:5432" });
  expect(watch().of({ type: "notEnrolled", error })[0]).toEqual({
    type: "notEnrolled",
    code: "database_unavailable",
    facts: {},
    reason: "Database unavailable",
  });
  const stored = new CrawlError("storage_failed", { detail: "PUT https://bucket/x.txt: 403" });
  expect(watch().of({ type: "uploadFailed", error: stored })[0]).toMatchObject({
    type: "uploadFailed",
    code: "storage_failed",
    reason: "PUT https://bucket/x.txt: 403",
  });
});
