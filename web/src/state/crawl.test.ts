import { expect, test } from "vitest";
import type { SocketEvent } from "../protocol/types.ts";
import { failureTitle } from "../words/facts.ts";
import { Crawl } from "./crawl.ts";
import { Log, logText, MAX_LINES } from "./log.ts";
import { refusalOf } from "./refusal.ts";

const crawlOf = (...events: readonly object[]): Crawl => {
  const crawl = new Crawl("https://x.dev/docs", 50);
  for (const [n, event] of events.entries()) {
    const sent: SocketEvent = JSON.parse(JSON.stringify(event));
    crawl.take(sent, n * 100, n * 100);
  }
  return crawl;
};

test("a page goes from waiting over in flight to done, and its line says by what and how fast", () => {
  const url = "https://x.dev/docs/a";
  const crawl = crawlOf(
    { type: "chosen", urls: [url, "https://x.dev/docs/b"] },
    { type: "visiting", url },
    { type: "page", url, by: "browser", ms: 1400, bytes: 10 },
  );
  expect(crawl.tiles.all.map(({ path, state, by }) => [path, state, by])).toEqual([
    ["/docs/a", "done", "browser"],
    ["/docs/b", "waiting", "plain"],
  ]);
  expect(crawl.log.lines.map(({ kind, text, detail }) => [kind, text, detail])).toEqual([
    ["browser", "/docs/a", "browser 1.4 s"],
  ]);
});

test("failures are problems, and what was only waiting in the queue is said", () => {
  const crawl = crawlOf(
    { type: "queued", ahead: 2 },
    {
      type: "failed",
      url: "https://x.dev/gone",
      by: "plain",
      code: "http_status",
      facts: { status: 404 },
      ms: 3,
    },
  );
  expect(crawl.queued).toBe(2);
  expect(crawl.log.problems.map(({ text, detail }) => [text, detail])).toEqual([
    ["/gone", "The page was not found (404)"],
  ]);
  expect(crawl.failed).toBe(1);
});

test("a page left out is in the map only when it had been there before", () => {
  const crawl = crawlOf(
    { type: "leftOut", url: "https://x.dev/never", reason: "excluded" },
    { type: "visiting", url: "https://x.dev/twin" },
    { type: "leftOut", url: "https://x.dev/twin", reason: "duplicate" },
  );
  expect(crawl.tiles.all.map(({ path, state, reason }) => [path, state, reason])).toEqual([
    ["/twin", "leftOut", "Same text as a listed page"],
  ]);
});

test("the state of the crawl follows from the events, whatever their words are", () => {
  const crawl = crawlOf(
    { type: "site", url: "https://x.dev/docs" },
    { type: "enrolled", baseUrl: "https://x.dev/docs", recrawlIntervalMinutes: 60 },
    { type: "uploadFailed", code: "storage_failed", facts: {}, reason: "403 AccessDenied" },
    { type: "crawled", why: "timeout", pages: 3 },
  );
  expect(crawl).toMatchObject({ isWriting: true, isOver: false });
  expect(crawl.notStored).toContain("403 AccessDenied");
  expect(crawl.log.lines.map((line) => line.text)).toEqual([
    "Crawling https://x.dev/docs",
    "The site is kept up to date",
    "llms.txt could not be stored",
    "Time limit reached",
  ]);
});

test("an error is known by its code; a refusal that means a field of the form says which", () => {
  const range = { detail: "", code: "out_of_range", facts: { field: "maxPages", min: 1, max: 10 } };
  expect(refusalOf(range)).toMatchObject({ field: "maxPages", why: expect.stringContaining("from 1 to 10") });
  expect(refusalOf({ code: "invalid_request", facts: { field: "include.0", detail: "no glob" } })?.field).toBe(
    "include",
  );
  expect(refusalOf({ detail: "Unauthorized" })).toBeUndefined();
  const gone = { type: "error", code: "dns", facts: { hostname: "x.dev" }, reason: "host not found: x.dev" };
  const failed = crawlOf(gone);
  expect(failed.isOver).toBe(true);
  expect(failed.error && failureTitle(failed.error)).toBe("No site at this address");
});

