import { expect, test } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

const NOW = new Date("2026-03-01T12:00:00Z");

test.each([
  ["0", 0],
  ["120", 120_000],
  [" 2 ", 2000],
  ["999999999999", 86_400_000],
  ["Sun, 01 Mar 2026 12:00:30 GMT", 30_000],
  ["Sunday, 01-Mar-26 12:00:30 GMT", 30_000],
  ["Sun, 01 Mar 2026 11:00:00 GMT", 0],
  ["Fri, 31 Dec 9999 23:59:59 GMT", 86_400_000],
  ["-5", undefined],
  ["soon", undefined],
  ["1.5", undefined],
  ["", undefined],
  [undefined, undefined],
])("Retry-After %s is %s ms", (field, ms) => {
  expect(retryAfterMs(field, NOW)).toBe(ms);
});
