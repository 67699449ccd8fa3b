import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import {
  type Answers,
  crawlExample,
  exampleSite,
  HOST,
  html,
  numbered,
  pagesAt,
  sitemapOf,
} from "../../../test/crawl/example-site.ts";
import type { Fetch } from "./fetch/fetch.ts";

const urlset = (...paths: readonly string[]): string => sitemapOf(paths);
const index = (...paths: readonly string[]): string =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>${HOST}${path}</loc></sitemap>`).join("")}</sitemapindex>`;

const HOME: Answers = { "/": html("Home"), ...pagesAt(["/a"]) };

test.each<[string, Answers]>([
  ["/sitemap.xml", { "/sitemap.xml": urlset("/a") }],
  ["/sitemap_index.xml", { "/sitemap_index.xml": index("/s.xml"), "/s.xml": urlset("/a") }],
  ["/sitemap-index.xml", { "/sitemap-index.xml": index("/s.xml"), "/s.xml": urlset("/a") }],
  ["where robots.txt says", { "/robots.txt": `Sitemap: ${HOST}/maps/s.xml`, "/maps/s.xml": urlset("/a") }],
  [
    "where the homepage says",
    { "/": html("Home", [], '<link rel="sitemap" href="/linked.xml">'), "/linked.xml": urlset("/a") },
  ],
])("a sitemap is found at %s", async (_, answers) => {
  expect((await crawlExample({ ...HOME, ...answers })).pages).toEqual(["/", "/a"]);
});

test("a sitemap is found under the base URL's path", async () => {
  const answers = { "/docs/": html("Docs"), ...pagesAt(["/docs/a"]), "/docs/sitemap.xml": urlset("/docs/a") };
  expect((await crawlExample(answers, { base: "/docs/" })).pages).toEqual(["/docs/", "/docs/a"]);
});

test("a third sitemap name is requested only if the two usual names give no page", async () => {
  const { requests } = await crawlExample({ ...HOME, "/sitemap.xml": urlset("/a") });
  expect([...requests].sort()).toEqual([
    "GET /",
    "GET /a",
    "GET /robots.txt",
    "GET /sitemap.xml",
    "GET /sitemap_index.xml",
  ]);
});

test("/sitemap_index.xml is read in addition to the sitemaps of robots.txt", async () => {
  const { pages } = await crawlExample({
    ...HOME,
    ...pagesAt(["/b"]),
    "/robots.txt": `Sitemap: ${HOST}/maps/s.xml`,
    "/maps/s.xml": urlset("/a"),
    "/sitemap_index.xml": index("/more.xml"),
    "/more.xml": urlset("/b"),
  });
  expect(pages).toEqual(["/", "/a", "/b"]);
});

test("a sitemap of robots.txt that cannot be read is reported", async () => {
  const named = ["/page.html", "/empty.xml"].map((path) => `${HOST}${path}`);
  const { events } = await crawlExample(
    { ...HOME, "/page.html": html("A page"), "/empty.xml": "" },
    { sitemaps: named },
  );
  const told = events.flatMap((event) =>
    event.type === "sitemapFailed" ? [`${event.url} ${event.error.message}`] : [],
  );
  expect(told).toEqual(named.map((url) => `${url} could not be read: it is no sitemap`));
});

test("addresses on other hosts are dropped and never requested", async () => {
  const foreign = "<urlset><url><loc>https://evil.example/a</loc></url></urlset>";
  const { pages, events, requests } = await crawlExample({ ...HOME, "/sitemap.xml": foreign });
  expect(pages).toEqual(["/"]);
  expect(events.some(({ type }) => type === "leftOut")).toBe(false);
  expect(requests.join()).not.toContain("evil");
});

test("an index may list other indexes, but only one level deep", async () => {
  const nested = {
    "/sitemap.xml": index("/1.xml"),
    "/1.xml": index("/2.xml"),
    "/2.xml": urlset("/a"),
  };
  expect((await crawlExample({ ...HOME, ...nested })).pages).toEqual(["/", "/a"]);
  const { pages, requests } = await crawlExample({
    ...HOME,
    ...nested,
    "/2.xml": index("/3.xml"),
    "/3.xml": urlset("/a"),
  });
  expect(pages).toEqual(["/"]);
  expect(requests).not.toContain("GET /3.xml");
});

test("an index that names itself is read once", async () => {
  const { requests } = await crawlExample({ ...HOME, "/sitemap.xml": index("/sitemap.xml", "/sitemap.xml?") });
  expect(requests.filter((request) => request === "GET /sitemap.xml")).toHaveLength(1);
});

