import { describe, expect, test } from "vitest";
import { examplePage } from "../../../../test/llmstxt/example-page.ts";
import { isFurtherPage } from "../address/further-page.ts";
import { isMonthAsked } from "../address/news.ts";
import { pageUrl } from "../address/page-url.ts";
import type { Page } from "../page.ts";
import type { PageKind } from "./kinds.ts";
import { claimedKind, loneKind } from "./lone-kind.ts";

const at = (path: string) => pageUrl(path, "https://x.dev");
const kindAt = (path: string, page: Partial<Page>) => loneKind(at(path), examplePage(at(path), page).page);
const LONG = "A sentence that says something about the subject. ".repeat(20);

describe("an address of a list", () => {
  test.each([
    "/blog/page/2",
    "/page/3/index.html",
    "/blog?page=3",
    "/list?p=3",
    "/tags/css",
    "/a/tag/css/",
    "/tags/css/index.html",
    "/tag",
    "/authors.html",
    "/blog/author/me",
    "/category/news/",
    "/product-category/hats/",
    "/research-category/a",
    "/docs/tags/",
    "/publication-type/4/",
    "/publication_types/",
    "/index.php?archive=09_2022",
    "/index.php@archive=09_2022.html",
    "/?m=202209",
    "/wiki/Category:Cats",
    "/wiki/Category%3ACats",
    "/list.php%3Fpage=3.html",
    "/topics/a%3Fpage=1.html",
    "/blogs/news%EF%B9%96page=2.html",
    "/forums/profile/jane/",
    "/memberlist.php?mode=viewprofile&u=7",
    "/index.php?topic=12.15",
    "/index.php?topic=12.msg84",
    "/index.php/board,3.20.html",
    "/index.php%3Ftopic=12.15.html",
    "/api/classacme_1_1Circle-members.html",
  ])("%s", (path) => {
    expect(isFurtherPage(at(path)) || isMonthAsked(at(path)) ? ["archive"] : ["facet", "list"]).toContain(
      claimedKind(at(path)),
    );
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
    "/docs/category/start",
    "/profile/jane/",
    "/profile.php?id=7",
    "/events?date=2022-09-14",
    "/forums/topic/users-and-members/",
    "/index.php?topic=12.0",
    "/index.php/topic,12.0.html",
  ])("%s is none", (path) => {
    expect(claimedKind(at(path))).toBeUndefined();
  });
});

const linkTo = (path: string, text: string, rel: readonly string[] = []) =>
  ({ url: at(path), text, rel, place: "content" }) as const;
const PAGER = [linkTo("/blog/", "1"), linkTo("/blog/page-2/", "2"), linkTo("/blog/page-4/", "4")];
const CHAPTERS = [linkTo("/guides/page-2.html", "Before", ["prev"]), linkTo("/guides/page-4.html", "After", ["next"])];

describe("a page with a number is a further page of a list where it shows it", () => {
  test.each<[string, Partial<Page>, PageKind]>([
    ["/guides/page-3.html", { text: LONG }, "content"],
    ["/guides/page-3.html", { text: LONG, links: CHAPTERS, next: at("/guides/page-4.html") }, "content"],
    ["/guides/page-3.html", { text: LONG, links: [linkTo("/guides/", "Guides"), linkTo("/a", "1")] }, "content"],
    ["/guides/page-3.html", { text: LONG, links: CHAPTERS, items: ["One", "Two"] }, "archive"],
    ["/guides/page-3.html", { text: LONG, kind: "list" }, "archive"],
    ["/blog/page-3/", { text: LONG, links: PAGER }, "archive"],
    ["/blog/page-2", { text: LONG, links: [linkTo("/blog", "Newer posts", ["prev"])] }, "archive"],
    ["/blog/page-3/", { text: LONG, next: at("/blog/page-4/"), items: ["One"] }, "archive"],
    ["/page-2.html", { text: LONG, links: [linkTo("/", "1")] }, "archive"],
    ["/page-2.html", { text: LONG, links: [linkTo("/", "Home")] }, "content"],
  ])("%s %j: %s", (path, page, kind) => {
    expect(kindAt(path, page)).toBe(kind);
  });
});

test("a list of one label is a facet whatever stands on it, and below documentation it is what it shows", () => {
  expect(kindAt("/tags/css", { text: LONG })).toBe("facet");
  expect(kindAt("/tags/gnu/linux", { text: LONG, kind: "list" })).toBe("facet");
  expect(kindAt("/tags/gnu/linux", { text: LONG })).toBe("content");
  expect(kindAt("/blog/page/2", { text: LONG })).toBe("archive");
  expect(kindAt("/docs/category/start", { text: LONG })).toBe("content");
  expect(kindAt("/docs/category/start", { text: LONG, kind: "list" })).toBe("list");
});

test("a tag below a subject is a list of it, unless it has a text", () => {
  expect(kindAt("/docs/tags/css", { kind: "stub" })).toBe("facet");
  expect(kindAt("/docs/tags/css", { kind: "content", text: LONG })).toBe("content");
});
