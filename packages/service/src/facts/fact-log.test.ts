import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import type { Fact } from "./facts.ts";
import { describe, logFact, RunLog } from "./facts.ts";

const error = new CrawlError("http_status", { status: 500 });

/** The lines that a fact is in the log of the service. */
function linesOf(fact: Fact): unknown[] {
  const lines: unknown[] = [];
  const at = (level: string) => (fields: object, text: string) => lines.push([level, fields, text]);
  const log = { debug: at("debug"), info: at("info"), warn: at("warn") };
  logFact(log as never, fact, { site: "https://x.dev/" });
  return lines;
}

test("the log of recrawls has a warning for what went wrong, and nothing of what happens every time", () => {
  expect(linesOf({ type: "uploadFailed", error })).toEqual([
    ["warn", { site: "https://x.dev/", why: "500 Internal Server Error" }, "Upload failed"],
  ]);
  expect(linesOf({ type: "uploaded", url: "https://s.dev/x.txt" })).toEqual([
    ["debug", { site: "https://x.dev/", url: "https://s.dev/x.txt" }, "Uploaded"],
  ]);
  expect(linesOf({ type: "uploading" })).toEqual([]);
});

test("kept answers that are lost are a warning with how many they are, and one line for people", () => {
  const lost = { type: "answersLost", why: "damaged", bytes: 1_200 } as const;
  expect(linesOf(lost)).toMatchObject([["warn", { why: "damaged", bytes: 1_200 }, expect.stringContaining("lost")]]);
  expect(describe(lost, 0)).toEqual([
    "1,200 bytes of the kept answers cannot be read: they are damaged; their pages are requested again",
  ]);
});

test("an overlay is a warning in the log only where a change of it has no effect", () => {
  const finding = { code: "pageGone", path: ["pages", 0], page: "https://x.dev/a" } as const;
  const levels = [[], [finding]].map((findings) => linesOf({ type: "overlaid", changes: 1, findings })[0]);
  expect(levels).toEqual([expect.arrayContaining(["debug"]), expect.arrayContaining(["warn"])]);
});

test("the end of a recrawl is a line of the service's log, and none of the log that its site keeps", () => {
  const ended = { type: "recrawled", outcome: "same", runId: "r", ms: 1_200, pages: 3 } as const;
  expect(linesOf(ended)).toMatchObject([["info", { outcome: "same", run: "r", seconds: 1.2, pages: 3 }, "Recrawled"]]);
  expect(describe(ended, 0)).toEqual([]);
  const kept = new RunLog(() => 0);
  kept.add(ended);
  expect(JSON.parse(kept.record.log).lines).toEqual([]);
});

test("text of a page cannot end a line of the log that a site keeps", () => {
  const kept = new RunLog(() => 0);
  kept.add({ type: "sentinelUnchanged", url: "https://x.dev/a\nb\u202e.xml" });
  expect(JSON.parse(kept.record.log).lines[0].text).toBe(
    "Nothing new in the sitemap, so nothing was crawled: https://x.dev/a b .xml",
  );
});
