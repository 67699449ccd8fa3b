import { expect, test } from "vitest";
import { crawlExample, numbered, pagesAt, sitemapOf } from "../../../../../test/crawl/example-crawl.ts";
import { html } from "../../../../../test/crawl/example-site.ts";

const years = Array.from({ length: 20 }, (_, index) => `/${2005 + index}`);

test("news of twenty years take a third of the places while other pages wait, the newest first", async () => {
  const news = years.flatMap((year) => [`${year}/01/a`, `${year}/02/b`]);
  const others = [...numbered("/docs", 15), ...numbered("/guide", 15)];
  const { pages: taken } = await crawlExample(
    { "/": html("Home"), ...pagesAt([...news, ...others]), ...sitemapOf([...news, ...others]) },
    { maxPages: 30 },
  );
  const listed = taken.filter((path) => news.includes(path));
  expect(taken).toHaveLength(30);
  expect(listed.length).toBeGreaterThan(3);
  expect(listed.length).toBeLessThanOrEqual(10);
  expect(listed.slice(0, 4)).toEqual(["/2024/02/b", "/2024/01/a", "/2023/02/b", "/2023/01/a"]);
});

test("pages that others still lead to come before more news", async () => {
  const news = numbered("/blog", 40);
  const chapters = Array.from({ length: 5 }, (_, index) => `/c${index}`);
  const { pages: taken } = await crawlExample(
    {
      "/": html("Home", [...chapters, ...news.slice(0, 3)]),
      ...sitemapOf(news),
      ...Object.fromEntries(chapters.map((path) => [path, html(path, numbered(path, 8))])),
      ...pagesAt([...news, ...chapters.flatMap((path) => numbered(path, 8))]),
    },
    { maxPages: 30 },
  );
  expect(taken.filter((path) => path.startsWith("/blog/")).length).toBeLessThanOrEqual(10);
});

test("a site of nothing but news is listed whole", async () => {
  const news = years.map((year) => `${year}/05/title`);
  expect((await crawlExample({ "/": html("Blog", news), ...pagesAt(news) })).pages).toHaveLength(21);
});

test("what lies below a change log waits until all else is in", async () => {
  const records = ["april", "august", "december", "july"].map((month) => `/changelog/2019/${month}`);
  const others = numbered("/docs", 12);
  const site = { "/": html("Home", [...records, ...others]), ...pagesAt([...records, ...others]) };
  expect((await crawlExample(site, { maxPages: 13 })).pages).toEqual(expect.arrayContaining(others));
  expect((await crawlExample(site)).pages).toHaveLength(17);
});

test("where the homepage is about news, they are what a reader comes for", async () => {
  const news = years.map((year) => `${year}/05/title`);
  const others = ["people", "companies", "coins"].flatMap((folder) => numbered(`/${folder}`, 30));
  const site = { "/": html("Magazine", news.slice(0, 10)), ...pagesAt([...news, ...others]) };
  const { pages } = await crawlExample({ ...site, ...sitemapOf([...others, ...news]) }, { maxPages: 31 });
  expect(pages.filter((path) => news.includes(path))).toHaveLength(20);
});
