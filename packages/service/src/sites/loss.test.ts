import { expect, test } from "vitest";
import { keptDocument, UNCOMPARED } from "./loss.ts";

const whole = { pages: 100, kept: null };

test("a document is kept when more than the share is lost, and not at the share itself or without a limit", () => {
  expect(keptDocument(whole, 49, 0.5)).toEqual({ pages: 100, times: 1 });
  expect(keptDocument(whole, 50, 0.5)).toBeUndefined();
  expect(keptDocument(whole, 0, undefined)).toBeUndefined();
  expect(keptDocument(whole, 99, 0)).toEqual({ pages: 100, times: 1 });
  expect(keptDocument(whole, 0, 1)).toBeUndefined();
  expect(keptDocument(whole, 150, 0.5)).toBeUndefined();
  expect(keptDocument({ pages: 0, kept: null }, 0, 0.5)).toBeUndefined();
});

test("the third recrawl in a row that finds the same loss is taken; another loss is counted anew", () => {
  const once = { pages: 20, kept: { pages: 100, times: 1 } };
  expect(keptDocument(once, 21, 0.5)).toEqual({ pages: 100, times: 2 });
  expect(keptDocument(once, 5, 0.5)).toEqual({ pages: 100, times: 1 });
  expect(keptDocument({ pages: 20, kept: { pages: 100, times: 2 } }, 20, 0.5)).toBeUndefined();
  expect(keptDocument(once, 60, 0.5)).toBeUndefined();
});

test("after a change of what is crawled the next document is compared with none", () => {
  expect(keptDocument({ pages: 100, kept: UNCOMPARED }, 3, 0.5)).toBeUndefined();
});
