import { expect, test } from "vitest";
import { type Answers, crawlExample, pagesAt, sitemapOf } from "./example-crawl.ts";
import { HOST, html } from "./example-site.ts";

const urlset = (...paths: readonly string[]): string => sitemapOf(paths)["/sitemap.xml"]?.toString() ?? "";
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

test("other names are tried only where the first gave no page", async () => {
  const { requests } = await crawlExample({ ...HOME, "/sitemap.xml": urlset("/a") });
  expect(requests).toEqual(["GET /robots.txt", "GET /", "GET /sitemap.xml", "GET /a"]);
});

test("pages of other hosts are dropped without a word, and no page of theirs is asked for", async () => {
  const foreign = "<urlset><url><loc>https://evil.example/a</loc></url></urlset>";
  const { pages, events, requests } = await crawlExample({ ...HOME, "/sitemap.xml": foreign });
  expect(pages).toEqual(["/"]);
  expect(events.some(({ type }) => type === "leftOut")).toBe(false);
  expect(requests.join()).not.toContain("evil");
});

test("an index may list indexes, and no deeper", async () => {
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

test("of a thousand sitemap files fifteen are read, and one more for ten pages asked for; lists of tags come last", async () => {
  const files = Array.from({ length: 1000 }, (_, at) => (at < 500 ? `/tag-${at}.xml` : `/map-${at}.xml`));
  const answers = Object.fromEntries(files.map((path) => [path, urlset("/a")]));
  const { requests } = await crawlExample({ ...HOME, ...answers, "/sitemap.xml": index(...files) }, { maxPages: 50 });
  const read = requests.filter((request) => /\/(tag|map)/.test(request));
  expect(read).toHaveLength(15 + 5 - 1);
  expect(read.filter((request) => request.includes("/tag"))).toEqual([]);
});

test("a sitemap that robots.txt disallows is asked for only where robots.txt names it itself", async () => {
  const robots = "User-agent: *\nDisallow: /*.xml\n";
  const asked = async (answers: Answers) =>
    (await crawlExample({ ...HOME, ...answers })).requests.filter((request) => request.endsWith(".xml"));
  expect(await asked({ "/robots.txt": robots })).toEqual([]);
  expect(await asked({ "/robots.txt": `${robots}Sitemap: ${HOST}/s.xml\n` })).toEqual(["GET /s.xml"]);
});
