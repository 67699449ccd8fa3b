import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import { describe, describeFailure, eventOf, type Fact, failureOf } from "./facts.ts";

const away = new CrawlError("database_unavailable", { detail: "connect ECONNREFUSED 10.0.0.5:5432" });

test("a fact has a sentence for people and an event for programs", () => {
  const fact = { type: "uploaded", url: "https://s.dev/x.txt" } as const;
  expect([describe(fact, 50), eventOf(fact)]).toEqual([["Upload complete: https://s.dev/x.txt"], fact]);
});

test("the end of a crawl is reported in the specification's words", () => {
  expect(describe({ type: "crawled", why: "limit", pages: 50 }, 50)).toEqual([
    "Maximum pages limit reached",
    "Crawl complete: 50 pages",
  ]);
  expect(describe({ type: "crawled", why: "timeout", pages: 1 }, 50)[0]).toBe("Crawl timeout exceeded");
  expect(describe({ type: "queued", ahead: 0 }, 50)).toEqual(["Waiting: this crawl is next"]);
  expect(describe({ type: "queued", ahead: 1 }, 50)).toEqual(["Waiting: 1 crawl ahead of this one"]);
  expect(describe({ type: "enrolled", siteId: "1" }, 50)).toEqual(["Auto-update enabled for this site"]);
});

test("no client learns the database's address", () => {
  const fact = { type: "notEnrolled", error: away } as const;
  expect(describe(fact, 50)).toEqual(["Auto-update not enabled: database unavailable"]);
  expect(eventOf(fact)).toEqual({
    type: "notEnrolled",
    code: "database_unavailable",
    reason: "Database unavailable",
  });
  expect(JSON.stringify(failureOf(away))).not.toContain("10.0.0.5");
});

test("a failed page and a failed crawl have the specification's messages", () => {
  const error = new CrawlError("http_status", { status: 404 });
  const url = "https://x.dev/a" as never;
  expect(describe({ type: "failed", url, error }, 50)).toEqual(["Failed to fetch https://x.dev/a: 404 Not Found"]);
  expect(describeFailure(error)).toBe("Failed to fetch page: 404 Not Found");
  expect(describeFailure(new CrawlError("crawl_timeout", {}))).toBe("Crawl timeout exceeded");
  expect(describeFailure(new CrawlError("interrupted", {}))).toBe("Crawl interrupted");
});

test("an untrusted title cannot end a line, colour a terminal or fill a screen", () => {
  const said = describe(
    { type: "visiting", url: `a\nb\u001b[31m\u202e${"x".repeat(5_000)}` } as Fact & { url: never },
    1,
  );
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/^Visiting a b \[31m x+$/);
  expect(said[0]?.length).toBeLessThanOrEqual(1_000);
});
