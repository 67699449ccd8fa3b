import { expect, test } from "vitest";
import { plainSiteRequest } from "../../jobs/request.ts";
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
    request: plainSiteRequest("https://x.dev/", { maxPagesLimit: 1000, useProxy: false }),
    digest: "",
    plainDigest: "",
  };
}

test("a crawl is remembered for 24 hours, as it was", () => {
  let now = new Date(0);
  const results = new Results(() => now);
  const finished = { ...crawl("a", now, "Grüße, 漢字 …"), full: "# All of it\n" };
  results.add(finished);
  now = new Date(23 * HOUR);
  expect(results.get("a")).toEqual(finished);
  now = new Date(24 * HOUR);
  expect(results.get("a")).toBeUndefined();
});

test("when the texts grow too large together, the oldest are forgotten first", () => {
  const results = new Results(() => new Date(0), 6_000);
  const ids = ["a", "b", "c"];
  for (const id of ids) results.add(crawl(id, new Date(0), "x".repeat(2_400)));
  expect(ids.filter((id) => results.get(id) !== undefined)).toEqual(["b", "c"]);
});

test("the last crawl is kept for its day, however large it is", () => {
  let now = new Date(0);
  const results = new Results(() => now, 6_000);
  results.add(crawl("small", now));
  results.add({ ...crawl("large", now), full: "x".repeat(10_000) });
  expect(results.get("small")).toBeUndefined();
  expect(results.get("large")?.full).toHaveLength(10_000);
  now = new Date(24 * HOUR);
  expect(results.get("large")).toBeUndefined();
});
