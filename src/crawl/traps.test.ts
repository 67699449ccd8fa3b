import { expect, test } from "vitest";
import { crawlExample, numbered, pagesAt } from "./example-crawl.ts";
import { html } from "./example-site.ts";

test("a thousand addresses of one page cost a few requests", async () => {
  const { pages: taken, requests } = await crawlExample({
    "/": html("Home", numbered("/v", 1000)),
    "*": html("Always the same"),
    "/robots.txt": { status: 404 },
    "/sitemap.xml": { status: 404 },
  });
  expect(taken).toHaveLength(2);
  expect(requests.length).toBeLessThan(50);
});

test("a calendar gives a few days and leaves the places to others", async () => {
  const day = (index: number) => `/cal/${2026 + Math.floor(index / 12)}/${(index % 12) + 1}`;
  const days = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [day(index), html(day(index), [day(index + 1)])]),
  );
  const { pages: taken } = await crawlExample({
    "/": html("Home", [day(0), "/about"]),
    ...days,
    ...pagesAt(["/about"]),
  });
  expect(taken).toContain("/about");
  expect(taken.length).toBeLessThanOrEqual(14);
});

test("addresses that differ in session and tracking parameters only are one", async () => {
  const { pages: taken } = await crawlExample({
    "/": html("Home", ["/a;jsessionid=1?utm_source=x", "/a?PHPSESSID=2", "/a"]),
    ...pagesAt(["/a"]),
  });
  expect(taken).toEqual(["/", "/a"]);
});
