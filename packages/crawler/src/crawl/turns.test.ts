import { expect, test } from "vitest";
import { type Answers, crawlExample, sitemapOf } from "../../../../test/crawl/example-crawl.ts";
import { html } from "../../../../test/crawl/example-site.ts";
import { MAX_HOLD_MS, watched } from "../../../../test/crawl/longest-hold.ts";

/** The dearest that a robots.txt may be: each of its rules is held against each address. */
const DEAR = `User-agent: *\n${Array.from({ length: 15_000 }, (_, index) => `Disallow: /*a*b*${index}x$\n`).join("")}`;

const links = (folder: string, count: number) => Array.from({ length: count }, (_, index) => `/${folder}/${index}`);

test.each<[string, Answers]>([
  ["a homepage of 5,000 links", { "/": html("Home", links("a", 5_000)) }],
  ["a page of 5,000 links", { "/": html("Home", ["/b"]), "/b": html("B", links("c", 5_000)) }],
  ["a sitemap of 20,000 pages", { "/": html("Home"), ...sitemapOf(links("d", 20_000)) }],
])("%s and a dear robots.txt hold no round of the event loop for long", async (_name, pages) => {
  const options = { maxPages: 3 };
  // Once before: code that is not yet compiled takes as long as a dear file.
  const cheap = await crawlExample(pages, options);
  const dear = await watched(crawlExample({ "/robots.txt": DEAR, ...pages }, options));
  expect(dear.longestMs).toBeLessThan(MAX_HOLD_MS);
  expect(dear.result.pages).toEqual(cheap.pages);
});