test("of a thousand sitemap files twenty are read, and one more for each wanted page; sitemaps of tags come last", async () => {
  const files = Array.from({ length: 1000 }, (_, at) => (at < 500 ? `/tag-${at}.xml` : `/map-${at}.xml`));
  const answers = Object.fromEntries(files.map((path) => [path, urlset("/a")]));
  const { requests } = await crawlExample({ ...HOME, ...answers, "/sitemap.xml": index(...files) }, { maxPages: 50 });
  const read = requests.filter((request) => /\/(tag|map)/.test(request));
  expect(read).toHaveLength(20 + 50 - 2);
  expect(read.filter((request) => request.includes("/tag"))).toEqual([]);
});

test("an index of twenty thousand sitemaps costs no more than the files that are read", async () => {
  const files = numbered("/map", 20_000).map((path) => `${path}.xml`);
  const before = process.threadCpuUsage().user;
  const { events } = await crawlExample({ ...HOME, "/sitemap.xml": index(...files) }, { maxPages: 5 });
  expect(events.find(({ type }) => type === "sitemapsCut")).toMatchObject({ limit: "files" });
  expect((process.threadCpuUsage().user - before) / 1e6).toBeLessThan(5);
});

test("a sitemap that robots.txt disallows is requested only if robots.txt also names it", async () => {
  const robots = "User-agent: *\nDisallow: /*.xml\n";
  const asked = async (answers: Answers) =>
    (await crawlExample({ ...HOME, ...answers })).requests.filter((request) => request.endsWith(".xml"));
  expect(await asked({ "/robots.txt": robots })).toEqual([]);
  expect(await asked({ "/robots.txt": `${robots}Sitemap: ${HOST}/s.xml\n` })).toEqual(["GET /s.xml"]);
});

test("sitemaps with 150,000 pages together are read", async () => {
  const paths = Array.from({ length: 50_000 }, (_, at) => `/p${at}`);
  const files = Object.fromEntries(["/1.xml", "/2.xml", "/3.xml"].map((path) => [path, urlset(...paths)]));
  const answers = { ...HOME, ...pagesAt(paths.slice(0, 9)), ...files, "/sitemap.xml": index(...Object.keys(files)) };
  expect((await crawlExample(answers, { maxPages: 5 })).pages).toEqual(["/", "/p0", "/p1", "/p2", "/p3"]);
});

test("an endless sitemap is requested once", async () => {
  const { fetch } = exampleSite(HOME);
  const asked: string[] = [];
  const plain: Fetch = (request, signal) => {
    if (!request.url.endsWith("/sitemap.xml")) return fetch.plain(request, signal);
    asked.push(request.url);
    return Promise.reject(new CrawlError("too_large", { maxBytes: request.maxBytes ?? 0 }));
  };
  await crawlExample({}, { fetch: { ...fetch, plain } });
  expect(asked).toHaveLength(1);
});

test("a sitemap for another host is reported, and one whose addresses are of localhost counts as the site's", async () => {
  const foreign = "<urlset><url><loc>https://evil.example/a</loc></url></urlset>";
  const { events } = await crawlExample({ ...HOME, "/sitemap.xml": foreign });
  const told = { type: "sitemap", url: `${HOST}/sitemap.xml`, urls: 1, elsewhere: 1 };
  expect(events.find(({ type }) => type === "sitemap")).toEqual(told);
  for (const host of ["localhost:4000", "127.0.0.1", "[::1]:8080", "web:3000", "shop.test", "blog.local"]) {
    const local = `<urlset><url><loc>http://${host}/a</loc></url></urlset>`;
    expect([host, (await crawlExample({ ...HOME, "/sitemap.xml": local })).pages]).toEqual([host, ["/", "/a"]]);
  }
});

test("sitemaps are read up to a total size, and the unread ones are reported", async () => {
  const files = numbered("/maps", 12).map((path) => `${path}.xml`);
  const body = Buffer.from(urlset("/a") + " ".repeat(45 * 2 ** 20));
  const answers = Object.fromEntries(files.map((path) => [path, { body }]));
  const { events, requests } = await crawlExample({ ...HOME, ...answers, "/sitemap.xml": index(...files) });
  const read = requests.filter((request) => request.includes("/maps")).length;
  const unread = files.slice(read).map((path) => HOST + path);
  expect(unread.length).toBeGreaterThan(0);
  expect(events.find(({ type }) => type === "sitemapsCut")).toEqual({ type: "sitemapsCut", limit: "bytes", unread });
});
