import { expect, test } from "vitest";
import { readMessage } from "../protocol/messages.ts";
import { Crawl } from "./crawl.ts";
import { Log, logText, MOST_LINES } from "./log.ts";

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
    log("Progress: 1/50 pages: A", { type: "page", url, rung: "browser", ms: 1400, bytes: 10 }),
  );
  expect(crawl.tiles.all.map(({ path, state, rung }) => [path, state, rung])).toEqual([
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
    log("", { type: "failed", url: "https://x.dev/gone", rung: "plain", reason: "404 Not Found", ms: 3 }),
  );
  expect(crawl.queued).toBe(2);
  expect(crawl.log.problems.map(({ text, detail }) => [text, detail])).toEqual([["/gone", "404 Not Found"]]);
  expect(crawl.failed).toBe(1);
});

test("a page left out is in the map only when it had been there before", () => {
  const crawl = crawlOf(
    log("", { type: "leftOut", url: "https://x.dev/never", reason: "excluded" }),
    log("", { type: "visiting", url: "https://x.dev/twin" }),
    log("", { type: "leftOut", url: "https://x.dev/twin", reason: "duplicate" }),
  );
  expect(crawl.tiles.all.map(({ path, state, reason }) => [path, state, reason])).toEqual([
    ["/twin", "leftOut", "duplicate"],
  ]);
});

test("a server that speaks without facts is understood by its words", () => {
  const crawl = crawlOf(
    log("Crawling https://x.dev/docs"),
    log("Visiting https://x.dev/docs/a"),
    log("Auto-update enabled for this site"),
    log("Crawl timeout exceeded"),
    { type: "result", content: "# X\n" },
    { type: "url", content: "https://files/x.txt" },
  );
  expect(crawl).toMatchObject({ result: "# X\n", fileUrl: "https://files/x.txt", timedOut: true, enrolled: true });
  expect(crawl.log.lines.map((line) => line.text)).not.toContain("Visiting https://x.dev/docs/a");
});

test("messages that are none of the protocol's are passed over, and wrong fields do no harm", () => {
  for (const data of ["", "[]", "null", "{}", '{"type":1}', "not JSON", new ArrayBuffer(3)])
    expect(readMessage(data)).toBeUndefined();
  const crawl = crawlOf(
    log("x", { type: "page", url: 7, rung: "rocket", ms: "soon" }),
    log("y", { type: "toString" }),
    log("z", { type: "progress", done: null, rungs: [] }),
  );
  expect(crawl.progress).toMatchObject({ done: 0, max: 50 });
});

test("the log keeps five thousand lines; the oldest go, and numbers go on", () => {
  const kept = new Log();
  for (let n = 0; n < MOST_LINES + 1200; n++) kept.add({ atMs: n, kind: "info", text: `line ${n}`, detail: "" });
  expect(kept.lines.length).toBeLessThanOrEqual(MOST_LINES);
  expect(kept.lines.at(-1)).toMatchObject({ number: MOST_LINES + 1199, text: `line ${MOST_LINES + 1199}` });
  expect(kept.lines[0]?.number).toBe((kept.lines.at(-1)?.number ?? 0) - kept.lines.length + 1);
});

test("a copied log has seconds, text and detail", () => {
  const crawl = crawlOf(log("Crawling https://x.dev"), log("", { type: "page", url: "https://x.dev/a", ms: 36 }));
  expect(logText(crawl.log.lines)).toBe("   0.0  Crawling https://x.dev\n   0.1  /a  36 ms");
});
