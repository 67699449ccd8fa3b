import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CrawlError, FAILURES, toCrawlError } from "./errors.ts";

test("docs/errors.md explains exactly the codes there are, each in a paragraph of its own", () => {
  const text = readFileSync(new URL("../docs/errors.md", import.meta.url), "utf8");
  const explained = [...text.matchAll(/^### `(\w+)`\n\n.{40,} Retry: (yes|no)\. HTTP (\d+)\.$/gm)];
  const rows = explained.map(([, code, retry, status]) => ({ code, retry: retry === "yes", status: Number(status) }));
  expect(rows).toEqual(Object.entries(FAILURES).map(([code, row]) => ({ code, ...row })));
  expect(rows).toHaveLength(text.match(/^### /gm)?.length ?? 0);
});

test("a CrawlError says whether the same may succeed a moment later, by its code alone", () => {
  expect(new CrawlError("connection", "connection reset").retry).toBe(true);
  expect(new CrawlError("http_status", "404 Not Found").retry).toBe(false);
});

test("whatever was thrown becomes a CrawlError once, and keeps what it was", () => {
  const bug = new TypeError("x is not a function");
  expect(toCrawlError(bug)).toMatchObject({ code: "unexpected", message: bug.message, cause: bug });
  expect(toCrawlError("text", "storage_failed")).toMatchObject({ code: "storage_failed", message: "text" });
  expect(toCrawlError(AbortSignal.abort().reason)).toMatchObject({ code: "aborted" });
  const known = new CrawlError("dns", "host not found: x.dev");
  expect(toCrawlError(known)).toBe(known);
});
