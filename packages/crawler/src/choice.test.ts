import { describe, expect, test } from "vitest";
import {
  type Answers,
  crawlExample,
  HOST,
  html,
  numbered,
  pagesAt,
  sitemapOf,
} from "../../../test/crawl/example-site.ts";

/** A page with a menu before its content. */
const withMenu = (page: string, links: readonly string[]): string =>
  page.replace(
    "<main>",
    `<nav><ul>${links.map((to) => `<li><a href="${to}">${to}</a></li>`).join("")}</ul></nav><main>`,
  );

/** Listed paths by their first folder. */
const foldersOf = (pages: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(pages.slice(1), (path) => path.split("/")[1] ?? "")].map(([k, v]) => [k, v.length]),
  );

describe("of a site with more pages than places", () => {
  test("the menu comes first, then what the homepage's text leads to, then the rest", async () => {
    const menu = numbered("/docs", 4);
    const text = numbered("/guide", 4);
    const rest = numbered("/blog", 30);
    const site = { ...pagesAt([...menu, ...text, ...rest]), "/": withMenu(html("Home", text), menu) };
    const { pages } = await crawlExample({ ...site, "/sitemap.xml": sitemapOf(rest) }, { maxPages: 10 });
    expect(pages.slice(1, 9).sort()).toEqual([...menu, ...text].sort());
  });

  test("a numerous folder leaves places to the others", async () => {
    const paths = [...numbered("/photos", 300), ...numbered("/guides", 12), ...numbered("/api", 12)];
    const { pages } = await crawlExample(
      { "/": html("Home"), ...pagesAt(paths), "/sitemap.xml": sitemapOf(paths) },
      { maxPages: 31 },
    );
    const { photos = 0, guides = 0, api = 0 } = foldersOf(pages);
    expect(photos + guides + api).toBe(30);
    expect([guides, api].every((count) => count >= 4)).toBe(true);
    expect(photos).toBeGreaterThan(guides);
  });

  test("folders that are letters, numbers or dates are one part, and so are many folders of few pages", async () => {
    const dated = Array.from({ length: 40 }, (_, n) => `/${2000 + (n % 20)}/${1 + (n % 12)}/post-${n}x`);
    const guides = numbered("/guides", 40);
    const thin = Array.from({ length: 30 }, (_, n) => `/thin${n}x/page`);
    const paths = [...dated, ...guides, ...thin];
    const { pages } = await crawlExample(
      { "/": html("Home"), ...pagesAt(paths), "/sitemap.xml": sitemapOf(paths) },
      { maxPages: 25 },
    );
    expect(pages.filter((path) => path.startsWith("/guides")).length).toBeGreaterThanOrEqual(6);
    expect(pages.filter((path) => path.startsWith("/20")).length).toBeLessThanOrEqual(10);
  });

  test("one folder is not taken whole because sixteen pages are asked for at once", async () => {
    const paths = [...numbered("/a", 100), ...numbered("/b", 100), ...numbered("/c", 100)];
    const { pages } = await crawlExample(
      { "/": html("Home"), ...pagesAt(paths), "/sitemap.xml": sitemapOf(paths) },
      { maxPages: 22 },
    );
    expect(Object.values(foldersOf(pages))).toEqual([7, 7, 7]);
  });

  test("a folder whose pages do not answer loses its turns to the others", async () => {
    const gone = numbered("/gone", 60);
    const there = numbered("/there", 60);
    const site = { "/": html("Home"), ...pagesAt(there), "/sitemap.xml": sitemapOf([...gone, ...there]) };
    const { pages, failed } = await crawlExample(site, { maxPages: 30 });
    expect(pages).toHaveLength(30);
    expect(failed.length).toBeLessThanOrEqual(20);
  });

  test("short lists are not chosen by what the homepage alone shows", async () => {
    const menu = numbered("/x", 20);
    const site = { ...pagesAt(menu), "/": html("Home", menu), "/x/p0": html("First", numbered("/y", 9)) };
    const { pages } = await crawlExample({ ...site, ...pagesAt(numbered("/y", 9)) }, { maxPages: 15 });
    expect(pages.some((path) => path.startsWith("/y"))).toBe(true);
  });
});

const facets = (posts: readonly string[]): Answers =>
  Object.fromEntries(
    numbered("/tags", 6).map((path, n) => [
      path,
      html(`Tagged ${path}`, posts.slice(n, n + 8)).replace(/<p>.*<\/p>/s, ""),
    ]),
  );

