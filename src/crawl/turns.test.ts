import { expect, test } from "vitest";
import { type Answers, crawlExample, sitemapOf } from "../../test/crawl/example-crawl.ts";
import { html } from "../../test/crawl/example-site.ts";

/** What the loop of this thread did meanwhile: rounds, and the most CPU it was held for in one. */
async function watched<T>(work: Promise<T>): Promise<{ readonly result: T; readonly rounds: number }> {
  let rounds = 0;
  let isDone = false;
  const count = () => {
    rounds++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const result = await work.finally(() => {
    isDone = true;
  });
  return { result, rounds };
}

/** The dearest that a robots.txt may be: each of its rules is held against each address. */
const DEAR = `User-agent: *\n${Array.from({ length: 3_000 }, (_, index) => `Disallow: /*a*b*${index}x$\n`).join("")}`;

const links = (folder: string) => Array.from({ length: 5_000 }, (_, index) => `/${folder}/${index}`);

test.each<[string, Answers]>([
  ["a homepage of 5,000 links", { "/": html("Home", links("a")) }],
  ["a page of 5,000 links", { "/": html("Home", ["/b"]), "/b": html("B", links("c")) }],
  ["a sitemap of 5,000 pages", { "/": html("Home"), ...sitemapOf(links("d")) }],
])("%s and a dear robots.txt are taken in over many rounds of the event loop", async (_name, pages) => {
  const options = { maxPages: 3 };
  // Once before: code that is not yet compiled takes as long as a dear file.
  await crawlExample(pages, options);
  const cheap = await watched(crawlExample(pages, options));
  const dear = await watched(crawlExample({ "/robots.txt": DEAR, ...pages }, options));
  expect(dear.rounds).toBeGreaterThan(cheap.rounds + 3);
  expect(dear.result.pages).toEqual(cheap.result.pages);
});
