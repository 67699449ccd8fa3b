import { expect, test } from "vitest";
import { CrawlError, isFailure, toCrawlError } from "./errors.ts";

test("an error's message has exactly the interface's wording", () => {
  const range = { field: "recrawlIntervalMinutes", min: 1, max: 525_600 } as const;
  expect(new CrawlError("out_of_range", range).message).toBe("Recrawl interval must be between 1 and 525600 minutes");
  const field = { field: "include", detail: "must be an array of path globs" };
  expect(new CrawlError("invalid_request", field).message).toBe(
    "Invalid request: include: must be an array of path globs",
  );
  expect(new CrawlError("empty_page", { problem: "shell" }).message).toBe("it has no text without JavaScript");
  expect(new CrawlError("empty_page", { problem: "shell", browser: "missing" }).message).toMatch(/no Chromium here/);
  expect(new CrawlError("empty_page", { problem: "consent", browser: "missing" }).message).not.toMatch(/Chromium/);
  expect(new CrawlError("too_large", { maxBytes: 10_485_760 }).message).toBe("more than 10,485,760 bytes");
  expect(new CrawlError("http_status", { status: 404 })).toMatchObject({
    message: "404 Not Found",
    facts: { status: 404 },
  });
});

test("the code of an error decides whether a retry may help", () => {
  expect(new CrawlError("connection", { detail: "connection reset" }).retry).toBe(true);
  expect(new CrawlError("http_status", { status: 404 }).retry).toBe(false);
});

test("any thrown value becomes a CrawlError once, with the original as its cause", () => {
  const bug = new TypeError("x is not a function");
  expect(toCrawlError(bug)).toMatchObject({ code: "unexpected", message: bug.message, cause: bug });
  expect(toCrawlError("text", "storage_failed")).toMatchObject({ code: "storage_failed", message: "text" });
  expect(toCrawlError(AbortSignal.abort().reason)).toMatchObject({ code: "aborted" });
  const known = new CrawlError("dns", { hostname: "x.dev" });
  expect(toCrawlError(known)).toBe(known);
  expect(isFailure(known, "dns")).toBe(true);
  expect(isFailure(known, "tls")).toBe(false);
  expect(isFailure(bug, "unexpected")).toBe(false);
});
