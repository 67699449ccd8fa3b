import { expect, test } from "vitest";
import type { Page } from "../page/page.ts";
import { examplePage } from "./example-page.ts";
import type { ListedPage } from "./listed-page.ts";
import { listingOf } from "./listing.ts";

/** Paths that are listed, and those that are not with their reasons. */
function outcomeOf(pages: readonly ListedPage[]): { listed: string[]; leftOut: string[] } {
  const { entries, leftOut } = listingOf([examplePage("https://x.dev/", { lang: "en" }), ...pages]);
  return {
    listed: entries.map(({ url }) => url.replace("https://x.dev", "")),
    leftOut: leftOut.map(({ url, reason }) => `${url.replace("https://x.dev", "")}: ${reason}`),
  };
}

function at(path: string, page: Partial<Page> = {}, listed: Partial<ListedPage> = {}): ListedPage {
  return examplePage(`https://x.dev${path}`, page, listed);
}

test.each([
  ["/login", "log-in page"],
  ["/en/sign-up", "log-in page"],
  ["/cart/", "shop page"],
  ["/search.html", "search page"],
  ["/blog/page/2", "list of pages"],
  ["/list?page=3", "list of pages"],
  ["/tags/css", "list of pages"],
  ["/blog/author/me", "list of pages"],
  ["/blog/authors/me", "list of pages"],
  ["/blog/feed", "feed"],
  ["/book/print.html", "print view"],
  ["/404", "error page"],
  ["/blog/page-12", "list of pages"],
  ["/blog/page/12", "list of pages"],
  ["/a/tag/css", "list of pages"],
  ["/tag", "list of pages"],
  ["/atom", "feed"],
  ["/blueprint", undefined],
  ["/printing", undefined],
  ["/newsfeed", undefined],
  ["/feeds", undefined],
  ["/homepage/2", undefined],
  ["/pages/2", undefined],
  ["/page/2b", undefined],
  ["/page/v2", undefined],
  ["/2024", undefined],
  ["/page-1-of-2", undefined],
  ["/my-page-2", undefined],
  ["/page-two", undefined],
  ["/research", undefined],
  ["/searching", undefined],
  ["/hashtags", undefined],
  ["/tagsoup", undefined],
  ["/docs/login", undefined],
  ["/docs/search", undefined],
  ["/guide/tags/intro", undefined],
])("%s by its address: %s", (path, reason) => {
  expect(outcomeOf([at(path)]).leftOut).toEqual(reason === undefined ? [] : [`${path}: ${reason}`]);
});

test("pages that say themselves that they are none are left out", () => {
  const { leftOut } = outcomeOf([
    at("/a", { robots: { index: false, follow: true } }),
    at("/b", { metaRefresh: { delaySeconds: 0, url: "https://x.dev/c" } }),
    at("/d", { title: "404 | X" }),
    at("/e", { title: "Page not found" }),
    at("/f", { title: " Not found" }),
    at("/g", { title: "Why a page is not found" }),
    examplePage("javascript:alert(1)"),
  ]);
  expect(leftOut.sort()).toEqual([
    "/a: noindex",
    "/b: redirect",
    "/d: error page",
    "/e: error page",
    "/f: error page",
    "javascript:alert(1): bad address",
  ]);
});

test("one language of a page is listed: the homepage's", () => {
  const { listed, leftOut } = outcomeOf([
    at("/start", { lang: "en" }),
    at("/fr/start", { lang: "fr" }),
    at("/de/only-here", { lang: "de" }),
    at("/about", {
      lang: "en",
      alternates: { feeds: [], languages: [{ lang: "it", url: "https://x.dev/chi-siamo" }] },
    }),
    at("/chi-siamo", { lang: "it" }),
  ]);
  expect(listed).toEqual(["/about", "/de/only-here", "/start"]);
  expect(leftOut).toEqual(["/fr/start: other language", "/chi-siamo: other language"]);
});

test("one version of a page is listed: the one without a number, else the current, else the newest", () => {
  const pages = [
    "/docs/a",
    "/docs/v1/a",
    "/docs/next/a",
    "/docs/v1/b",
    "/docs/v10/b",
    "/docs/v9/b",
    "/docs/latest/c",
    "/docs/2.0/c",
  ];
  expect(outcomeOf(pages.map((path) => at(path))).listed).toEqual(["/docs/a", "/docs/latest/c", "/docs/v10/b"]);
});

test("a year in a path is no version", () => {
  expect(outcomeOf([at("/blog/2023/a"), at("/blog/2024/a")]).listed).toEqual(["/blog/2023/a", "/blog/2024/a"]);
});

test("one address, one Markdown version and one main text are one page", () => {
  const text = "The same words. ".repeat(20);
  const { listed, leftOut } = outcomeOf([
    at("/a"),
    at("/a/"),
    at("/b", {}, { markdownUrl: "https://x.dev/b.md" }),
    at("/b-again", {}, { markdownUrl: "https://x.dev/b.md" }),
    at("/c", { text, contentDigest: "1" }),
    at("/d", { text, contentDigest: "1" }),
  ]);
  expect(listed).toEqual(["/a", "/b", "/c"]);
  expect(leftOut).toEqual(["/a/: duplicate", "/b-again: duplicate", "/d: duplicate"]);
});
