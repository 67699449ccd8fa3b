import { expect, test } from "vitest";
import { Canonicals } from "./canonicals.ts";
import { crawlExample, numbered, pagesAt } from "./example-crawl.ts";
import { html } from "./example-site.ts";
import { pageUrl } from "./url.ts";

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

const url = (path: string) => pageUrl(`https://x.dev${path}`);

/** A site of which these pages said that another address is theirs, and whether that one answered. */
function siteWith(...proofs: readonly (readonly [page: string, canonical: string, answered: boolean])[]) {
  const canonicals = new Canonicals<string>();
  for (const [page, canonical, answered] of proofs) {
    canonicals.hold({ url: url(page), canonical: url(canonical), visited: page });
    canonicals.release(url(canonical), answered);
  }
  return (page: string, canonical: string) => canonicals.isProven(url(page), url(canonical));
}

test("a canonical address that differs in its spelling is believed after two that answered", () => {
  expect(siteWith(["/a", "/a/", true])("/c", "/c/")).toBe(false);
  expect(siteWith(["/a", "/a/", true], ["/b", "/b/", true])("/c", "/c/")).toBe(true);
});

test("one that leads to another page is never believed unasked", () => {
  expect(siteWith(["/a", "/a/", true], ["/b", "/b/", true])("/c", "/d")).toBe(false);
});

test("neither an address that does not answer nor another page's is a proof", () => {
  expect(siteWith(["/a", "/a/", true], ["/b", "/b/", false])("/c", "/c/")).toBe(false);
  expect(siteWith(["/a", "/a/", true], ["/b", "/x", true])("/c", "/c/")).toBe(false);
  expect(siteWith(["/a", "/a/", true], ["/b", "/x", true], ["/d", "/y", true])("/c", "/c/")).toBe(false);
});

test("an address that answered sets free the pages that waited for it, and no others", () => {
  const canonicals = new Canonicals<string>();
  const [first, second] = [
    { url: url("/a?1"), canonical: url("/a"), visited: "first" },
    { url: url("/b?1"), canonical: url("/b"), visited: "second" },
  ];
  for (const held of [first, second]) canonicals.hold(held);
  expect(canonicals.release(url("/c"), true)).toEqual([]);
  expect(canonicals.release(url("/b"), true)).toEqual([second]);
  expect(canonicals.release(url("/b"), true)).toEqual([]);
  expect([canonicals.releaseFirst(), canonicals.releaseFirst()]).toEqual([first, undefined]);
});
