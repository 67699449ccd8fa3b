import type { Page } from "@llmstxt-service/page";
import { expect, test } from "vitest";
import { examplePage } from "../../../test/llmstxt/example-page.ts";
import type { ListedPage } from "./listed-page.ts";
import { listingOf } from "./listing.ts";

/** Paths that are listed, and those that are not with their reasons. */
function outcomeOf(pages: readonly ListedPage[]): { listed: string[]; leftOut: string[] } {
  const { entries, leftOut } = listingOf([examplePage("https://x.dev/", { lang: "en" }), ...pages], "https://x.dev/");
  return {
    listed: entries.map(({ url }) => url.replace("https://x.dev", "")),
    leftOut: leftOut.map(({ url, reason }) => `${url.replace("https://x.dev", "")}: ${reason}`),
  };
}

function at(path: string, page: Partial<Page> = {}, listed: Partial<ListedPage> = {}): ListedPage {
  return examplePage(`https://x.dev${path}`, page, listed);
}

test.each([
  ["/blog/page/2", "list of pages"],
  ["/tags/css", "list of pages"],
  ["/book/print.html", "print view"],
  ["/404", "error page"],
  ["/docs/login", undefined],
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
  expect(leftOut.sort()).toEqual(["/chi-siamo: other language", "/fr/start: other language"]);
});

test("one version is listed: the pages without a number, else what is called current, else the highest number", () => {
  const listed = (...paths: readonly string[]) => outcomeOf(paths.map((path) => at(path))).listed;
  expect(listed("/docs/a", "/docs/b", "/docs/v1/a", "/docs/next/b", "/docs/v1/c")).toEqual(["/docs/a", "/docs/b"]);
  expect(listed("/docs/latest/c", "/docs/2.0/c", "/docs/2.0/d")).toEqual(["/docs/latest/c"]);
  expect(listed("/docs/v1/b", "/docs/v10/b", "/docs/v9/b")).toEqual(["/docs/v10/b"]);
});

test("a year in a path is no version", () => {
  expect(outcomeOf([at("/blog/2023/a"), at("/blog/2024/a")]).listed).toEqual(["/blog/2023/a", "/blog/2024/a"]);
});

test("one address and one main text under one title are one page", () => {
  const text = "The same words. ".repeat(20);
  const { listed, leftOut } = outcomeOf([
    at("/a"),
    at("/a"),
    at("/c", { text, contentDigest: "1", title: "C" }),
    at("/d", { text, contentDigest: "1", title: "C" }),
    at("/e", { text, contentDigest: "1", title: "E" }),
  ]);
  expect(listed).toEqual(["/a", "/c", "/e"]);
  expect(leftOut).toEqual(["/a: duplicate", "/d: duplicate"]);
});

test("spellings of one address, each with a text of its own, are pages of their own", () => {
  const paths = ["/api.html", "/api/index.html", "/dir.html", "/dir/", "/slash", "/slash/", "/twice", "/twice.html"];
  expect(outcomeOf(paths.map((path) => at(path)))).toEqual({ listed: paths, leftOut: [] });
});

test("a page that repeats another says so with both digests", () => {
  const same = { title: "A", contentDigest: "1" };
  const { leftOut } = listingOf([examplePage("https://x.dev/"), at("/a", same), at("/b", same)], "https://x.dev/");
  const of = "https://x.dev/a";
  expect(leftOut).toEqual([{ url: "https://x.dev/b", reason: "duplicate", of, evidence: { digests: ["1", "1"] } }]);
});

test("two spellings whose texts differ in digits only are one page, two other pages are two", () => {
  const alike = (digest: string) => ({ title: "A", contentDigest: digest, wordsDigest: "words" });
  const { listed, leftOut } = outcomeOf([at("/a", alike("1")), at("/a/", alike("2")), at("/b", alike("3"))]);
  expect([listed, leftOut]).toEqual([["/a", "/b"], ["/a/: duplicate"]]);
});

test("a Markdown version that two pages name is linked once, and the other page at its own address", () => {
  const markdownUrl = "https://x.dev/b.md";
  const pages = [examplePage("https://x.dev/"), at("/b", {}, { markdownUrl }), at("/b.html", {}, { markdownUrl })];
  const { entries } = listingOf(pages, "https://x.dev/");
  expect(entries.map(({ link }) => link)).toEqual([markdownUrl, "https://x.dev/b.html"]);
});

test("a page that is another page's Markdown version is that page again", () => {
  const { listed, leftOut } = outcomeOf([at("/b", {}, { markdownUrl: "https://x.dev/b.md" }), at("/b.md")]);
  expect([listed, leftOut]).toEqual([["/b"], ["/b.md: markdown version"]]);
});

test("of two pages that name each other as their Markdown version one stays", () => {
  const pages = [at("/a", {}, { markdownUrl: "https://x.dev/b" }), at("/b", {}, { markdownUrl: "https://x.dev/a" })];
  expect(outcomeOf(pages)).toEqual({ listed: ["/b"], leftOut: ["/a: markdown version"] });
});

test("a homepage that is called a page's Markdown version stays the homepage, and is not left out", () => {
  expect(outcomeOf([at("/a", {}, { markdownUrl: "https://x.dev/" })])).toEqual({ listed: ["/a"], leftOut: [] });
});
