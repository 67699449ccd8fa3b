import { pageUrl } from "@llmstxt-service/page/address/page-url";
import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import { countsOf } from "../../../document/src/document-counts.ts";
import type { Rendered } from "../../../document/src/llmstxt.ts";
import { LeftOutCounter } from "../jobs/generate/left-out-counter.ts";
import { RunLog } from "./run-log.ts";

const failed = (n: number) =>
  ({
    type: "failed",
    url: pageUrl(`https://x.dev/${n}`),
    error: new CrawlError("http_status", { status: 500 }),
  }) as const;

test("the log of a recrawl with many failures keeps its beginning and its end, within a bound", () => {
  let time = 0;
  const log = new RunLog(() => time++);
  log.add({ type: "site", home: pageUrl("https://x.dev/") });
  for (let n = 0; n < 100_000; n++) log.add(failed(n));
  const { failed: pages, log: text } = log.record;
  expect([pages, text.length < 32_768]).toEqual([100_000, true]);
  const { dropped, lines } = JSON.parse(text);
  expect([dropped, lines.length]).toEqual([100_001 - 100, 100]);
  expect(lines[0]).toEqual({ atMs: 1, level: "info", text: "Crawling https://x.dev/" });
  expect(lines[1]).toMatchObject({ level: "failure", text: expect.stringContaining("https://x.dev/0: ") });
  expect(lines.at(-1).text).toContain("https://x.dev/99999");
});

test("steps that every page takes are no lines of the log", () => {
  const log = new RunLog();
  log.add({ type: "known", count: 7 });
  log.add({ type: "recrawled", outcome: "same", runId: "r", ms: 1, pages: 3 });
  expect(JSON.parse(log.record.log)).toEqual({ dropped: 0, lines: [] });
});

test("changes by an overlay and requests to a model are lines, as in the log of a crawl", () => {
  const log = new RunLog(() => 0);
  log.add({ type: "overlaid", changes: 2, findings: [] });
  log.add({ type: "modelEstimate", calls: 3, tokens: 900 });
  expect(JSON.parse(log.record.log).lines.map(({ text }: { text: string }) => text)).toEqual([
    "Made 2 changes of the overlay",
    "Language model: 3 calls to make, about 900 tokens",
  ]);
});

test("all that was linked and not listed is one line, with counts by kind", () => {
  const log = new RunLog(() => 0);
  const counts = countsOf("# X\n\n- [A](https://x.dev/a)\n");
  const rendered = { shortened: 0, over: 0 } as Rendered;
  const leftOut = new LeftOutCounter();
  for (const n of [1, 2]) leftOut.add({ type: "leftOut", reason: "archive", url: `https://x.dev/${n}.zip` });
  leftOut.add({ type: "leftOut", reason: "image", url: "https://x.dev/a.png", others: 4 });
  log.add({ type: "rendered", rendered, counts, leftOut: leftOut.groups });
  const [, line] = JSON.parse(log.record.log).lines;
  expect(line).toMatchObject({ level: "info", text: "Left out: 5 image (not read); 2 archive or program (not read)." });
});