describe("lists of pages", () => {
  const posts = numbered("/posts", 20).map((path) => `${path}-a`);

  test("lists that arrange again what others lead to are read for their links and not listed", async () => {
    const topics = Object.fromEntries(
      Object.entries(facets(posts)).map(([path, body]) => [path.replace("tags", "shelf"), body]),
    );
    const site = { "/": html("Home", [...posts, ...Object.keys(topics)]), ...pagesAt(posts), ...topics };
    const { pages, leftOut } = await crawlExample(site);
    expect(pages.filter((path) => path.startsWith("/shelf"))).toEqual([]);
    expect(leftOut["/shelf/p0"]).toBe("list of pages");
  });

  test("tags, authors and further pages are never listed, and lead to what nothing else names", async () => {
    const site = {
      "/": html("Home", ["/posts/p0-a", "/tags/p0", "/page/2/"]),
      ...pagesAt(posts),
      ...facets(posts),
      "/page/2/": html("Older posts", posts.slice(10)),
    };
    const { pages, leftOut } = await crawlExample(site);
    expect(pages.slice(1).every((path) => path.startsWith("/posts"))).toBe(true);
    expect(pages.length).toBeGreaterThan(15);
    expect([leftOut["/tags/p0"], leftOut["/page/2/"]]).toEqual(["list of pages", "list of pages"]);
  });

  test("a list is listed where the menu names it, and a form or a short page is, too", async () => {
    const list = html("All posts", posts).replace(/<p>.*<\/p>/s, "");
    const form =
      "<html lang=en><title>Contact</title><main><h1>Contact</h1><form><input name=mail></form></main></html>";
    const site = {
      ...pagesAt(posts),
      "/": withMenu(html("Home"), ["/all", "/contact"]),
      "/all": list,
      "/contact": form,
    };
    expect((await crawlExample(site)).pages.slice(0, 3)).toEqual(["/", "/all", "/contact"]);
  });

  test("places that are left go to lists", async () => {
    const list = html("All posts", posts.slice(0, 4)).replace(/<p>.*<\/p>/s, "");
    const site = { "/": html("Home", ["/all"]), "/all": list, ...pagesAt(posts.slice(0, 4)) };
    const { pages } = await crawlExample(site);
    expect(pages).toEqual(["/", ...posts.slice(0, 4), "/all"]);
    expect((await crawlExample(site, { maxPages: 4 })).pages).not.toContain("/all");
  });
});

