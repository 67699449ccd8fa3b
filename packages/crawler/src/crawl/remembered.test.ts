import { expect, test } from "vitest";
import { type Answers, crawlExample, type ExampleCrawl, SMALL } from "../../../../test/crawl/example-crawl.ts";
import { HOST, html } from "../../../../test/crawl/example-site.ts";
import type { CrawledPage } from "./crawl.ts";

const pagesByUrl = ({ end }: ExampleCrawl): ReadonlyMap<string, CrawledPage> =>
  new Map(end.pages.map((page) => [page.url, page]));

test("an unchanged page is asked for with its validators and taken as it was", async () => {
  const answers: Answers = Object.fromEntries(
    Object.entries(SMALL).map(([path, body]) => [path, { body, headers: { etag: `"${path}"` } }]),
  );
  const first = await crawlExample(answers);
  const remembered = pagesByUrl(first);
  const again = await crawlExample(
    { ...answers, "/c": { body: html("C, changed"), headers: { etag: '"new"' } } },
    { remembered },
  );
  const pages = again.events.flatMap((event) => (event.type === "page" ? [event.page] : []));
  expect(again.pages).toEqual(first.pages);
  expect(pages.map(({ page }) => page.title)).toEqual(["Home", "B", "A", "D", "C, changed"]);
  expect(pages[1]?.page).toBe(remembered.get(`${HOST}/b`)?.page);
});

test("pages whose Markdown was not kept are read again where it is asked for, the homepage too", async () => {
  const answers: Answers = Object.fromEntries(
    Object.entries(SMALL).map(([path, body]) => [path, { body, headers: { etag: `"${path}"` } }]),
  );
  const first = await crawlExample(answers, { withMarkdown: true });
  const kept = first.end.pages.map(({ markdown: _, ...page }) => [page.url, page] as const);
  const again = await crawlExample(answers, { withMarkdown: true, remembered: new Map(kept) });
  const texts = ({ end }: ExampleCrawl) => end.pages.map(({ url, markdown }) => [url, markdown]);
  expect(texts(again)).toEqual(texts(first));
  expect(again.end.pages[0]?.markdown).toContain("- [/b]");
});

test("an unchanged site of 200 pages costs at most 205 requests", async () => {
  const paths = Array.from({ length: 199 }, (_, index) => `/p${index}`);
  const body = (path: string) => ({ body: html(path, path === "/" ? paths : []), headers: { etag: `"${path}"` } });
  const answers = Object.fromEntries(["/", ...paths].map((path) => [path, body(path)]));
  const first = await crawlExample(answers, { maxPages: 200, findMarkdown: true });
  const remembered = pagesByUrl(first);
  const again = await crawlExample(answers, { maxPages: 200, findMarkdown: true, remembered });
  expect(again.pages).toEqual(first.pages);
  expect(again.requests.length).toBeLessThanOrEqual(205);
});
