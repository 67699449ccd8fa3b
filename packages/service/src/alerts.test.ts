import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import { alertsOf } from "./alerts.ts";
import type { Ended } from "./recrawl.ts";

const error = new CrawlError("timeout", { timeoutMs: 10_000 });

/** A recrawl with the facts that alerts depend on. */
function ended(
  before: { failures?: number; pages?: number | null },
  after: { failures: number; pages?: number },
): Ended {
  const { failures, pages } = after;
  return {
    site: { failures: 0, pages: null, ...before },
    set: { failures },
    ...(failures > 0 && { error }),
    ...(pages !== undefined && { made: { summary: { pages } } }),
  } as unknown as Ended;
}

const types = (...facts: Parameters<typeof ended>) => alertsOf(ended(...facts)).map(({ type }) => type);

test("the third failure in a row causes an alert with its reason, and no other failure does", () => {
  expect([1, 2, 3, 4].map((failures) => types({ failures: failures - 1 }, { failures }))).toEqual([
    [],
    [],
    ["failing"],
    [],
  ]);
  expect(alertsOf(ended({ failures: 2 }, { failures: 3 }))).toEqual([
    { type: "failing", failures: 3, code: "timeout", reason: error.message },
  ]);
});

test("a recovered site causes an alert only if its failure did", () => {
  expect([1, 2, 3, 9].map((failures) => types({ failures }, { failures: 0 }))).toEqual([
    [],
    [],
    ["recovered"],
    ["recovered"],
  ]);
});

test("a document that lost more than a third of its pages causes an alert", () => {
  expect([66, 67, 100, 0].map((pages) => types({ pages: 100 }, { failures: 0, pages }))).toEqual([
    ...[["shrunk"], [], [], ["shrunk"]],
  ]);
  expect(types({ pages: null }, { failures: 0, pages: 0 })).toEqual([]);
});
