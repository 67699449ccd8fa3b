import { describe, expect, test } from "vitest";
import { examplePage } from "../../../../test/llmstxt/example-page.ts";
import type { Page } from "../page.ts";
import { addressProblem, isDoubtfulTool, isList, pageProblem } from "./not-a-page.ts";

const at = (path: string) => `https://x.dev${path}`;

describe("an address that is never asked for", () => {
  test.each([
    ["/log-out", "not a page"],
    ["/wp-admin/post.php", "not a page"],
    ["/wp-login.php", "not a page"],
    ["/xmlrpc.php", "not a page"],
    ["/cdn-cgi/l/email-protection", "not a page"],
    ["/shop/hat?add-to-cart=7", "not a page"],
    ["/login?next=/a", "not a page"],
    ["/?s=word", "not a page"],
    ["/post/?replytocom=3", "not a page"],
    ["/feed/", "not a page"],
    ["/blog/a/feed", "not a page"],
    ["/edit/main/docs/a", "not a page"],
    ["/a/_edit", "not a page"],
    ["/wiki/Special:Random", "not a page"],
    ["/wiki/User_talk:Me", "not a page"],
    ["/404.html", "error page"],
    ["/404/", "error page"],
    ["/book/print.html", "print view"],
    ["/reference/print.html", "print view"],
    ["/a?print=1", "print view"],
    ["/current/single-page.html", "print view"],
    ["/print_page/", "print view"],
    ["/_modules/gym/core/", "source listing"],
    ["/_static/demo/index.html", "source listing"],
    ["/_sources/a.rst.html", "source listing"],
    ["/src/tokio/lib.rs.html", "source listing"],
    ["/a_8h_source.html", "source listing"],
    ["/?attachment_id=12", "attachment"],
    ["/post/attachment/photo-1/", "attachment"],
    ["/wiki/File:A.png", "attachment"],
    ["/shop?sort=price", "trap"],
    ["/shop?a=1&b=2&c=3&d=4&e=5&f=6", "trap"],
    [`/${"a/b/".repeat(11)}`, "trap"],
    ["/a/b/a/b/a/b/", "trap"],
    ["/x/x/x", "trap"],
  ])("%s: %s", (path, reason) => {
    expect(addressProblem(at(path))).toBe(reason);
  });

  test.each([
    "/",
    "/login",
    "/cart/",
    "/docs/login-flow",
    "/docs/search",
    "/docs/category/widgets",
    "/reference/functions/print/",
    "/docs/rss",
    "/guides/feed",
    "/api/edit",
    "/a/b/a/b/",
    "/x/x",
    "/printing/",
    "/newsfeed",
    "/feeds/cattle",
    "/src/lib.rs-explained",
    "/view?id=7",
    "/?p=12",
    "/blog/2024/05/title",
    "/%E7%94%A8%E6%88%B7/404%E5%8F%B7",
  ])("%s may be a page", (path) => {
    expect(addressProblem(at(path))).toBeUndefined();
  });
});

describe("an address of a list", () => {
  test.each([
    "/blog/page/2",
    "/page/3/index.html",
    "/blog?page=3",
    "/list?p=3",
    "/tags/css",
    "/a/tag/css/",
    "/tag",
    "/authors.html",
    "/blog/author/me",
    "/category/news/",
    "/product-category/hats/",
    "/research-category/a",
    "/docs/category/start",
    "/docs/tags/",
    "/wiki/Category:Cats",
  ])("%s", (path) => {
    expect(isList(at(path))).toBe(true);
  });

  test.each([
    "/",
    "/page/about",
    "/blog/page-4/",
    "/guides/page-3.html",
    "/blog",
    "/page2",
    "/pages/2",
    "/?p=3",
    "/hashtags",
    "/guide/tags/intro",
    "/category",
    "/tag/a/b",
  ])("%s is none", (path) => {
    expect(isList(at(path))).toBe(false);
  });
});

test("doors and tools are doubtful, and subjects of such a name are not", () => {
  for (const path of ["/login", "/en/sign-up/", "/cart", "/search.html", "/my-account", "/ca/cerca/", "/suche.html"])
    expect(isDoubtfulTool(at(path))).toBe(true);
  for (const path of ["/docs/login", "/guide/search", "/research", "/registers", "/cart/golf"])
    expect(isDoubtfulTool(at(path))).toBe(false);
});

