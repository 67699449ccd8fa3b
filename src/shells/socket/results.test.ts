import { expect, test } from "vitest";
import { type FinishedCrawl, Results } from "./results.ts";

const HOUR = 3_600_000;

function crawl(id: string, finishedAt: Date, text = "text"): FinishedCrawl {
  return {
    id,
    url: "https://x.dev/",
    finishedAt,
    summary: {
      pages: 1,
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
    full: undefined,
    fileUrl: undefined,
    request: { maxPages: 50, descLength: 500 },
    digest: "",
    plainDigest: "",
  };
}

test("a crawl is remembered for 24 hours", () => {
  let now = new Date(0);
  const results = new Results(() => now);
  results.add(crawl("a", now));
  now = new Date(23 * HOUR);
  expect(results.get("a")?.text).toBe("text");
  now = new Date(24 * HOUR);
  expect(results.get("a")).toBeUndefined();
});

test("when the texts grow too large together, the oldest are forgotten first", () => {
  const results = new Results(() => new Date(0), 100);
  for (const id of ["a", "b", "c"]) results.add(crawl(id, new Date(0), "x".repeat(40)));
  expect(["a", "b", "c"].filter((id) => results.get(id) !== undefined)).toEqual(["b", "c"]);
});
