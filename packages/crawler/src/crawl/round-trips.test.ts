import { expect, test } from "vitest";
import { type Answers, numbered, pagesAt, sitemapOf, wide } from "../../../../test/crawl/example-crawl.ts";
import { exampleSite, HOST, html, inRounds } from "../../../../test/crawl/example-site.ts";
import { crawl } from "./crawl.ts";
import type { CrawlOptions } from "./options.ts";

/** Requests of each round trip of a crawl, and the pages listed. */
async function roundsOf(answers: Answers, options: Partial<CrawlOptions> = {}) {
  const { fetch, rounds } = inRounds(exampleSite(answers));
  const asked = { fetch, maxPages: 50, productToken: "llmstxt", ...options };
  for await (const event of crawl(HOST, asked, AbortSignal.timeout(15_000)))
    if (event.type === "end") return { rounds, pages: event.pages.map(({ url }) => url.replace(HOST, "")) };
  throw new Error("no end");
}

test("sitemap.xml and llms.txt share the homepage's round trip, and those of the base URL's path with them", async () => {
  const { rounds } = await roundsOf({ ...wide(3), "/robots.txt": `Sitemap: ${HOST}/pages.xml` });
  expect(rounds.slice(0, 2)).toEqual([
    ["GET /robots.txt"],
    ["GET /", "GET /sitemap.xml", "GET /sitemap_index.xml", "GET /pages.xml", "GET /llms.txt"],
  ]);
});

test("what robots.txt disallows is not sent for beside the homepage, and under a Crawl-delay nothing is", async () => {
  const disallowing = await roundsOf({
    ...wide(3),
    "/robots.txt": "User-agent: *\nDisallow: /sitemap\nDisallow: /llms",
  });
  expect(disallowing.rounds[1]).toEqual(["GET /"]);
  const slow = await roundsOf({ ...wide(3), "/robots.txt": "User-agent: *\nCrawl-delay: 1" });
  expect(slow.rounds[1]).toEqual(["GET /"]);
});

test("one page, or a recrawl, sends for nothing beside the homepage that it has no use for", async () => {
  const site = { ...wide(3), ...sitemapOf(["/p0", "/p1"]) };
  expect((await roundsOf(site, { maxPages: 1, findMarkdown: false })).rounds[1]).toEqual(["GET /"]);
  const remembered = new Map();
  for await (const event of crawl(
    HOST,
    { fetch: exampleSite(site).fetch, maxPages: 50, productToken: "x" },
    AbortSignal.timeout(15_000),
  ))
    if (event.type === "end") for (const page of event.pages) remembered.set(page.url, page);
  expect((await roundsOf(site, { remembered })).rounds[1]).toEqual([
    "GET /",
    "GET /sitemap.xml",
    "GET /sitemap_index.xml",
  ]);
});

test("a stage of one page costs no round trip of its own", async () => {
  const pages = numbered("/guide", 9);
  const all = [...pages, "/privacy"];
  const site = { "/": html("Home", pages), ...pagesAt(all), ...sitemapOf(all) };
  const { rounds, pages: listed } = await roundsOf(site, { findMarkdown: false });
  expect(listed.at(-1)).toBe("/privacy");
  expect(rounds).toHaveLength(3);
});

test("a page that was asked for in vain takes no place, and the result is as if it had not been", async () => {
  const pages = numbered("/guide", 6);
  const level2 = numbered("/deep", 6);
  const site = {
    "/": html("Home", [...pages, "/privacy"]),
    ...pagesAt([...pages, ...level2, "/privacy"]),
    [pages[0] ?? ""]: html("First", level2),
  };
  const { rounds, pages: listed } = await roundsOf(site, { findMarkdown: false, maxPages: 10 });
  expect(listed).toEqual(["/", ...pages, ...level2.slice(0, 3)]);
  expect(rounds.flat()).toContain("GET /privacy");
});

test("pages of the homepage are asked for as slots are free while sitemap files are still missing", async () => {
  const pages = numbered("/guide", 40);
  const { rounds } = await roundsOf(
    {
      "/": html("Home", pages),
      ...pagesAt(pages),
      "/sitemap.xml": `<sitemapindex><sitemap><loc>${HOST}/one.xml</loc></sitemap></sitemapindex>`,
      "/one.xml": `<urlset>${pages.map((path) => `<url><loc>${HOST}${path}</loc></url>`).join("")}</urlset>`,
    },
    { findMarkdown: false, maxPages: 41 },
  );
  expect(rounds.map((round) => round.length)).toEqual([1, 3, 16, 16, 9]);
});

test("what is no page goes before the pages that wait, so that no probe comes after the last of them", async () => {
  const pages = ["guide", "api", "how", "blog"].flatMap((folder) => numbered(`/${folder}`, 20));
  const site = { "/": html("Home", pages), ...pagesAt(pages), ...sitemapOf(pages) };
  const { rounds } = await roundsOf(site, { maxPages: 81 });
  expect(rounds.flat().filter((request) => request.includes(".md"))).toHaveLength(10);
  expect(rounds.at(-1)?.some((request) => request.includes(".md"))).toBe(false);
});

test("Markdown versions are found in the round trips of the pages", async () => {
  const pages = ["guide", "api", "how", "blog"].flatMap((folder) => numbered(`/${folder}`, 20));
  const markdown = { headers: { "content-type": "text/markdown" }, body: "# Title\n\nText.\n" };
  const { rounds } = await roundsOf(
    {
      "/": html("Home", pages),
      ...pagesAt(pages),
      ...sitemapOf(pages),
      ...Object.fromEntries(pages.map((path) => [`${path}.md`, markdown])),
    },
    { maxPages: 50 },
  );
  expect(rounds).toHaveLength(2 + Math.ceil((49 + 49 + 6) / 16));
  expect(rounds[2]?.filter((request) => request.startsWith("HEAD"))).toHaveLength(4);
});
