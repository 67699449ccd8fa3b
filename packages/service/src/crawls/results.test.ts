import { expect, test } from "vitest";
import { plainSiteRequest } from "../jobs/request.ts";
import type { CrawlRecord } from "./record.ts";
import { Results } from "./results.ts";

const HOUR = 3_600_000;

function crawl(
  id: string,
  finishedAt: Date,
  { text = "text", full }: { text?: string; full?: string } = {},
): CrawlRecord {
  return {
    id,
    by: "api",
    goesOn: true,
    journalKey: null,
    resumed: null,
    url: "https://x.dev/",
    state: "done",
    createdAt: finishedAt,
    finishedAt,
    startedAt: null,
    request: {
      ...plainSiteRequest("https://x.dev/", { maxPagesLimit: 1000, useProxy: false }),
      full: false,
      llmEnhance: false,
    },
    error: null,
    result: {
      summary: {
        pages: 1,
        failed: 0,
        failures: [],
        characters: text.length,
        tokens: 1,
        lines: 1,
        sections: [],
        leftOut: [],
        shortened: 0,
        score: 100,
        findings: [],
        timedOut: false,
        stored: false,
      },
      text,
      full,
      fileUrl: undefined,
      digest: "",
      plainDigest: "",
    },
  };
}

test("a crawl is remembered for 24 hours, as it was", () => {
  let now = new Date(0);
  const results = new Results(() => now);
  const finished = crawl("a", now, { text: "Grüße, 漢字 …", full: "# All of it\n" });
  results.add(finished);
  now = new Date(23 * HOUR);
  expect(results.get("a")).toEqual(finished);
  now = new Date(24 * HOUR);
  expect(results.get("a")).toBeUndefined();
});

test("when the texts grow too large together, the oldest are forgotten first", () => {
  const results = new Results(() => new Date(0), 8_000);
  const ids = ["a", "b", "c"];
  for (const id of ids) results.add(crawl(id, new Date(0), { text: "x".repeat(2_400) }));
  expect(ids.filter((id) => results.get(id) !== undefined)).toEqual(["b", "c"]);
});

test("the last crawl is kept for its day, however large it is", () => {
  let now = new Date(0);
  const results = new Results(() => now, 6_000);
  results.add(crawl("small", now));
  results.add(crawl("large", now, { full: "x".repeat(10_000) }));
  expect(results.get("small")).toBeUndefined();
  expect(results.get("large")?.result?.full).toHaveLength(10_000);
  now = new Date(24 * HOUR);
  expect(results.get("large")).toBeUndefined();
});
