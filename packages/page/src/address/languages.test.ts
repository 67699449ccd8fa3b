import { expect, test } from "vitest";
import { crawlExample, pagesAt } from "../../../../test/crawl/example-crawl.ts";
import { HOST, html } from "../../../../test/crawl/example-site.ts";

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

test("folders that are called as a language is are none by that alone: kitchens of a site of recipes", async () => {
  const folders = ["italian", "french", "greek", "polish"].map((kitchen) => `/${kitchen}/soup`);
  const links = folders.map((url) => `<a href="${url}">${url.split("/")[1]}</a>`).join(" ");
  const home = html("Home").replace("</body>", `${links}</body>`);
  const { pages: taken } = await crawlExample({ "/": home, ...pagesAt(folders) });
  expect(taken).toEqual(["/", ...folders]);
});

test("a homepage in another script than that of the language it says, as a template did, says nothing of its pages", async () => {
  const text = (words: string, head: string) =>
    `${head}<title>${words}</title><main><h1>${words}</h1><p>${`${words}。`.repeat(20)}</p><a href="/a">次へ</a></main>`;
  const { pages: taken } = await crawlExample({
    "/": text("手作りの家具と庭の記録", '<html lang="en">'),
    "/a": text("椅子の作り方とその道具", ""),
  });
  expect(taken).toEqual(["/", "/a"]);
});

test("a template's `en` on every page makes none of a Chinese site's pages a translation of its English ones", async () => {
  const head = (path: string) =>
    `<html lang="en"><link rel="alternate" hreflang="zh" href="${path}"><link rel="alternate" hreflang="en" href="/en${path}">`;
  const chinese = (path: string) =>
    `${head(path)}<title>藝術中心</title><main><p>${"歷史與展覽的紀錄。".repeat(20)}</p></main>`;
  const links = ["/a/", "/b/", "/c/"]
    .map((path) => `<a href="${path}">見</a><a href="/en${path}">English</a>`)
    .join(" ");
  const { pages: taken } = await crawlExample({
    "/": `${chinese("/")}${links}`,
    "/a/": chinese("/a/").replace("歷史", "人員"),
    "/b/": chinese("/b/").replace("歷史", "場地"),
    "/c/": chinese("/c/").replace("歷史", "節目"),
    ...pagesAt(["/en/a/", "/en/b/", "/en/c/"]),
  });
  expect(taken).toEqual(["/", "/a/", "/b/", "/c/"]);
});