describe("what is no page", () => {
  test("a log-in is none where it is a form, and a subject of that name is a page", async () => {
    const form = `<html lang=en><title>Log in</title><main><form><label>Name <input type=text></label> <label>Password <input type=password></label></form></main></html>`;
    const site = { "/": html("Home", ["/login", "/docs/login"]), "/login": form, ...pagesAt(["/docs/login"]) };
    const { pages, leftOut } = await crawlExample(site);
    expect([pages, leftOut]).toEqual([["/", "/docs/login"], { "/login": "not a page" }]);
  });

  test("a short chapter is a page, though a box to search in stands on each page", async () => {
    const chapter = (title: string, text: string) =>
      withMenu(`<html lang=en><title>${title}</title><main><input type=search><h1>${title}</h1><p>${text}</p></main>`, [
        "/part",
        "/next",
      ]);
    const short = "The chapters of this part tell how boats are kept.";
    const site = {
      "/": chapter("Home", short.repeat(2)),
      "/part": chapter("Part", short),
      "/next": chapter("Next", "港を守る船の話をここに書きます。".repeat(6)),
    };
    expect((await crawlExample(site)).pages).toEqual(["/", "/part", "/next"]);
  });

  test("pages that answer with what the site shows at an address that does not exist are none", async () => {
    const oops = html("Oops!");
    const site = { "/": html("Home", ["/a", "/b"]), ...pagesAt(["/a"]), "/b": oops, "*": oops };
    const { pages, leftOut } = await crawlExample({ ...site, "/robots.txt": "", "/sitemap.xml": "" });
    expect([pages, leftOut["/b"]]).toEqual([["/", "/a"], "error page"]);
  });

  test("pages that say in other words that they are not there are none", async () => {
    const page = (title: string, text: string) =>
      `<html lang=en><title>${title}</title><main><h1>${title}</h1><p>${text}</p></main>`;
    const site = {
      "/": html("Home", ["/a", "/b", "/c", "/d"]),
      ...pagesAt(["/a"]),
      "/b": page("Oops!", "Sorry, we could not find what you were looking for."),
      "/c": page("Leer", "Die angeforderte Seite wurde nicht gefunden."),
      "/d": page("Lost", "The page you are looking for has been moved or does not exist."),
    };
    const { pages, leftOut } = await crawlExample(site);
    expect(pages).toEqual(["/", "/a"]);
    expect(Object.values(leftOut)).toEqual(["error page", "error page", "error page"]);
  });

  test("a calendar that goes on for ever ends after a few months", async () => {
    const month = (n: number) => `/events/${2000 + Math.floor(n / 12)}-${(n % 12) + 1}/`;
    const page = (n: number): string =>
      html("Events", [month(n - 1), month(n + 1)]).replace(
        /<p>.*<\/p>/s,
        `<p>No events in month ${n % 12} of ${n}.</p>`,
      );
    const months = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [month(n + 100), page(n + 100)]));
    const site = { "/": html("Home", ["/about", month(200)]), ...pagesAt(["/about"]), ...months };
    const { pages, requests, leftOut } = await crawlExample(site);
    expect(pages).toContain("/about");
    expect(pages.length).toBeLessThanOrEqual(8);
    expect(requests.length).toBeLessThan(30);
    expect(Object.values(leftOut)).toContain("trap");
  });

  test("addresses that grow by themselves, arrange a list or act are not asked for", async () => {
    const paths = [
      "/a/b/a/b/a/b",
      "/x?sort=price",
      "/x?a=1&b=2&c=3&d=4&e=5&f=6",
      "/wp-admin/x",
      "/feed/",
      "/a?replytocom=1",
    ];
    const { pages, requests } = await crawlExample({ "/": html("Home", paths), ...pagesAt(paths) });
    expect(pages).toEqual(["/"]);
    expect(requests.filter((request) => paths.some((path) => request.endsWith(path)))).toEqual([]);
  });

  test("a page saved under its query is one with the clean address beside it", async () => {
    const site = {
      "/": html("Home", ["/a/index.html", "/a/index.html@p=7"]),
      "/a/index.html": html("A"),
      "/a/index.html@p=7": html("A"),
    };
    const { pages, leftOut } = await crawlExample(site);
    expect([pages, leftOut]).toEqual([["/", "/a/index.html"], { "/a/index.html@p=7": "duplicate of /a/index.html" }]);
  });

  test("frames are read through: what their menu leads to is listed, the menu is not", async () => {
    const frames = `<html><title>Foundry</title><frameset><frame src="/menu"><frame src="/start"></frameset></html>`;
    const menu = `<html><title>Menu</title><a href="/bells">Bells</a><br><a href="/tuning">Tuning</a></html>`;
    const site = { "/": frames, "/menu": menu, ...pagesAt(["/start", "/bells", "/tuning"]) };
    const { pages } = await crawlExample(site);
    expect([...pages].sort()).toEqual(["/", "/bells", "/start", "/tuning"]);
  });
});

/** Paragraphs of their own. */
const prose = (name: string, count: number): string =>
  Array.from(
    { length: count },
    (_, n) => `<p>Paragraph ${n} of ${name} says at some length what no other text on this site says.</p>`,
  ).join("");
const page = (title: string, body: string): string =>
  `<html lang="en"><title>${title}</title><body><main><h1>${title}</h1>${body}</main></body></html>`;