test("an event that this page has no words for yet changes nothing", () => {
  expect(crawlOf({ type: "ofANewerServer" }, { type: "toString" }).log.lines).toEqual([]);
});

test("only as many pages are drawn in progress as there are requests on the wire, first come first served", () => {
  const url = (n: number) => `https://x.dev/${n}`;
  const states = (crawl: Crawl) => crawl.tiles.all.map(({ state }) => state);
  const asked = [0, 1, 2, 3].map((n) => ({ type: "visiting", url: url(n) }));
  const progress = { type: "progress", inFlight: 2, max: 50 };
  expect(states(crawlOf(...asked, progress))).toEqual(["flying", "flying", "waiting", "waiting"]);
  const landed = { type: "page", url: url(0), by: "plain" };
  expect(states(crawlOf(...asked, progress, landed))).toEqual(["done", "flying", "flying", "waiting"]);
});

test("the clock ticks without a word from the server; nothing is estimated after a silence", () => {
  const crawl = new Crawl("https://x.dev", 10);
  crawl.ranMs(0, 0);
  const page = (n: number, at: number) => {
    crawl.take(
      {
        type: "page",
        url: `https://x.dev/${n}`,
        title: "",
        section: "",
        by: "plain",
        rung: "plain",
        ms: 1,
        waitedMs: 0,
        bytes: 1,
        status: 200,
      },
      at,
      at,
    );
    const figures = { waiting: 10 - n, inFlight: 0, pagesPerSecond: 1, bytes: n, elapsedMs: at };
    const pagesBy = { plain: n, browser: 0, proxy: 0 };
    crawl.take({ type: "progress", done: n, max: 10, ...figures, pagesBy, rungs: pagesBy }, at, at);
  };
  for (let n = 1; n <= 4; n++) page(n, n * 1000);
  expect(crawl.elapsedMs(4000)).toBe(4000);
  expect(crawl.secondsLeft(4000)).toBe(6);
  expect(crawl.elapsedMs(9000)).toBe(9000);
  expect(crawl.secondsLeft(9000)).toBeUndefined();
});

test("the log keeps five thousand lines; the oldest go, and numbers go on", () => {
  const kept = new Log();
  for (let n = 0; n < MAX_LINES + 1200; n++) kept.add({ atMs: n, kind: "info", text: `line ${n}`, detail: "" });
  expect(kept.lines.length).toBeLessThanOrEqual(MAX_LINES);
  expect(kept.lines.at(-1)).toMatchObject({ number: MAX_LINES + 1199, text: `line ${MAX_LINES + 1199}` });
  expect(kept.lines[0]?.number).toBe((kept.lines.at(-1)?.number ?? 0) - kept.lines.length + 1);
});

test("a copied log has seconds, text and detail", () => {
  const crawl = crawlOf(
    { type: "site", url: "https://x.dev" },
    { type: "page", by: "plain", url: "https://x.dev/a", ms: 36 },
  );
  expect(logText(crawl.log.lines)).toBe("   0.0  Crawling https://x.dev\n   0.1  /a  36 ms");
});

test("a wait is told apart from an answer's time, and a pause as long as it lasts", () => {
  const crawl = crawlOf(
    { type: "page", by: "plain", url: "https://x.dev/a", ms: 20, waitedMs: 20_280 },
    { type: "waiting", host: "x.dev", leftMs: 120_000, until: new Date(120_000).toISOString() },
    { type: "waiting", host: "y.dev", leftMs: 5_000, until: new Date(5_000).toISOString() },
  );
  expect(crawl.log.lines[0]?.detail).toBe("20 ms, waited 20.3 s");
  expect(crawl.pause(0)).toEqual({ host: "x.dev", until: 120_000, others: 1 });
  expect(crawl.pause(120_000)).toBeUndefined();
});

test("a crawl is slow for its reason only while no more requests are on the wire", () => {
  const progress = { type: "progress", done: 1, max: 50, pagesBy: {} };
  const slower = { type: "slower", reason: "answers take longer", concurrency: 2 };
  expect(crawlOf(slower, { ...progress, inFlight: 2 }).slowness).toBe("answers take longer");
  expect(crawlOf(slower, { ...progress, inFlight: 6 }).slowness).toBe("");
});
