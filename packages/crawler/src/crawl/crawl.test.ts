import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import { type Answers, crawlExample, pagesAt, SMALL, wide } from "../../../../test/crawl/example-crawl.ts";
import { exampleSite, HOST, html } from "../../../../test/crawl/example-site.ts";
import type { Fetch } from "../fetch/fetch.ts";
import { crawl } from "./crawl.ts";
import { type Reader, readerHere } from "./reading/reading.ts";

test("robots.txt is the first request, then the homepage with the sitemaps; then what it puts first", async () => {
  const { requests } = await crawlExample(SMALL);
  expect(requests.slice(0, 2)).toEqual(["GET /robots.txt", "GET /"]);
  expect(requests[2]).toBe("GET /sitemap.xml");
  expect(requests.slice(3, 5)).toEqual(["GET /sitemap_index.xml", "GET /sitemap-index.xml"]);
  expect(requests.slice(5, 7).sort()).toEqual(["GET /a", "GET /b"]);
});

test("without a sitemap pages are taken breadth-first, in the order in which they were found", async () => {
  const { pages, end } = await crawlExample(SMALL);
  expect(pages).toEqual(["/", "/b", "/a", "/d", "/c"]);
  expect(end.why).toBe("complete");
});

test("a sitemap's pages are found without a link to them", async () => {
  const sitemap = `<urlset>${["/", "/a", "/z"].map((path) => `<url><loc>${HOST}${path}</loc></url>`).join("")}</urlset>`;
  const { pages } = await crawlExample({
    "/": html("Home"),
    "/a": html("A"),
    "/z": html("Z"),
    "/sitemap.xml": sitemap,
  });
  expect(pages).toEqual(["/", "/a", "/z"]);
});

test("maxPages is exact, and nothing is fetched beyond it", async () => {
  const { pages, end, requests } = await crawlExample(wide(60), { maxPages: 20 });
  expect(pages).toHaveLength(20);
  expect(end.why).toBe("limit");
  expect(requests).toHaveLength(20 + 4);
});

test("the pages and their order are the same at any concurrency and in any order of answers", async () => {
  const answers: Answers = {
    ...SMALL,
    ...wide(30),
    "/": html("Home", ["/b", "/a", "/gone", "/moved", ...Array.from({ length: 30 }, (_, index) => `/p${index}`)]),
    "/gone": { status: 410 },
    "/moved": { location: "/a" },
    "/p7": html("Page 7", ["/c", "/e"]),
    "/e": html("E", [], '<meta name="robots" content="noindex">'),
    "/p9": html("Page 8"),
  };
  const first = await crawlExample(answers, { maxPages: 30 });
  for (let seed = 1; seed <= 40; seed++) {
    const again = await crawlExample(answers, { maxPages: 30, concurrency: 1 + (seed % 16), seed });
    expect(again.pages, `seed ${seed}`).toEqual(first.pages);
    expect(Object.entries(again.leftOut), `seed ${seed}`).toEqual(Object.entries(first.leftOut));
  }
});

test("no more fetches are under way than allowed, of all kinds together", async () => {
  const site = exampleSite(wide(60), 7);
  const options = { fetch: site.fetch, maxPages: 50, productToken: "llmstxt", concurrency: 3 };
  for await (const event of crawl(HOST, options, AbortSignal.timeout(15_000))) expect(event.type).not.toBe("failed");
  expect(site.mostOpen()).toBe(3);
});

test("a page that fails, repeats or redirects frees its place for the next", async () => {
  const crawled = await crawlExample(
    {
      "/": html("Home", ["/gone", "/noindex", "/same", "/moved", "/a", "/b"]),
      "/noindex": html("Private", ["/deep"], '<meta name="robots" content="noindex">'),
      "/same": html("Home", ["/gone", "/noindex", "/same", "/moved", "/a", "/b"]),
      "/moved": { location: "/a" },
      "/a": html("A"),
      "/b": html("B"),
      "/deep": html("Deep"),
    },
    { maxPages: 4 },
  );
  expect(crawled.pages).toEqual(["/", "/a", "/b", "/deep"]);
  expect(crawled.events.filter(({ type }) => type === "failed")).toHaveLength(1);
  expect(crawled.leftOut).toEqual({ "/noindex": "noindex", "/same": "duplicate of /", "/moved": "redirect of /a" });
});

test("pages that robots.txt disallows are never asked for", async () => {
  const crawled = await crawlExample({
    ...SMALL,
    "/robots.txt": "User-agent: llmstxt\nDisallow: /a\n",
    "/d": { location: "/a" },
  });
  expect(crawled.pages).toEqual(["/", "/b"]);
  expect(crawled.requests.some((request) => request.includes("/a"))).toBe(false);
  expect(crawled.leftOut).toEqual({ "/a": "robots", "/d": "robots" });
});

test("a page that redirects off the site is left out and its target never asked for", async () => {
  const crawled = await crawlExample({ "/": html("Home", ["/out"]), "/out": { location: "https://evil.example/" } });
  expect(crawled.leftOut).toEqual({ "/out": "other site" });
  expect(crawled.requests.join()).not.toContain("evil");
});

test("pages under the base URL's path come first, and alone with scope path", async () => {
  const answers = {
    "/docs/": html("Docs", ["/about", "/docs/a"]),
    "/docs/a": html("A", ["/docs/b"]),
    "/docs/b": html("B"),
    "/about": html("About"),
  };
  expect((await crawlExample(answers, { base: "/docs/" })).pages).toEqual(["/docs/", "/docs/a", "/docs/b", "/about"]);
  const narrow = await crawlExample(answers, { scope: "path", base: "/docs/" });
  expect(narrow.pages).toEqual(["/docs/", "/docs/a", "/docs/b"]);
  expect(narrow.leftOut).toEqual({ "/about": "out of scope" });
});

