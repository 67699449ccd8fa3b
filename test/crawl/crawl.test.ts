import { afterEach, expect, test } from "vitest";
import { type CrawlEvent, type CrawlOptions, crawl } from "../../packages/crawler/src/crawl.ts";
import type { CrawlFetch } from "../../packages/crawler/src/fetch/fetch.ts";
import { openFetching } from "../../packages/crawler/src/fetch/open.ts";
import { readerHere } from "../../packages/crawler/src/reader.ts";
import { rateLimit, type Site, type SiteAnswer, serveSite } from "../servers/site.ts";
import { html } from "./example-site.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Answers after a delay, so that requests overlap. */
const slowly =
  (body: string, ms: number): SiteAnswer =>
  (_, response) => {
    setTimeout(() => response.setHeader("content-type", "text/html").end(body), ms);
  };

const paths = Array.from({ length: 60 }, (_, index) => `/p${index}`);

const wide = (msOf: (index: number) => number): Record<string, SiteAnswer> => ({
  "/": html("Home", paths),
  ...Object.fromEntries(paths.map((path, index) => [path, slowly(html(path), msOf(index))])),
});

async function served(answers: Record<string, SiteAnswer>): Promise<Site> {
  const site = await serveSite(answers);
  closing.push(() => site.close());
  return site;
}

function fetchOf({ origin }: Site, maxConcurrency = 16): CrawlFetch {
  const fetching = openFetching({ userAgent: "llmstxt/1.0 (test)", maxConcurrency, browser: { enabled: false } });
  closing.push(() => fetching.close());
  return fetching.forCrawl({ typed: origin, useProxy: false, read: readerHere() });
}

function crawlOf(site: Site, options: Partial<CrawlOptions> = {}, signal = AbortSignal.timeout(60_000)) {
  const { fetch = fetchOf(site), ...more } = options;
  return crawl(site.origin, { fetch, read: readerHere(), maxPages: 50, productToken: "llmstxt", ...more }, signal);
}

async function pagesOf(site: Site, options: Partial<CrawlOptions> = {}): Promise<string[]> {
  const events: CrawlEvent[] = [];
  for await (const event of crawlOf(site, options)) events.push(event);
  const end = events.at(-1);
  return end?.type === "end" ? end.pages.map(({ url }) => url.replace(site.origin, "")) : [];
}

test("a server never gets more requests at once than allowed, of all kinds together", async () => {
  const site = await served(wide(() => 10));
  expect(await pagesOf(site, { fetch: fetchOf(site, 5) })).toHaveLength(50);
  expect(site.mostOpen()).toBeLessThanOrEqual(5);
  expect(site.requests[0]?.path).toBe("/robots.txt");
  expect(site.requests.length).toBeLessThanOrEqual(50 + 15);
});

test("the pages and their order are the same whatever the server's pace and the concurrency", async () => {
  const quick = await served(wide(() => 0));
  const jumpy = await served(wide((index) => (index * 7) % 40));
  const first = await pagesOf(quick, { maxPages: 40 });
  for (const width of [1, 8, 64])
    expect(await pagesOf(jumpy, { maxPages: 40, fetch: fetchOf(jumpy, width) })).toEqual(first);
});

test("under a Crawl-delay every request keeps its distance, from robots.txt on", async () => {
  const robots = { headers: { "content-type": "text/plain" }, body: "User-agent: *\nCrawl-delay: 0.2\n" };
  const site = await served({
    "/robots.txt": robots,
    "/": html("Home", ["/a", "/b"]),
    "/a": html("A"),
    "/b": html("B"),
  });
  expect(await pagesOf(site)).toEqual(["/", "/a", "/b"]);
  const times = site.requests.map(({ atMs }) => atMs);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(195);
  expect(site.mostOpen()).toBe(1);
});

test("after a cancel nothing is sent and no socket stays open", async () => {
  const site = await served(wide(() => 30));
  const stop = new AbortController();
  const asked = new Set<string>();
  const crawling = async () => {
    for await (const event of crawlOf(site, {}, stop.signal)) {
      if (event.type === "visiting") asked.add(event.url.replace(site.origin, ""));
      if (event.type === "page" && event.done === 6) stop.abort();
    }
  };
  await expect(crawling()).rejects.toMatchObject({ code: "aborted" });
  await closing.pop()?.();
  await expect.poll(() => site.sockets()).toBe(0);
  const late = site.requests.filter(({ path }) => paths.includes(path) && !asked.has(path));
  expect(late).toEqual([]);
});

test("a robots.txt that answers 503 is retried twice, and nothing else is requested", async () => {
  const site = await served({ ...wide(() => 0), "/robots.txt": { status: 503 } });
  await expect(pagesOf(site)).rejects.toThrow("robots.txt answered 503");
  expect(site.requests.map(({ path }) => path)).toEqual(["/robots.txt", "/robots.txt", "/robots.txt"]);
});

test("only the first 500 KiB of robots.txt are read", async () => {
  const padding = `# ${"x".repeat(998)}\n`.repeat(700);
  const body = `User-agent: *\nDisallow: /a\n${padding}Disallow: /\n`;
  const robots = { headers: { "content-type": "text/plain" }, body };
  const site = await served({
    "/robots.txt": robots,
    "/": html("Home", ["/a", "/b"]),
    "/a": html("A"),
    "/b": html("B"),
  });
  expect(await pagesOf(site)).toEqual(["/", "/b"]);
});

test("a rate limit changes neither the pages nor their order", async () => {
  const mayPass = rateLimit({ most: 8, everyMs: 25 });
  const limited = Object.entries(wide(() => 0)).map(([path, answer]): [string, SiteAnswer] => [
    path,
    (request, response) => {
      if (!mayPass()) response.writeHead(429).end();
      else if (typeof answer === "function") answer(request, response);
      else response.setHeader("content-type", "text/html").end(answer);
    },
  ]);
  const free = await pagesOf(await served(wide(() => 0)), { maxPages: 40 });
  expect(await pagesOf(await served(Object.fromEntries(limited)), { maxPages: 40 })).toEqual(free);
});

test("unchanged pages are answered with 304", async () => {
  const page =
    (body: string): SiteAnswer =>
    (request, response) => {
      const isSame = request.headers["if-none-match"] === '"1"';
      response.writeHead(isSame ? 304 : 200, { "content-type": "text/html", etag: '"1"' }).end(isSame ? "" : body);
    };
  const site = await served({ "/": page(html("Home", ["/a"])), "/a": page(html("A")) });
  const remembered = new Map();
  for await (const event of crawlOf(site))
    if (event.type === "end") for (const one of event.pages) remembered.set(one.url, one);
  const before = site.requests.length;
  expect(await pagesOf(site, { remembered })).toEqual(["/", "/a"]);
  const conditional = site.requests.slice(before).filter(({ headers }) => headers["if-none-match"] !== undefined);
  expect(conditional.map(({ path }) => path).sort()).toEqual(["/", "/a"]);
});
