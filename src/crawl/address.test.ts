import { expect, test } from "vitest";
import { addressProblem, isFile, isFurtherPage, isSecondary, segmentsOf, spellingKey } from "./address.ts";

const at = (path: string) => `https://x.dev${path}`;

test.each([
  ["/login", "not a page"],
  ["/en/sign-up/", "not a page"],
  ["/cart?item=1", "not a page"],
  ["/?s=word", "not a page"],
  ["/tags/typescript", "not a page"],
  ["/category/news/", "not a page"],
  ["/feed/", "not a page"],
  ["/404.html", "not a page"],
  ["/book/print.html", "print view"],
  ["/a?print=1", "print view"],
  ["/shop?sort=price", "trap"],
  ["/shop?a=1&b=2&c=3&d=4&e=5&f=6", "trap"],
  [`/${"a/b/".repeat(11)}`, "trap"],
  ["/a/b/a/b/a/b/", "trap"],
  ["/x/x/x", "trap"],
])("%s is not asked for: %s", (path, reason) => {
  expect(addressProblem(at(path))).toBe(reason);
});

test.each([
  "/",
  "/docs/login-flow",
  "/docs/category/widgets",
  "/a/b/a/b/",
  "/x/x",
  "/printing/",
  "/view?id=7",
  "/blog/2024/05/title",
])("%s may be a page", (path) => {
  expect(addressProblem(at(path))).toBeUndefined();
});

test("images, archives and Markdown files are no pages, and unusual endings are", () => {
  for (const path of ["/a.png", "/a.tar.gz", "/a.md", "/llms.txt", "/feed.xml"]) expect(isFile(at(path))).toBe(true);
  for (const path of ["/", "/a", "/a.html", "/a.php", "/v1.2", "/a.b/c"]) expect(isFile(at(path))).toBe(false);
});

test("the spellings of one address have one key", () => {
  const keys = ["/a", "/a/", "/a.html", "/a/index.html", "/A/"].map((path) => spellingKey(at(path)));
  expect(new Set(keys)).toHaveProperty("size", 1);
  expect(spellingKey(at("/a?x=1"))).not.toBe(spellingKey(at("/a")));
});

test("legal pages and change logs are secondary, in every spelling", () => {
  for (const path of ["/privacy", "/legal/terms.html", "/changelog/", "/CHANGELOG/index.html"])
    expect(isSecondary(at(path))).toBe(true);
  for (const path of ["/", "/docs/security-model", "/legal/a"]) expect(isSecondary(at(path))).toBe(false);
});

test("second pages of lists are known by their number", () => {
  for (const path of ["/blog/page/2", "/blog?page=3", "/blog/page-4/"]) expect(isFurtherPage(at(path))).toBe(true);
  for (const path of ["/page/about", "/blog", "/page2"]) expect(isFurtherPage(at(path))).toBe(false);
});

test("a query is one more segment of a path", () => {
  expect(segmentsOf(at("/docs//api/?v=2"))).toEqual(["docs", "api", "?v=2"]);
});