const signals = { contentCharacters: 100, visibleCharacters: 100, scripts: 0, noscriptCharacters: 0, marks: [] };
const pageAt = (path: string, page: Partial<Page>) => pageProblem(at(path), examplePage(at(path), page).page);
const LONG = "A sentence that says something about the subject. ".repeat(20);
const link = { url: at("/a"), text: "A sentence that says something", rel: [], place: "content" } as const;

const linkTo = (path: string, text: string, rel: readonly string[] = []) =>
  ({ url: at(path), text, rel, place: "content" }) as const;
const PAGER = [linkTo("/blog/", "1"), linkTo("/blog/page-2/", "2"), linkTo("/blog/page-4/", "4")];
const CHAPTERS = [linkTo("/guides/page-2.html", "Before", ["prev"]), linkTo("/guides/page-4.html", "After", ["next"])];

describe("a page with a number is a further page of a list where it shows it", () => {
  test.each<[string, Partial<Page>, string | undefined]>([
    ["/guides/page-3.html", { text: LONG }, undefined],
    ["/guides/page-3.html", { text: LONG, links: CHAPTERS, next: at("/guides/page-4.html") }, undefined],
    ["/guides/page-3.html", { text: LONG, links: [linkTo("/guides/", "Guides"), linkTo("/a", "1")] }, undefined],
    ["/guides/page-3.html", { text: LONG, links: CHAPTERS, items: ["One", "Two"] }, "list of pages"],
    ["/guides/page-3.html", { text: LONG, links: Array(20).fill(link) }, "list of pages"],
    ["/blog/page-3/", { text: LONG, links: PAGER }, "list of pages"],
    ["/blog/page-2", { text: LONG, links: [linkTo("/blog", "Newer posts", ["prev"])] }, "list of pages"],
    ["/blog/page-3/", { text: LONG, next: at("/blog/page-4/"), items: ["One"] }, "list of pages"],
    ["/page-2.html", { text: LONG, links: [linkTo("/", "1")] }, "list of pages"],
    ["/page-2.html", { text: LONG, links: [linkTo("/", "Home")] }, undefined],
  ])("%s %j: %s", (path, page, reason) => {
    expect(pageAt(path, page)).toBe(reason);
  });
});

describe("what a page is decides", () => {
  test.each<[string, Partial<Page>, string | undefined]>([
    ["/login", { kind: "utility" }, "not a page"],
    ["/register", { kind: "form" }, "not a page"],
    ["/login", { text: LONG }, undefined],
    ["/cart/", { kind: "stub" }, "not a page"],
    ["/cart/", { text: LONG }, undefined],
    ["/docs/login", { kind: "stub" }, undefined],
    ["/contact", { kind: "form" }, undefined],
    ["/docs/search", { kind: "utility" }, "not a page"],
    ["/tags/css", { text: LONG }, "list of pages"],
    ["/blog/page/2", { text: LONG }, "list of pages"],
    ["/docs/page/2", { text: LONG }, "list of pages"],
    ["/docs/category/start", { text: LONG }, undefined],
    ["/docs/category/start", { text: LONG, links: Array(20).fill(link) }, "list of pages"],
    ["/a", { robots: { index: false, follow: true } }, "noindex"],
    ["/a", { metaRefresh: { delaySeconds: 0, url: at("/b") } }, "redirect"],
    ["/a", { metaRefresh: { delaySeconds: 300, url: at("/a#top") } }, undefined],
    ["/a", { signals: { ...signals, marks: ["error-page"] } }, "error page"],
    ["/a", { title: "404 | X" }, "error page"],
    ["/a", { title: "Error 404 - Not found" }, "error page"],
    ["/a", { title: " Page not found" }, "error page"],
    ["/a", { title: "页面未找到" }, "error page"],
    ["/a", { title: "404 errors and how to mend them" }, undefined],
    ["/a", { title: "Not found errors explained" }, undefined],
    ["/a", {}, undefined],
  ])("%s %j: %s", (path, page, reason) => {
    expect(pageAt(path, page)).toBe(reason);
  });
});
