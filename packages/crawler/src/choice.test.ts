import { pageUrl } from "@llmstxt-service/page/address/page-url";
import { Site } from "@llmstxt-service/page/address/site";
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
import { Order } from "./order.ts";

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

test("thirty thousand addresses of one folder take their turns without a search through all of them", () => {
  const home = pageUrl(`${HOST}/`);
  const order = new Order(new Site(home, home), 60);
  for (let at = 0; at < 30_000; at++) order.add(pageUrl(`${HOST}/f${at}/`), { depth: Infinity });
  const before = process.threadCpuUsage().user;
  let asked = 0;
  while (order.next() !== undefined) asked++;
  expect(asked).toBe(30_000);
  expect((process.threadCpuUsage().user - before) / 1e6).toBeLessThan(3);
});

describe("on a site with more pages than the limit", () => {
  test("pages of the menu come first, then pages that the homepage's text links to, then the rest", async () => {
    const menu = numbered("/docs", 4);
    const text = numbered("/guide", 4);
    const rest = numbered("/blog", 30);
    const site = { ...pagesAt([...menu, ...text, ...rest]), "/": withMenu(html("Home", text), menu) };
    const { pages } = await crawlExample({ ...site, "/sitemap.xml": sitemapOf(rest) }, { maxPages: 10 });
    expect(pages.slice(1, 9).sort()).toEqual([...menu, ...text].sort());
  });

  test("a menu that is not long is read whole", async () => {
    const menu = [...numbered("/docs", 6), ...numbered("/help", 5)];
    const rest = numbered("/blog", 30);
    const site = { ...pagesAt([...menu, ...rest]), "/": withMenu(html("Home", rest), menu) };
    const { pages } = await crawlExample(site, { maxPages: 20 });
    expect(pages).toEqual(expect.arrayContaining(menu));
  });

  test("a folder with many pages leaves places for other folders", async () => {
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

  test("pages of a long menu outside of its folders come before those in them", async () => {
    const chapters = ["anchors", "boats", "cranes", "docks", "eddies", "flags", "gales", "harbours"].map(
      (one) => `/${one}`,
    );
    const menu = [...numbered("/platforms", 60), ...chapters];
    const site = { ...pagesAt(menu), "/": withMenu(html("Home"), menu) };
    const { pages } = await crawlExample(site, { maxPages: 20 });
    expect(pages).toEqual(expect.arrayContaining(chapters));
  });

  test("folders named by a letter, a number or a date count as one group, and so do many small folders", async () => {
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

  test("pages from A to Z whose addresses differ in one letter count as one group", async () => {
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter) => `/articles/index_${letter}.htm`);
    const issues = Array.from({ length: 90 }, (_, n) => `/issue${n}.htm`);
    const { pages } = await crawlExample(
      { "/": withMenu(html("Home"), issues), "/issue0.htm": html("Issue 0", letters), ...pagesAt(letters) },
      { maxPages: 40 },
    );
    expect(pages).toHaveLength(28);
    const site = { ...pagesAt([...issues, ...letters]), "/": html("Home", [...letters, ...issues]) };
    const taken = (await crawlExample(site, { maxPages: 40 })).pages;
    expect(taken.filter((path) => path.startsWith("/articles")).length).toBeLessThanOrEqual(18);
  });

  test("folders that all have the same pages give their places to the first page of each", async () => {
    const formats = Array.from({ length: 40 }, (_, n) => `/format${"abcdefghij"[n % 10]}${"klmn"[n % 4]}${n}x/`);
    const codes = ["c.html", "go.html", "java.html", "lua.html", "perl.html"];
    const site = Object.fromEntries(
      formats.map((path) => [
        path,
        html(
          path,
          codes.map((code) => path + code),
        ),
      ]),
    );
    const all = formats.flatMap((path) => codes.map((code) => path + code));
    const { pages } = await crawlExample({ "/": html("Home", formats), ...site, ...pagesAt(all) }, { maxPages: 41 });
    expect(pages.filter((path) => path.endsWith("/")).length).toBeGreaterThan(30);
  });

  test("of an alphabetical list the pages that many others link to come first", async () => {
    const names = [..."abcdefghijklmnopqrstuvwxyz"].map((letter) => `/words/${letter.repeat(3)}`);
    const site = {
      "/": html("Home", ["/words/"]),
      "/words/": html("Words", names),
      ...Object.fromEntries(names.map((name) => [name, html(name, ["/words/yyy", "/words/ttt"])])),
    };
    const { pages } = await crawlExample(site, { maxPages: 10 });
    expect(pages).toEqual(expect.arrayContaining(["/words/ttt", "/words/yyy"]));
    expect(pages.filter((page) => page < "/words/h")).toHaveLength(8);
  });

  test("years and months take no turns: the newest posts, which are nearest, come first", async () => {
    const posts = [2021, 2022, 2023, 2024].flatMap((year) =>
      numbered(`/blog/${year}/0${year - 2020}`, 6).map((path) => `${path}-x`),
    );
    const recent = posts.toReversed().slice(0, 10);
    const site = { "/": html("Home", [...recent, "/older"]), "/older": html("Older", posts), ...pagesAt(posts) };
    const { pages } = await crawlExample(site, { maxPages: 11 });
    expect(pages.filter((path) => recent.includes(path)).length).toBeGreaterThan(8);
  });

  test("sixteen requests at once do not give all places to one folder", async () => {
    const paths = [...numbered("/a", 100), ...numbered("/b", 100), ...numbered("/c", 100)];
    const { pages } = await crawlExample(
      { "/": html("Home"), ...pagesAt(paths), "/sitemap.xml": sitemapOf(paths) },
      { maxPages: 22 },
    );
    expect(Object.values(foldersOf(pages))).toEqual([7, 7, 7]);
  });

  test("a folder whose pages fail gives its places to other folders", async () => {
    const gone = numbered("/gone", 60);
    const there = numbered("/there", 60);
    const site = { "/": html("Home"), ...pagesAt(there), "/sitemap.xml": sitemapOf([...gone, ...there]) };
    const { pages, failed } = await crawlExample(site, { maxPages: 30 });
    expect(pages).toHaveLength(30);
    expect(failed.length).toBeLessThanOrEqual(20);
  });

  test("pages that only a listed page links to get places, too", async () => {
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

  test("a list of pages that are linked elsewhere is read for its links and not listed", async () => {
    const topics = Object.fromEntries(
      Object.entries(facets(posts)).map(([path, body]) => [path.replace("tags", "shelf"), body]),
    );
    const site = { "/": html("Home", [...posts, ...Object.keys(topics)]), ...pagesAt(posts), ...topics };
    const { pages, leftOut } = await crawlExample(site);
    expect(pages.filter((path) => path.startsWith("/shelf"))).toEqual([]);
    expect(leftOut["/shelf/p0"]).toBe("list of pages");
  });

  test("a tag in the menu of the homepage alone is not listed, a category in the site's menu is", async () => {
    const menu = ["/guide", "/category/lamps", "/category/oil"];
    const posts = numbered("/posts", 4);
    const list = html("All", posts);
    const { pages, leftOut } = await crawlExample({
      ...pagesAt(["/guide", ...posts]),
      "/": withMenu(html("Home"), [...menu, "/tags/old"]),
      "/category/lamps": withMenu(list, menu),
      "/category/oil": { location: "/category/oil/" },
      "/category/oil/": withMenu(html("Oil", posts), menu),
      "/tags/old": withMenu(html("Old", posts.slice(1)), menu),
    });
    expect(pages).toEqual(expect.arrayContaining(["/category/lamps", "/category/oil/"]));
    expect(leftOut["/tags/old"]).toBe("list of pages");
  });

  test("a tag in a list behind each page's text, and a number among further pages, are in no menu", async () => {
    const posts = numbered("/posts", 4);
    const aside = '<aside><ul><li><a href="/tags/old">Old</a></li></ul></aside>';
    const pager = '<nav><a href="/index2">2</a></nav>';
    const { pages, leftOut } = await crawlExample({
      ...Object.fromEntries(posts.map((path) => [path, html(path) + aside])),
      "/": html("Home", posts) + pager + aside,
      "/tags/old": html("Old", posts.slice(1)) + aside,
      "/index2": html("More", posts) + pager + aside,
    });
    expect(pages).toEqual(["/", ...posts]);
    expect(leftOut).toEqual({ "/tags/old": "list of pages", "/index2": "list of pages" });
  });

  test("pages of tags, of authors and second pages of lists are never listed, but their links are followed", async () => {
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

  test("a list, a form or a short page is listed if the menu links to it", async () => {
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

  test("posts of a tag that are shown as paragraphs with a link before each are a list of pages", async () => {
    const posts = ["/2021/a", "/2021/b", "/2021/c"];
    const teaser = (path: string) =>
      `<p><a href="${path}">All that ${path} tells</a> of the harbour and of the boats in it begins here, and goes on at some length, so long indeed that it is a text.</p>`;
    const tag = `<html lang=en><title>Boats</title><main><h1>Boats</h1>${posts.map(teaser).join("")}${teaser("/2021/a").repeat(4)}</main></html>`;
    const site = { "/": html("Home", [...posts, "/tags/boats"]), ...pagesAt(posts), "/tags/boats": tag };
    const { pages, leftOut } = await crawlExample(site);
    expect([pages, leftOut]).toEqual([["/", ...posts], { "/tags/boats": "list of pages" }]);
  });

  test("an episode that names another by its number is no further page of a list", async () => {
    const episode = (number: number, other: number) =>
      html(`Episode ${number}`, ["/a", "/b", "/c", "/d"]).replace(
        "</main>",
        `<p>As told in <a href="/${other}">Ep. ${other}</a>.</p></main>`,
      );
    const site = {
      "/": html("Home", ["/30", "/49"]),
      "/30": episode(30, 12),
      "/49": episode(49, 30),
      ...pagesAt(["/a", "/b", "/c", "/d"]),
    };
    expect((await crawlExample(site)).pages).toEqual(expect.arrayContaining(["/30", "/49"]));
    const listed = ["/a", "/b", "/c", "/d"];
    const game = (year: number) =>
      html(`Game of ${year}`, listed).replace("</main>", '</main><a href="/1849">1849</a>');
    const games = {
      "/": html("Home", ["/1848", "/1849"]),
      "/1848": game(1848),
      "/1849": game(1849),
      ...pagesAt(listed),
    };
    expect((await crawlExample(games)).pages).toEqual(expect.arrayContaining(["/1848", "/1849"]));
  });

  test("a page of an author that only a sitemap names is none, and one in a folder of archives is a page", async () => {
    const text =
      "Who wrote of boats and of the harbour for many years, and still does so each week, as all in town know well. ";
    const about = (title: string) =>
      `<html lang=en><title>${title}</title><main><h1>${title}</h1><p>${`${title}. ${text}`.repeat(9)}</p></main></html>`;
    const site = {
      "/": html("Home", ["/archives/boats"]),
      "/archives/boats": html("Boats", posts),
      ...pagesAt(posts),
      "/author/doe": about("Doe"),
    };
    const { pages, leftOut } = await crawlExample({ ...site, "/sitemap.xml": sitemapOf(["/author/doe"]) });
    expect([pages.includes("/archives/boats"), leftOut["/author/doe"]]).toEqual([true, "list of pages"]);
  });

  test("a list of pages is listed when places are left", async () => {
    const list = html("All posts", posts.slice(0, 4)).replace(/<p>.*<\/p>/s, "");
    const site = { "/": html("Home", ["/all"]), "/all": list, ...pagesAt(posts.slice(0, 4)) };
    const { pages } = await crawlExample(site);
    expect(pages).toEqual(["/", ...posts.slice(0, 4), "/all"]);
    expect((await crawlExample(site, { maxPages: 4 })).pages).not.toContain("/all");
  });
});

/** Paragraphs that no other page has. */
const prose = (name: string, count: number): string =>
  Array.from(
    { length: count },
    (_, n) => `<p>Paragraph ${n} of ${name} says at some length what no other text on this site says.</p>`,
  ).join("");
const page = (title: string, body: string): string =>
  `<html lang="en"><title>${title}</title><body><main><h1>${title}</h1>${body}</main></body></html>`;

describe("duplicates", () => {
  test("a page whose text is part of another page is left out, unless that page links to it", async () => {
    const part = prose("part", 4);
    const site = {
      "/": html("Home", ["/whole", "/part"]),
      "/whole": page("Whole", `${prose("whole", 9)}${part}`),
      "/part": page("Part", part),
    };
    expect((await crawlExample(site)).pages).toEqual(["/", "/whole"]);
    const front = { ...site, "/whole": page("Front", `${prose("whole", 9)}${part}<a href="/part">Part</a>`) };
    expect((await crawlExample(front)).pages).toEqual(["/", "/whole", "/part"]);
    const noindex = (body: string) => `<meta name="robots" content="noindex">${body}`;
    expect((await crawlExample({ ...site, "/whole": noindex(site["/whole"]) })).pages).toEqual(["/", "/part"]);
    const moved = { ...front, "/part": { location: "/part/" }, "/part/": page("Part", part) };
    expect((await crawlExample(moved)).pages).toEqual(["/", "/whole", "/part/"]);
  });

  test("a page that contains the text of three others is left out", async () => {
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
  ])("the right address is listed for a page whose canonical address %s", async (_, answers, listed) => {
    expect((await crawlExample({ "/": html("Home", ["/a"]), ...answers })).pages).toEqual(listed);
  });

  test("a canonical address that many pages share is ignored", async () => {
    const paths = numbered("", 8);
    const wrong = Object.fromEntries(paths.map((path) => [path, html(path, [], canonical("/p0"))]));
    expect((await crawlExample({ "/": html("Home", paths), ...wrong })).pages).toEqual(["/", ...paths]);
  });

  test("when a trailing slash makes no difference on some pages, other pages are not requested twice", async () => {
    const paths = numbered("/d", 12);
    const bare = Object.fromEntries(paths.map((path) => [path, html(path, [], canonical(`${path}/`))]));
    const slash = Object.fromEntries(paths.map((path) => [`${path}/`, html(path, [], canonical(`${path}/`))]));
    const { pages, requests } = await crawlExample({ "/": html("Home", paths), ...bare, ...slash });
    expect(pages).toEqual(["/", ...paths.map((path) => `${path}/`)]);
    expect(requests.filter((request) => request.endsWith("/")).length).toBeLessThanOrEqual(3);
  });

  test("two similar addresses are both listed if their texts differ", async () => {
    const paths = ["/a", "/a/", "/a.html", "/b/index.html", "/b"];
    const { pages } = await crawlExample({ "/": html("Home", paths), ...pagesAt(paths) });
    expect([...pages].sort()).toEqual(["/", ...paths].sort());
  });
});

function canonical(path: string): string {
  return `<link rel="canonical" href="${path}">`;
}