test("pages that say no language, though the homepage does, are in another one where their script is", async () => {
  const unsaid = (text: string) => `<title>${text}</title><main><h1>${text}</h1><p>${`${text}. `.repeat(9)}</p></main>`;
  const { pages: taken, leftOut } = await crawlExample({
    "/": html("Home", ["/a", "/b", "/c"]),
    "/a": unsaid("An English text"),
    "/b": unsaid("אומנויות לחימה בירושלים"),
    "/c": unsaid("Ελληνικά μαθήματα").replace("<title>", '<html lang="en"><title>'),
  });
  expect(taken).toEqual(["/", "/a", "/c"]);
  expect(leftOut).toMatchObject({ "/b": "other language" });
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

test("folders of an English site that look like a language are ordinary folders", async () => {
  const folders = ["/it/", "/so/", "/no-code/", "/my-app/", "/to-do/", "/is/"];
  const pages = folders.flatMap((folder) => [folder, `${folder}a`, `${folder}b`]);
  const { pages: taken, leftOut } = await crawlExample({
    "/": html("Home", [...folders, "/a"]),
    ...Object.fromEntries(folders.map((folder) => [folder, html(folder, [`${folder}a`, `${folder}b`])])),
    ...pagesAt(["/a", ...pages.filter((path) => !path.endsWith("/"))]),
  });
  expect(leftOut).toEqual({});
  expect(taken).toHaveLength(2 + pages.length);
});

test("one page of a folder is read before it is taken for another language", async () => {
  const german = ["/de/", "/de/a", "/de/b", "/de/c", "/de/d"];
  const { pages: taken, requests } = await crawlExample({
    "/": html("Home", ["/a", "/b", ...german]),
    ...pagesAt(["/a", "/b"]),
    ...pagesAt(german, "de"),
  });
  expect(taken).toEqual(["/", "/a", "/b"]);
  expect(requests.filter((request) => request.includes("/de/"))).toHaveLength(1);
});

test("a translation whose template says the wrong language is told by what it repeats", async () => {
  const names = ["a", "b", "c", "d", "e"];
  const { pages: taken } = await crawlExample({
    "/": html("Home", [...names.map((name) => `/${name}`), ...names.map((name) => `/de/${name}`)]),
    ...pagesAt(names.map((name) => `/${name}`)),
    ...pagesAt(names.map((name) => `/de/${name}`)),
  });
  expect(taken).toEqual(["/", ...names.map((name) => `/${name}`)]);
});

test("without a word of the homepage the first pages say what the site's language is", async () => {
  const { pages: taken } = await crawlExample({
    "/": html("Home", ["/a", "/b", "/fr/x"]).replace(' lang="en"', ""),
    ...pagesAt(["/a", "/b"]),
    ...pagesAt(["/fr/x"], "fr"),
  });
  expect(taken).toEqual(["/", "/a", "/b"]);
});

test("another script of the same language is told by what it repeats", async () => {
  const { pages: taken } = await crawlExample(
    {
      "/zh-cn/": html("Home", ["/zh-cn/a", "/zh-cn/b", "/zh-tw/a", "/zh-tw/b"]).replace('lang="en"', 'lang="zh-CN"'),
      ...pagesAt(["/zh-cn/a", "/zh-cn/b"], "zh-CN"),
      ...pagesAt(["/zh-tw/a", "/zh-tw/b"], "zh-TW"),
    },
    { base: "/zh-cn/" },
  );
  expect(taken).toEqual(["/zh-cn/", "/zh-cn/a", "/zh-cn/b"]);
});

test("links of the homepage that a language calls itself by lead to translations, whatever their pages say", async () => {
  const named = { "/us/es/": "Español", "/us/zh-hans/": "中文", "/us/it/": "IT" };
  const menu = Object.entries(named).map(([to, text]) => `<a href="${to}">${text}</a>`);
  const body = `<html lang="en"><title>Home</title><nav>${menu.join("")}</nav>
    <main><p>${"What this site is about takes a few sentences. ".repeat(20)}</p><a href="/us/a/">A</a></main>`;
  const { pages: taken, leftOut } = await crawlExample(
    {
      "/us/": { headers: { "content-type": "text/html" }, body },
      ...pagesAt(["/us/a/", ...Object.keys(named), "/us/es/about/"], "en"),
    },
    { base: "/us/" },
  );
  expect(taken.toSorted()).toEqual(["/us/", "/us/a/", "/us/it/"]);
  expect(leftOut).toMatchObject({ "/us/es/": "other language of /us/", "/us/zh-hans/": "other language of /us/" });
});

const NAMES = { en: "English", de: "German", it: "Italian", ko: "Korean", br: "Portuguese" };

test("a folder that has the name of a language, as the homepage's link to it, is a translation of a homepage in another", async () => {
  const left = async (lang: string, text: string) => {
    const body = `<html${lang}><title>${text}</title><a href="/english.html">English</a><a href="/a">A</a>
      <p>${`${text} `.repeat(20)}</p>`;
    const { leftOut } = await crawlExample({
      "/": { headers: { "content-type": "text/html" }, body },
      ...pagesAt(["/a", "/english/a"], ""),
      "/english.html": html("English", ["/english/a"]),
    });
    return leftOut;
  };
  const persian = "بیانیه مادران پارک لاله ایران به مناسبت روز جهانی زن.";
  const none = { "/english.html": "other language of /" };
  expect(await left(' lang="fa"', persian)).toEqual(none);
  expect(await left("", persian)).toEqual(none);
  expect(await left(' lang="en"', "A statement for the women's day.")).toEqual({});
  expect(await left("", "A statement for the women's day.")).toEqual({});
});

test("a folder that has the name of a language is read where that language was asked for", async () => {
  const body = `<html lang="ja"><title>大学院</title><a href="/english/">English</a><p>${"研究室の紹介です。".repeat(20)}</p>`;
  const answers = {
    "/": { headers: { "content-type": "text/html" }, body },
    ...pagesAt(["/english/", "/english/a"], ""),
  };
  const { pages: taken } = await crawlExample(
    { ...answers, "/english/": html("English", ["/english/a"]) },
    { languages: ["ja", "en"] },
  );
  expect(taken).toEqual(["/", "/english/", "/english/a"]);
});

test("folders that a menu calls languages are these, at any depth, whatever their pages and names say", async () => {
  const menu = Object.entries(NAMES).map(([code, name]) => `<a href="/wiki/x/y/${code}/start">${name}</a>`);
  const home = html("Home", ["/about"]).replace("</body>", `${menu.join(" ")}</body>`);
  const { pages: taken, requests } = await crawlExample({
    "/": home,
    ...pagesAt(["/about"]),
    // Their template says `en` on each.
    ...pagesAt(Object.keys(NAMES).map((code) => `/wiki/x/y/${code}/start`)),
  });
  expect(taken).toEqual(["/", "/about", "/wiki/x/y/en/start"]);
  expect(requests.filter((request) => /\/(de|it|ko|br)\//.test(request))).toEqual([]);
});

test.each([
  ["lessons about languages", ["english", "german", "italian"]],
  ["words that are codes", ["it", "no", "de"]],
])("links in a row to %s are no menu of languages", async (_, names) => {
  const links = names.map((name) => `<a href="/learn/${name}/start">Learn ${name.length > 2 ? name : "this"}</a>`);
  const { pages: taken } = await crawlExample({
    "/": html("Home", ["/about"]).replace("</body>", `${links.join(" ")}</body>`),
    ...pagesAt(["/about", ...names.map((name) => `/learn/${name}/start`)]),
  });
  expect(taken).toHaveLength(2 + names.length);
});
