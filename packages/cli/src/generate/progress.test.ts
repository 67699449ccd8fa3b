import { CrawlError } from "@llmstxt-service/page/errors";
import type { GenerateProgress } from "@llmstxt-service/service/jobs/generate";
import { expect, test } from "vitest";
import { lineProgress, liveProgress, paceWords } from "./progress.ts";

const failed = (url: string): GenerateProgress => ({
  type: "failed",
  url: url as never,
  error: new CrawlError("http_status", { status: 500 }),
});

function recorder(columns?: number) {
  const written: string[] = [];
  const output = {
    write: (text: string | Uint8Array) => written.push(String(text)) > 0,
    ...(columns ? { columns } : {}),
  };
  return { output, written: () => written.join("") };
}

test("text of a page cannot move the cursor, colour the screen or end a line", () => {
  const { output, written } = recorder();
  lineProgress(output, { maxPages: 5, verbose: false }).show(failed("https://x.test/\u001b[2J\nDone\u202e"));
  expect(written()).toBe("Failed to fetch https://x.test/ [2J Done : 500 Internal Server Error\n");
});

test("invisible characters of a page are not in the line: selectors, fillers, joiners, tags", () => {
  const { output, written } = recorder();
  const unseen = "\u{e0100}\u{e01ef}\u3164\u115f\u1160\uffa0\u034f\ufe0e\u17b4\u2065";
  lineProgress(output, { maxPages: 5, verbose: false }).show(failed(`https://x.test/a${unseen}b\u{e0041}\ud800c`));
  expect(written()).toBe("Failed to fetch https://x.test/ab c: 500 Internal Server Error\n");
});

test("single decisions are lines only when asked for", () => {
  const leftOut: GenerateProgress = { type: "leftOut", url: "https://x.test/cart", reason: "robots" };
  const [brief, verbose] = [recorder(), recorder()];
  lineProgress(brief.output, { maxPages: 5, verbose: false }).show(leftOut);
  lineProgress(verbose.output, { maxPages: 5, verbose: true }).show(leftOut);
  expect([brief.written(), verbose.written()]).toEqual(["", "Skipped: robots: https://x.test/cart\n"]);
});

test("the living line keeps failures above itself and is gone at the end", () => {
  const { output, written } = recorder(40);
  const view = liveProgress(output, { maxPages: 5, verbose: false });
  view.show(failed("https://x.test/a"));
  view.end();
  view.end();
  expect(written()).toContain("Failed to fetch https://x.test/a: 500 Internal Server Error\n");
  expect(written().endsWith("\r\u001b[2K")).toBe(true);
});

test("the living line keeps above itself that sitemaps were not read whole, as every warning", () => {
  const { output, written } = recorder();
  const view = liveProgress(output, { maxPages: 5, verbose: false });
  view.show({ type: "sitemapsCut", limit: "bytes", unread: ["https://x.test/b.xml"] });
  view.show({ type: "sitemap", url: "https://x.test/sitemap.xml", urls: 3 });
  view.end();
  const line = "Sitemaps: not all was read: more bytes than are read for so many pages, https://x.test/b.xml\n";
  expect(written()).toBe(`\r\u001b[2K${line}\r\u001b[2K`);
});

test("the living line is never wider than the terminal", () => {
  const { output, written } = recorder(40);
  const view = liveProgress(output, { maxPages: 5, verbose: false });
  view.show({ type: "visiting", url: `https://x.test/${"long/".repeat(40)}` as never });
  view.draw();
  view.end();
  const widest = Math.max(
    ...written()
      .split(/\r\u001b\[2K|\n/)
      .map((line) => [...line].length),
  );
  expect(widest).toBe(39);
});

test("the living line says how fast, for how long, how long still, and since when it waits", () => {
  const pace = { started: 0, heard: 10_000, done: 20, waiting: 30 };
  expect(paceWords(pace, 10_000)).toBe("2.0/s  10 s, about 15 s left");
  expect(paceWords({ ...pace, done: 2 }, 10_000)).toBe("0.2/s  10 s");
  expect(paceWords({ ...pace, done: 0 }, 10_000)).toBe("10 s");
  expect(paceWords(pace, 75_000)).toBe("1 min 15 s, waiting for 1 min 5 s");
});
