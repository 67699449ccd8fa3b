import { expect, test } from "vitest";
import { readMessage } from "../protocol/messages.ts";
import { failureTitle } from "../words/facts.ts";
import { Crawl } from "./crawl.ts";
import { Log, logText, MAX_LINES } from "./log.ts";
import { refusalOf } from "./refusal.ts";

const crawlOf = (...messages: readonly object[]): Crawl => {
  const crawl = new Crawl("https://x.dev/docs", 50);
  for (const [n, message] of messages.entries()) {
    const read = readMessage(JSON.stringify(message));
    if (read) crawl.take(read, n * 100);
  }
  return crawl;
};
const log = (content: string, event?: object) => ({ type: "log", content, event });

test("a page goes from waiting over in flight to done, and its line says by what and how fast", () => {
  const url = "https://x.dev/docs/a";
  const crawl = crawlOf(
    log("", { type: "chosen", urls: [url, "https://x.dev/docs/b"] }),
    log(`Visiting ${url}`, { type: "visiting", url }),
    log("Progress: 1/50 pages: A", { type: "page", url, by: "browser", ms: 1400, bytes: 10 }),
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
    log("Waiting: 2 crawls ahead", { type: "queued", ahead: 2 }),
    log("", {
      type: "failed",
      url: "https://x.dev/gone",
      by: "plain",
      code: "http_status",
      facts: { status: 404 },
      ms: 3,
    }),
  );
  expect(crawl.queued).toBe(2);
  expect(crawl.log.problems.map(({ text, detail }) => [text, detail])).toEqual([
    ["/gone", "The page was not found (404)"],
  ]);
  expect(crawl.failed).toBe(1);
});

test("a page left out is in the map only when it had been there before", () => {
  const crawl = crawlOf(
    log("", { type: "leftOut", url: "https://x.dev/never", reason: "excluded" }),
    log("", { type: "visiting", url: "https://x.dev/twin" }),
    log("", { type: "leftOut", url: "https://x.dev/twin", reason: "duplicate" }),
  );
  expect(crawl.tiles.all.map(({ path, state, reason }) => [path, state, reason])).toEqual([
    ["/twin", "leftOut", "Same text as a listed page"],
  ]);
});

test("what became of the crawl is told by facts, whatever the words beside them", () => {
  const crawl = crawlOf(
    log("anything", { type: "site", url: "https://x.dev/docs" }),
    log("anything", { type: "enrolled", baseUrl: "https://x.dev/docs", recrawlIntervalMinutes: 60 }),
    log("anything", { type: "uploadFailed", code: "storage_failed", facts: {}, reason: "403 AccessDenied" }),
    log("anything", { type: "crawled", why: "timeout", pages: 3 }),
    log("Crawl timeout exceeded"),
    { type: "result", content: "# X\n" },
    { type: "url", content: "https://files/x.txt" },
  );
  expect(crawl).toMatchObject({ result: "# X\n", fileUrl: "https://files/x.txt", timedOut: true, enrolled: true });
  expect(crawl.notStored).toContain("403 AccessDenied");
  expect(crawl.log.lines.map((line) => line.text)).toEqual([
    "Crawling https://x.dev/docs",
    "The site is kept up to date",
    "llms.txt could not be stored",
    "Time limit reached",
  ]);
});

test("an error is known by its code; one that means a field of the form says which", () => {
  const refused = {
    type: "error",
    code: "out_of_range",
    facts: { field: "maxPages", min: 1, max: 10 },
    reason: "",
    about: "request",
  };
  const { error } = crawlOf({ type: "error", content: "Max pages must be between 1 and 10", event: refused });
  expect(error && refusalOf(error)).toMatchObject({ field: "maxPages", why: expect.stringContaining("from 1 to 10") });
  const gone = { type: "error", code: "dns", facts: { hostname: "x.dev" }, reason: "host not found: x.dev" };
  const failed = crawlOf({ type: "error", content: "Failed to fetch page: host not found: x.dev", event: gone });
  expect(failed.error && refusalOf(failed.error)).toBeUndefined();
  expect(failed.error && failureTitle(failed.error)).toBe("No site at this address");
});

test("messages that are none of the protocol's are passed over, and wrong fields do no harm", () => {
  for (const data of ["", "[]", "null", "{}", '{"type":1}', "not JSON", new ArrayBuffer(3)])
    expect(readMessage(data)).toBeUndefined();
  const crawl = crawlOf(
    log("x", { type: "page", url: 7, by: "rocket", ms: "soon" }),
    log("y", { type: "toString" }),
    log("z", { type: "progress", done: null, rungs: [] }),
  );
  expect(crawl.progress).toMatchObject({ done: 0, max: 50 });
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
    log("", { type: "site", url: "https://x.dev" }),
    log("", { type: "page", url: "https://x.dev/a", ms: 36 }),
  );
  expect(logText(crawl.log.lines)).toBe("   0.0  Crawling https://x.dev\n   0.1  /a  36 ms");
});
