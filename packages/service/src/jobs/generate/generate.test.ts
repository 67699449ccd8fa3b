import { expect, test } from "vitest";
import { siteRequestOf } from "../request.ts";
import { renderOptions } from "./generate.ts";

const at = new Date("2026-11-22T00:00:00Z");
const crawl = {
  url: "https://x.dev/",
  maxPages: 5,
  descLength: 300,
  include: [],
  exclude: [],
  useProxy: false,
} as const;

test("a request's choices about the document also hold for the files beside it, and for each recrawl", () => {
  const request = { ...crawl, scope: "domain", topics: false, full: true } as const;
  expect(renderOptions(request, { generatedAt: at })).toEqual({
    source: "https://x.dev/",
    descLength: 300,
    topics: false,
    generatedAt: at,
  });
  expect(siteRequestOf(request)).toEqual({ ...crawl, scope: "domain", topics: false });
});

test("choices that a request leaves open are those of the settings", () => {
  expect(renderOptions({ ...crawl }, { generatedAt: at })).not.toHaveProperty("topics");
  expect(siteRequestOf({ ...crawl, scope: "path" })).not.toHaveProperty("topics");
});
