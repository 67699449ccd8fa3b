import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import { crawlExample, numbered, pagesAt, sitemapOf } from "../../../../test/crawl/example-crawl.ts";
import { html } from "../../../../test/crawl/example-site.ts";

test("pages over the limit are named up to a bound, and counted to the last", async () => {
  const paths = numbered("/guide", 5_000);
  const site = { "/": html("Home"), ...pagesAt(paths.slice(0, 60)), ...sitemapOf(paths) };
  const { events, pages } = await crawlExample(site, { maxPages: 50 });
  const over = events.filter((event) => event.type === "leftOut" && event.reason === "over the limit");
  expect(pages).toHaveLength(50);
  expect(over).toHaveLength(201);
  const counted = over.reduce((sum, event) => sum + (event.type === "leftOut" ? 1 + (event.others ?? 0) : 0), 0);
  expect(counted).toBe(5_001 - 50);
});

test("also where more pages are named than can wait", async () => {
  const paths = numbered("/guide", 4_000);
  const more = [0, 1, 2, 3, 4].map(
    (part) => [`/part${part}`, html(`Part ${part}`, numbered(`/p${part}`, 4_500))] as const,
  );
  const site = { "/": html("Home", [...more.map(([path]) => path), ...paths]), ...Object.fromEntries(more) };
  const { events } = await crawlExample(site, { maxPages: 6 });
  const counted = events.reduce((sum, event) => sum + (event.type === "leftOut" ? 1 + (event.others ?? 0) : 0), 0);
  const failed = events.filter(({ type }) => type === "failed").length;
  expect(counted + failed).toBe(4_000 + 5 * 4_500);
});

test("files that are linked and not read are told by kind, each once", async () => {
  const { pages, leftOut, events } = await crawlExample({
    "/": html("Home", ["/guide.docx", "/asyncapi.json", "/guide.docx#page=2", "/download/7"]),
    "/download/7": { error: new CrawlError("unsupported_type", { detail: "application/zip" }) },
  });
  expect(pages).toEqual(["/"]);
  expect(leftOut).toEqual({
    "/guide.docx": "office file",
    "/asyncapi.json": "api description",
    "/download/7": "archive",
  });
  expect(events.filter(({ type }) => type === "leftOut")).toHaveLength(3);
});