describe("one page once", () => {
  test("a fragment that stands whole in another page is none, and one that a front page shows in full is", async () => {
    const part = prose("part", 4);
    const site = {
      "/": html("Home", ["/whole", "/part"]),
      "/whole": page("Whole", `${prose("whole", 9)}${part}`),
      "/part": page("Part", part),
    };
    expect((await crawlExample(site)).pages).toEqual(["/", "/whole"]);
    const front = { ...site, "/whole": page("Front", `${prose("whole", 9)}${part}<a href="/part">Part</a>`) };
    expect((await crawlExample(front)).pages).toEqual(["/", "/whole", "/part"]);
  });

  test("a page that holds three others repeats them", async () => {
    const parts = ["/p-a", "/p-b", "/p-c"];
    const book = page("Whole book", parts.map((path) => prose(path, 5)).join(""));
    const chapters = Object.fromEntries(parts.map((path) => [path, page(path, prose(path, 5))]));
    const site = { "/": html("Home", [...parts, "/book"]), ...chapters, "/book": book };
    expect((await crawlExample(site)).pages).toEqual(["/", ...parts]);
    const first = { ...site, "/": html("Home", ["/book", ...parts]) };
    expect((await crawlExample(first)).pages).toEqual(["/", ...parts]);
  });

  test.each<[string, Answers, readonly string[]]>([
    ["answers", { "/a": html("A", [], canonical("/own")), "/own": html("A") }, ["/", "/own"]],
    ["does not answer", { "/a": html("A", [], canonical("/none")) }, ["/", "/a"]],
    [
      "is disallowed",
      { "/a": html("A", [], canonical("/no")), "/robots.txt": "User-agent: *\nDisallow: /no" },
      ["/", "/a"],
    ],
    ["is the homepage", { "/a": html("A", [], canonical("/")) }, ["/", "/a"]],
    ["is elsewhere", { "/a": html("A", [], canonical("https://other.dev/a")) }, ["/", "/a"]],
  ])("of a page whose canonical address %s", async (_, answers, listed) => {
    expect((await crawlExample({ "/": html("Home", ["/a"]), ...answers })).pages).toEqual(listed);
  });

  test("a canonical address that many pages name is not believed", async () => {
    const paths = numbered("", 8);
    const wrong = Object.fromEntries(paths.map((path) => [path, html(path, [], canonical("/p0"))]));
    expect((await crawlExample({ "/": html("Home", paths), ...wrong })).pages).toEqual(["/", ...paths]);
  });

  test("a difference of spelling that one page's answer confirmed is not asked for again", async () => {
    const paths = numbered("/d", 12);
    const bare = Object.fromEntries(paths.map((path) => [path, html(path, [], canonical(`${path}/`))]));
    const slash = Object.fromEntries(paths.map((path) => [`${path}/`, html(path, [], canonical(`${path}/`))]));
    const { pages, requests } = await crawlExample({ "/": html("Home", paths), ...bare, ...slash });
    expect(pages).toEqual(["/", ...paths.map((path) => `${path}/`)]);
    expect(requests.filter((request) => request.endsWith("/")).length).toBeLessThanOrEqual(3);
  });

  test("two spellings are two pages where their texts differ", async () => {
    const paths = ["/a", "/a/", "/a.html", "/b/index.html", "/b"];
    const { pages } = await crawlExample({ "/": html("Home", paths), ...pagesAt(paths) });
    expect([...pages].sort()).toEqual(["/", ...paths].sort());
  });
});

function canonical(path: string): string {
  return `<link rel="canonical" href="${path}">`;
}

describe("languages and versions", () => {
  test("of pages in several languages those in the homepage's are listed, and a reason names the listed page", async () => {
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

  test("hreflang goes before how an address is spelled, in pages and in sitemaps", async () => {
    const links = ["en", "de"].map(
      (lang) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${HOST}/${lang === "en" ? "de" : "en"}-x"/>`,
    );
    const sitemap = `<urlset><url><loc>${HOST}/de-x</loc>${links.join("")}</url></urlset>`;
    const site = { "/": html("Home"), ...pagesAt(["/de-x"]), ...pagesAt(["/en-x"], "de"), "/sitemap.xml": sitemap };
    const { pages, leftOut } = await crawlExample(site);
    expect([pages, leftOut]).toEqual([["/", "/de-x"], { "/en-x": "other language of /de-x" }]);
  });

  test("a homepage that only offers countries leads to the English one by hreflang; the others are accounted for", async () => {
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

  test("a page that says nothing of its language is told by its words", async () => {
    const german =
      "Der Hafen ist nicht groß, und die Schiffe sind mit einer Leine an den Pfählen fest. Das ist für die Boote von Vorteil, und auf der Mole ist ein Licht, das sich dreht.";
    const silent = (title: string, text: string) =>
      `<html><title>${title}</title><main><h1>${title}</h1><p>${text} ${text}</p></main>`;
    const site = { "/": html("Home", ["/a", "/hafen"]), ...pagesAt(["/a"]), "/hafen": silent("Hafen", german) };
    expect((await crawlExample(site)).leftOut).toEqual({ "/hafen": "other language" });
  });

  test("where nearly all pages are in another language than the homepage says, they are listed", async () => {
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
    [
      ["/docs/a", "/docs/b", "/docs/1.0/a", "/docs/1.0/b"],
      ["/docs/a", "/docs/b"],
    ],
  ])("of the versions %j the current one is listed", async (paths, listed) => {
    const { pages, leftOut } = await crawlExample({ "/": html("Home", paths), ...pagesAt(paths) });
    expect(pages).toEqual(["/", ...listed]);
    expect(new Set(Object.values(leftOut))).toEqual(new Set(["older version"]));
  });

  test("a homepage of an older version is what was asked for", async () => {
    const paths = ["/1.0/a", "/2.0/a", "/2.0/b"];
    const site = { "/1.0/": html("Home", paths), ...pagesAt(paths) };
    expect((await crawlExample(site, { base: "/1.0/" })).pages).toEqual(["/1.0/", "/1.0/a"]);
  });
});
