import { expect, test } from "vitest";
import type { Job } from "../protocol/types.ts";
import { readJobsPlace } from "../state/jobs.ts";
import { subjectOf, workOf } from "./jobs.ts";

const job = (more: Partial<Job>): Job => ({
  ...{ id: "1", kind: "crawl", state: "done", by: "page", host: "x.dev", createdAt: "2026-11-21T05:50:00Z" },
  ...{ startedAt: null, finishedAt: null, done: 12, total: 50, error: null, crawl: null },
  result: { pages: 12, failed: 0, why: "complete" },
  ...more,
});

test("work that is done says what failed in it, and what ended it before its time", () => {
  expect(workOf(job({}))).toEqual({ state: "done", words: "Done", isTroubled: false });
  expect(workOf(job({ result: { failed: 1, why: "limit" } }))).toMatchObject({ words: "Done, 1 page failed" });
  expect(workOf(job({ result: { failed: 2, why: "asked" } }))).toEqual({
    state: "done",
    words: "Stopped early at 12 pages, 2 pages failed",
    isTroubled: true,
  });
  const run = job({ kind: "recrawl", host: null, result: { errors: 3 }, total: 20 });
  expect([subjectOf(run), workOf(run)]).toMatchObject(["20 sites", { words: "Done, 3 sites failed" }]);
});

test("a private crawl is named as one, and its result not known", () => {
  const unseen = job({ host: null, result: null });
  expect([subjectOf(unseen), workOf(unseen)]).toMatchObject(["a private site", { words: "Done", isTroubled: false }]);
});

test("an address that says nonsense lists everything", () => {
  expect(readJobsPlace("state=nonsense&by=&q=x")).toEqual({ q: "x", state: "", by: "" });
});
