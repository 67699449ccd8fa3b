import { expect, test } from "vitest";
import { crawlExample, HOST, html, numbered, pagesAt } from "../../../test/crawl/example-site.ts";

test("pages in the homepage's language are listed; translations are left out and name the listed page", async () => {
  const paths = ["/a", "/b", "/c"];
  const german = paths.map((path) => `/de${path}`);
  const site = { "/": html("Home", [...paths, ...german]), ...pagesAt(paths), ...pagesAt(german, "de") };
  const { pages, leftOut } = await crawlExample(site);
  expect(pages).toEqual(["/", ...paths]);
  expect(leftOut).toEqual({
    "/de/a": "other language of /a",
    "/de/b": "other language of /b",
    "/de/c": "other language of /c",
  });
});

test("hreflang in pages and sitemaps counts more than a language code in the address", async () => {
  const links = ["en", "de"].map(
    (lang) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${HOST}/${lang === "en" ? "de" : "en"}-x"/>`,
  );
  const sitemap = `<urlset><url><loc>${HOST}/de-x</loc>${links.join("")}</url></urlset>`;
  const site = { "/": html("Home"), ...pagesAt(["/de-x"]), ...pagesAt(["/en-x"], "de"), "/sitemap.xml": sitemap };
  const { pages, leftOut } = await crawlExample(site);
  expect([pages, leftOut]).toEqual([["/", "/de-x"], { "/en-x": "other language of /de-x" }]);
});

test("a folder in another language without hreflang is left out where its pages stand beside it, too, in folders of their own", async () => {
  const names = ["install", "tutorial", "reference", "faq"];
  const own = names.map((name) => `/${name}/`);
  const others = names.map((name) => `/ja/${name}/`);
  // The front page is read before its folder is known.
  const site = { ...pagesAt([...own, ...others]), "/": html("Home", ["/ja/", ...own]), "/ja/": html("Docs", others) };
  const { pages, leftOut } = await crawlExample(site);
  expect([pages, leftOut["/ja/install/"]]).toEqual([["/", ...own], "other language of /install/"]);
  expect(leftOut["/ja/"]).toMatch(/^other language/);
});

test("a page of names and addresses with few kana is Japanese, as the others are", async () => {
  const text = (words: string) =>
    `<html><title>${words}</title><main><h1>${words}</h1><p>${words.repeat(9)}</p></main></html>`;
  const company = "商号 株式会社永和 本社所在地 東京都千代田区神田須田町 設立 資本金 システム";
  const site = {
    "/": text("港の船について書いています。").replace("</main>", '<a href="/a">A</a><a href="/firm">B</a></main>'),
    "/a": text("船の乗り方を説明します。"),
    "/firm": text(company),
  };
  expect((await crawlExample(site)).pages).toEqual(["/", "/a", "/firm"]);
});

test("a lang that is no language tag says nothing", async () => {
  const pages = numbered("/guide", 4);
  const home = html("Home", pages).replace('lang="en"', 'lang="utf-8"');
  expect((await crawlExample({ ...pagesAt(pages), "/": home })).pages).toEqual(["/", ...pages]);
});

test("where hreflang is used, a folder that it does not name is no language", async () => {
  const head = ["en", "de"]
    .map((lang) => `<link rel="alternate" hreflang="${lang}" href="/${lang === "en" ? "" : "de/"}">`)
    .join("");
  const site = {
    "/": html("Institute", ["/it/", "/it/servers", "/de/"], head),
    ...pagesAt(["/it/", "/it/servers"]),
    "/de/": html("Institut", [], head).replace('lang="en"', 'lang="de"'),
  };
  expect([...(await crawlExample(site)).pages].sort()).toEqual(["/", "/it/", "/it/servers"]);
});

test("another script of the site's language is another language, also below it", async () => {
  const head = ["zh", "zh-Hant", "en"]
    .map((lang) => `<link rel="alternate" hreflang="${lang}" href="/${lang === "zh" ? "" : `${lang.toLowerCase()}/`}">`)
    .join("");
  const site = {
    "/": html("Home", ["/a", "/zh-hant/", "/zh-hant/a", "/en/"], head).replace('lang="en"', 'lang="zh"'),
    ...pagesAt(["/a"], "zh"),
    ...pagesAt(["/zh-hant/", "/zh-hant/a", "/zh-hant/b"], "zh-Hant"),
    ...pagesAt(["/en/"]),
  };
  expect([...(await crawlExample(site)).pages].sort()).toEqual(["/", "/a"]);
});

test("a short page with the homepage's search box is a page", async () => {
  const box = '<form><input type="search" name="q"></form>';
  const page = `<html lang="en"><title>Ropes</title><main><h1>Ropes</h1>${box}<p>This chapter is about ropes.</p></main>`;
  const site = { "/": html("Home", ["/ropes"]).replace("<main>", `<main>${box}`), "/ropes": page };
  expect((await crawlExample(site)).pages).toEqual(["/", "/ropes"]);
});

