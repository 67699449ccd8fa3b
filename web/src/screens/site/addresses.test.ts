import type { Summary } from "@llmstxt-service/service/shapes";
import { expect, test } from "vitest";
import { addressRows, countsOf } from "./addresses.ts";

const HOME = "https://tern.example";

const summary = (addresses: Summary["addresses"]): Summary => ({
  ...{ pages: 2, characters: 0, tokens: 0, sections: [], failed: 1, leftOut: [], findings: [], shortened: 0 },
  ...{ why: "complete", elapsedMs: 0, bytes: 0, addresses },
});

test("every address has one row, and the filters' counts add up", () => {
  const rows = addressRows(
    summary([
      { url: `${HOME}/`, state: "listed", title: "Tern" },
      { url: `${HOME}/old`, state: "leftOut", reason: "over the limit", others: 44 },
      { url: `${HOME}/a`, state: "listed", title: "A", section: "Docs" },
      { url: `${HOME}/b`, state: "failed", reason: "GET /b: 500 Internal Server Error" },
    ]),
  );
  expect(rows.map(({ url, why }) => `${url.slice(HOME.length)} ${why}`)).toEqual([
    "/ Homepage",
    "/a Docs",
    "/b GET /b: 500 Internal Server Error",
    "/old Page limit reached",
  ]);
  expect(countsOf(rows)).toEqual({ all: 48, listed: 2, failed: 1, leftOut: 45 });
});

test("a hidden page is shown as left out by the owner", () => {
  const [, hidden] = addressRows(
    summary([
      { url: `${HOME}/`, state: "listed", title: "Tern" },
      { url: `${HOME}/a`, state: "listed", title: "A" },
    ]),
  );
  expect(hidden).toMatchObject({ state: "leftOut", why: "Hidden by you" });
});

test("an unknown reason is shown as the server sent it", () => {
  const [row] = addressRows(summary([{ url: `${HOME}/x`, state: "leftOut", reason: "eclipsed" }]));
  expect(row?.why).toBe("eclipsed");
});
