import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bench, KEPT, ROOT } from "./bench.ts";

test("a crawl asks for little more than its pages, and stays within its memory", async () => {
  expect(await bench("crawl", "--smoke")).toEqual(KEPT);
});

test("the profile of a crawl says what reading and fetching cost", async () => {
  expect(await bench("profile", "--smoke")).toEqual(KEPT);
});

test("a page is read faster than by cheerio, main content and all", async () => {
  expect(await bench("page", "--smoke")).toEqual(KEPT);
});

test("a page's Markdown is like what its publisher ships", async () => {
  expect(await bench("markdown", "--smoke")).toEqual(KEPT);
});

test("a recrawl of an unchanged site sends no page, of a changed one little more than what changed", async () => {
  expect(await bench("compare", "--smoke")).toEqual(KEPT);
});

test("the due sites are read from the head of an index", async () => {
  expect(await bench("due", "--smoke")).toEqual(KEPT);
});

test("hostile addresses add no directive to a server's settings, by the servers' own checks", async () => {
  expect(await bench("emit", "--smoke")).toEqual(KEPT);
});

test("a small crawl ends with all of its pages beside clients and sites that want all of the reading threads", async () => {
  expect(await bench("fairness", "--smoke")).toEqual(KEPT);
});

test("two workers crawl a backlog to its end, and no site twice", async () => {
  expect(await bench("recrawl", "--smoke")).toEqual(KEPT);
});

test.skipIf(!existsSync(join(ROOT, "../shared/sites")))(
  "a real site gives the same bytes from its folder",
  async () => {
    expect(await bench("folder-sites", "--smoke", "fastcore", "graphile-worker")).toEqual(KEPT);
  },
);

test.skipIf(!existsSync(join(ROOT, "../shared/hostile")))("a hostile site stays within its bounds", async () => {
  expect(await bench("crawl-cases", "calendar", "facets", "robots-redos")).toEqual(KEPT);
});

test.skipIf(!existsSync(join(ROOT, "../shared/sites")))("a document of a real site keeps its quality", async () => {
  expect(await bench("quality", "griffe")).toEqual(KEPT);
});

test("an index of a bundle's words has a tenth of the Markdown, and finds the page that a sentence is of", async () => {
  expect(await bench("search", "--smoke")).toEqual(KEPT);
});