test("a page that states its language rightly is listed though the site's template states a wrong one", async () => {
  const german =
    "Die Boote liegen im Hafen und die Leute auf der Mole sehen, dass das Wasser nicht mit der Flut kommt. ";
  const page = (title: string, lang: string) =>
    `<html lang="${lang}"><title>${title}</title><main><h1>${title}</h1><p>${title}: ${german.repeat(2)}</p></main></html>`;
  const site = {
    "/": html("Hafenamt", ["/boote", "/mole"]),
    "/boote": page("Boote", "en"),
    "/mole": page("Mole", "de"),
  };
  expect((await crawlExample(site)).pages).toEqual(["/", "/boote", "/mole"]);
});

test("a homepage that only offers countries leads to the English pages; the others are left out with a reason", async () => {
  const countries = { us: "en-US", de: "de-DE", jp: "ja-JP" };
  const head = Object.entries(countries)
    .map(([at, lang]) => `<link rel="alternate" hreflang="${lang}" href="/${at}/">`)
    .join("");
  const doors = Object.keys(countries).map((at) => `/${at}/`);
  const door = `<html><head><title>Countries</title>${head}</head><main>${doors.map((to) => `<a href="${to}">${to}</a>`).join(" ")}</main></html>`;
  const site = {
    "/": door,
    "/us/": html("Pumps", ["/us/a"], head),
    ...pagesAt(["/us/a"]),
    ...pagesAt(["/de/", "/jp/"], "de"),
  };
  const { pages, leftOut } = await crawlExample(site);
  expect(pages).toEqual(["/us/", "/us/a"]);
  expect(Object.keys(leftOut)).toEqual(expect.arrayContaining(["/de/", "/jp/"]));
  expect((await crawlExample(site, { language: "de" })).pages[0]).toBe("/de/");
});

test("the language of a page without a declaration is recognised by its words", async () => {
  const german =
    "Der Hafen ist nicht groß, und die Schiffe sind mit einer Leine an den Pfählen fest. Das ist für die Boote von Vorteil, und auf der Mole ist ein Licht, das sich dreht.";
  const silent = (title: string, text: string) =>
    `<html><title>${title}</title><main><h1>${title}</h1><p>${text} ${text}</p></main>`;
  const site = { "/": html("Home", ["/a", "/hafen"]), ...pagesAt(["/a"]), "/hafen": silent("Hafen", german) };
  expect((await crawlExample(site)).leftOut).toEqual({ "/hafen": "other language" });
});

test("a chapter that is not translated yet, below a translated heading, is listed", async () => {
  const silent = (title: string, text: string) =>
    `<html><title>${title}</title><main><h1>${title}</h1><p>${text}</p></main>`;
  const links = '<a href="/b">第2章</a> <a href="/c">C</a>';
  const english = (count: string) =>
    `The harbour has ${count} cranes, and all of them are for the boats that you moor with this line. `.repeat(9);
  const site = {
    "/": silent("案内", "この本は港のクレーンについて説明します。".repeat(20) + links),
    "/b": silent("第2章 クレーン", english("two")),
    "/c": silent("Cranes", english("three")),
  };
  expect((await crawlExample(site)).leftOut).toEqual({ "/c": "other language" });
});

test("if nearly all pages are in another language than the homepage, they are listed", async () => {
  const paths = numbered("/p", 9);
  const { pages } = await crawlExample({ "/": html("Home", paths), ...pagesAt(paths, "de") });
  expect([...pages].sort()).toEqual(["/", ...paths].sort());
});

test.each([
  [["/1.0/a", "/1.0/b", "/2.0/a", "/2.0/b", "/10.1/a"], ["/10.1/a"]],
  [
    ["/1.0/a", "/1.0/b", "/latest/a", "/latest/b", "/dev/a"],
    ["/latest/a", "/latest/b"],
  ],
  [["/1.x/a", "/3.x/b"], ["/3.x/b"]],
  [
    ["/docs/a", "/docs/b", "/docs/1.0/a", "/docs/1.0/b"],
    ["/docs/a", "/docs/b"],
  ],
])("of several versions the current one is listed: %j", async (paths, listed) => {
  const { pages, leftOut } = await crawlExample({ "/": html("Home", paths), ...pagesAt(paths) });
  expect(pages).toEqual(["/", ...listed]);
  expect(new Set(Object.values(leftOut))).toEqual(new Set(["older version"]));
});

test("a former version in a folder of its name is left out beside the present pages", async () => {
  const own = ["/docs/intro/", "/docs/setup/", "/docs/api/"];
  const former = own.map((path) => path.replace("/docs/", "/docs/pre-1.0/"));
  const { pages } = await crawlExample({ "/": html("Home", [...own, ...former]), ...pagesAt([...own, ...former]) });
  expect(pages).toEqual(["/", ...own]);
});

test("a crawl that starts at an older version lists that version", async () => {
  const paths = ["/1.0/a", "/2.0/a", "/2.0/b"];
  const site = { "/1.0/": html("Home", paths), ...pagesAt(paths) };
  expect((await crawlExample(site, { base: "/1.0/" })).pages).toEqual(["/1.0/", "/1.0/a"]);
});
