import { expect, test } from "vitest";
import { crawlExample, pagesAt } from "./example-crawl.ts";
import { HOST, html } from "./example-site.ts";

test("the other languages of a site are told by hreflang and never asked for", async () => {
  const alternates = ["en", "de", "zh-CN"]
    .map(
      (lang) => `<link rel="alternate" hreflang="${lang}" href="${lang === "en" ? "/" : `/${lang.toLowerCase()}/`}">`,
    )
    .join("");
  const foreign = ["/de/", "/de/a", "/zh-cn/", "/zh-cn/only-there"];
  const {
    pages: taken,
    leftOut,
    requests,
  } = await crawlExample({
    "/": html("Home", ["/a", ...foreign], alternates),
    ...pagesAt(["/a"]),
    ...pagesAt(foreign, "de"),
  });
  expect(taken).toEqual(["/", "/a"]);
  expect(leftOut).toMatchObject({ "/de/": "other language of /", "/zh-cn/only-there": "other language" });
  expect(requests.filter((request) => /\/(de|zh-cn)\//.test(request))).toEqual([]);
});

test("paths that repeat known pages under a language are that language's", async () => {
  const { pages: taken, leftOut } = await crawlExample({
    "/": html("Home", ["/guide/a", "/fr/guide/a", "/guide/b", "/fr/guide/b", "/fr/guide/c"]),
    ...pagesAt(["/guide/a", "/guide/b"]),
    ...pagesAt(["/fr/guide/a", "/fr/guide/b", "/fr/guide/c"], "fr"),
  });
  expect(taken).toEqual(["/", "/guide/a", "/guide/b"]);
  expect(leftOut["/fr/guide/a"]).toBe("other language of /guide/a");
});

test("a page that says itself that it is in another language is left out", async () => {
  const { pages: taken, leftOut } = await crawlExample({
    "/": html("Home", ["/a", "/hallo"]),
    ...pagesAt(["/a"]),
    ...pagesAt(["/hallo"], "de-AT"),
  });
  expect(taken).toEqual(["/", "/a"]);
  expect(leftOut).toEqual({ "/hallo": "other language" });
});

test("a language that was asked for replaces the homepage's", async () => {
  const alternates = '<link rel="alternate" hreflang="en" href="/"><link rel="alternate" hreflang="de" href="/de/">';
  const { pages: taken } = await crawlExample(
    {
      "/": html("Home", ["/a"], alternates),
      "/de/": html("Start", ["/de/a"]).replace('lang="en"', 'lang="de"'),
      ...pagesAt(["/a"]),
      ...pagesAt(["/de/a"], "de"),
    },
    { language: "de" },
  );
  expect(taken).toEqual(["/", "/de/", "/de/a"]);
});

test("a project's name that looks like a language is none", async () => {
  const { pages: taken } = await crawlExample({
    "/": html("Home", ["/it/a", "/is/b"]),
    ...pagesAt(["/it/a", "/is/b"]),
  });
  expect(taken).toHaveLength(3);
});

test("a sitemap tells the other languages of its pages, too", async () => {
  const link = (lang: string, path: string) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${HOST}${path}"/>`;
  const page = (path: string) => `<url><loc>${HOST}${path}</loc>${link("en", "/a")}${link("fr", "/le-a")}</url>`;
  const { pages: taken, leftOut } = await crawlExample({
    "/": html("Home"),
    ...pagesAt(["/a", "/le-a"]),
    "/sitemap.xml": `<urlset xmlns:xhtml="x">${page("/a")}${page("/le-a")}</urlset>`,
  });
  expect(taken).toEqual(["/", "/a"]);
  expect(leftOut).toEqual({ "/le-a": "other language of /a" });
});
