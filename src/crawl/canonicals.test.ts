import { expect, test } from "vitest";
import { crawlExample, numbered, pagesAt } from "./example-crawl.ts";
import { html } from "./example-site.ts";

const canonical = (path: string) => `<link rel="canonical" href="${path}">`;

test("a canonical address that answers is the page's", async () => {
  const { pages: taken, leftOut } = await crawlExample({
    "/": html("Home", ["/old"]),
    "/old": html("Old", [], canonical("/new")),
    "/new": html("New", ["/next"]),
    ...pagesAt(["/next"]),
  });
  expect(taken).toEqual(["/", "/new", "/next"]);
  expect(leftOut).toEqual({ "/old": "canonical elsewhere of /new" });
});

test.each([
  ["does not answer", "/gone"],
  ["is of another site", "https://evil.example/a"],
  ["is the homepage of a template's mistake", "/"],
  ["is forbidden by robots.txt", "/private/a"],
])("a canonical address that %s is not believed", async (_, target) => {
  const { pages: taken } = await crawlExample({
    "/robots.txt": "User-agent: *\nDisallow: /private/",
    "/": html("Home", ["/a"]),
    "/a": html("A", ["/b"], canonical(target)),
    ...pagesAt(["/b", "/private/a"]),
  });
  expect(taken).toEqual(["/", "/a", "/b"]);
});

test("two pages that name each other as canonical do not make each other vanish", async () => {
  const { pages: taken } = await crawlExample({
    "/": html("Home", ["/a", "/b"]),
    "/a": html("A", [], canonical("/b")),
    "/b": html("B", [], canonical("/a")),
  });
  expect(taken).toHaveLength(2);
});

test("where canonicals only spell addresses better, a few proofs save asking for the rest", async () => {
  const paths = numbered("/docs", 30);
  const spelled = paths.map((path) => [path, html(path, [], canonical(`${path}/`))] as const);
  const { pages: taken, requests } = await crawlExample(
    {
      "/": html("Home", paths),
      ...Object.fromEntries(spelled),
      ...Object.fromEntries(spelled.map(([path, body]) => [`${path}/`, body])),
    },
    { maxPages: 31 },
  );
  expect(taken.slice(1).sort()).toEqual(paths.map((path) => `${path}/`).sort());
  expect(requests.length).toBeLessThanOrEqual(31 * 1.2 + 30);
});