test("include and exclude choose by path, the homepage aside", async () => {
  const answers = {
    "/": html("Home", ["/docs/a", "/docs/old/b", "/blog/c"]),
    "/docs/a": html("A"),
    "/docs/old/b": html("B"),
    "/blog/c": html("C"),
  };
  const { pages } = await crawlExample(answers, { include: ["/docs/**"], exclude: ["/docs/old/*"] });
  expect(pages).toEqual(["/", "/docs/a"]);
});

test("a page that failed in passing is asked for once more, by one request, when all else is done", async () => {
  const { fetch: whole, requests } = exampleSite({ ...SMALL });
  const asked: (boolean | undefined)[] = [];
  const page: Fetch = (request, signal) => {
    if (request.url.endsWith("/b")) asked.push(request.once);
    if (!request.url.endsWith("/b") || asked.length > 1) return whole.page(request, signal);
    return Promise.reject(new CrawlError("http_status_passing", { status: 503 }));
  };
  const crawled = await crawlExample({}, { fetch: { ...whole, page } });
  expect(crawled.pages).toEqual(["/", "/a", "/c", "/b", "/d"]);
  expect(crawled.events.filter(({ type }) => type === "failed")).toEqual([]);
  expect(requests).toContain("GET /b");
  // By one request and no more.
  expect(asked).toEqual([undefined, true]);
});

test("links marked nofollow are not followed, nor any of a page that says so", async () => {
  const { pages } = await crawlExample({
    "/": html("Home", ["/a", "/b", "/c"]),
    "/a": html("A").replace("</main>", '<a rel="nofollow" href="/x">X</a></main>'),
    "/b": html("B", ["/y"], '<meta name="robots" content="nofollow">'),
    "/c": { body: html("C", ["/z"]), headers: { "x-robots-tag": "nofollow" } },
    ...pagesAt(["/x", "/y", "/z"]),
  });
  expect(pages).toEqual(["/", "/a", "/b", "/c"]);
});

test("a page may say noindex in its header, and its links are followed all the same", async () => {
  const { pages, leftOut } = await crawlExample({
    "/": html("Home", ["/a"]),
    "/a": { body: html("A", ["/b"]), headers: { "x-robots-tag": "noindex" } },
    ...pagesAt(["/b"]),
  });
  expect(pages).toEqual(["/", "/b"]);
  expect(leftOut).toEqual({ "/a": "noindex" });
});

test("a book is read on by rel=next alone", async () => {
  const chapter = (title: string, next: string) => html(title, [], `<link rel="next" href="${next}">`);
  const { pages } = await crawlExample({ "/": chapter("Book", "/1"), "/1": chapter("One", "/2"), "/2": html("Two") });
  expect(pages).toEqual(["/", "/1", "/2"]);
});

test("contents that scripts would load are read, and are no page themselves", async () => {
  const docfx = '<meta name="docfx:navrel" content="/toc.html"><meta name="docfx:tocrel" content="/guide/toc.html">';
  const { pages, leftOut } = await crawlExample({
    "/": html("Home", [], docfx),
    "/toc.html": html("", ["/guide/start"]),
    "/guide/toc.html": html("", ["/guide/start", "/guide/next"]),
    "/guide/start": html("Start", [], docfx),
    "/guide/next": html("Next", [], docfx),
  });
  expect(pages).toEqual(["/", "/guide/start", "/guide/next"]);
  expect(leftOut).toEqual({ "/toc.html": "list of pages", "/guide/toc.html": "list of pages" });
});

test("robots.txt sets the host's pace, ten seconds a request at most, unless it is not to be respected", async () => {
  const site = exampleSite({ ...SMALL, "/robots.txt": "User-agent: *\nDisallow: /a\nCrawl-delay: 3600\n" });
  const delays: [string, number][] = [];
  const fetch = { ...site.fetch, setDelay: (origin: string, ms: number) => delays.push([origin, ms]) };
  expect((await crawlExample({}, { fetch })).pages).toEqual(["/", "/b", "/d"]);
  expect((await crawlExample({}, { fetch, respectRobots: false })).pages).toEqual(["/", "/b", "/a", "/d", "/c"]);
  expect(delays).toEqual([
    ["https://x.dev", 10_000],
    ["https://x.dev", 0],
  ]);
});

test("pages are kept up to a hundred million characters together; what is over it is left out, and smaller ones are taken", async () => {
  const paths = Array.from({ length: 12 }, (_, n) => `/p${n}`);
  const small = readerHere({ withMarkdown: false });
  const reader: Reader = {
    ...small,
    page: async (fetched) => {
      const read = await small.page(fetched);
      const text = /p\d+$/.test(fetched.url)
        ? fetched.url.padEnd(fetched.url.endsWith("/p11") ? 10 : 9_900_000)
        : read.page.text;
      return { ...read, page: { ...read.page, text, textLength: text.length } };
    },
  };
  const site = { "/": html("Home", paths), ...Object.fromEntries(paths.map((path) => [path, html(path)])) };
  const { end, events } = await crawlExample(site, { maxPages: 50, reader, concurrency: 1 });
  expect(end.pages.map(({ url }) => new URL(url).pathname)).toEqual(["/", ...paths.filter((path) => path !== "/p10")]);
  expect(events).toContainEqual({ type: "leftOut", url: `${HOST}/p10`, reason: "over the limit" });
});
