import { expect, test } from "vitest";
import { CrawlError } from "../errors.ts";
import type { Fetch } from "../fetch/fetch.ts";
import { type CrawlEvent, type CrawledPage, type CrawlOptions, crawl } from "./crawl.ts";
import { type ExampleAnswer, exampleSite, HOST, html } from "./example-site.ts";

type Answers = Readonly<Record<string, ExampleAnswer>>;

interface Crawled {
  /** Paths in the order taken. */
  readonly pages: readonly string[];
  readonly events: readonly CrawlEvent[];
  readonly why: string;
  readonly requests: readonly string[];
}

async function crawlSite(
  answers: Answers,
  options: Partial<CrawlOptions> = {},
  base = "/",
  seed?: number,
): Promise<Crawled> {
  const site = exampleSite(answers, seed);
  const events: CrawlEvent[] = [];
  const asked = { fetch: site.fetch, maxPages: 50, productToken: "llmstxt", ...options };
  for await (const event of crawl(HOST + base, asked, AbortSignal.timeout(15_000))) events.push(event);
  const end = events.at(-1);
  if (end?.type !== "end") throw new Error("a crawl that does not throw ends with `end`");
  return { pages: end.pages.map(({ url }) => url.replace(HOST, "")), events, why: end.why, requests: site.requests };
}

function rememberedFrom({ events }: Crawled): ReadonlyMap<string, CrawledPage> {
  const end = events.at(-1);
  return new Map(end?.type === "end" ? end.pages.map((page) => [page.url, page]) : []);
}

/** A server that takes the request and never answers. */
const never: Fetch = (_, signal) =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(new CrawlError("aborted", "stopped"))));

const leftOut = ({ events }: Crawled) =>
  events.filter((event) => event.type === "leftOut").map(({ url, reason }) => `${url.replace(HOST, "")}: ${reason}`);

const SMALL = {
  "/": html("Home", ["/b", "/a"]),
  "/a": html("A", ["/c"]),
  "/b": html("B", ["/d"]),
  "/c": html("C"),
  "/d": html("D"),
};

test("with an outlook the pages are named before they are asked for; without one none is", async () => {
  const paths = ["/docs", "/api", "/blog"].flatMap((folder) => Array.from({ length: 80 }, (_, n) => `${folder}/p${n}`));
  const answers = {
    "/": html("Home", paths),
    ...Object.fromEntries(paths.map((path) => [path, html(path, path === "/docs/p0" ? ["/docs/p0/more"] : [])])),
    "/docs/p0/more": html("More"),
  };
  const crawled = async (maxPages: number, withOutlook: boolean) => {
    const site = await crawlSite(answers, { maxPages, findMarkdown: false, withOutlook });
    const chosen = site.events.flatMap((event) => (event.type === "chosen" ? event.urls : []));
    return { ...site, chosen: chosen.map((url) => url.replace(HOST, "")) };
  };
  const whole = await crawled(300, true);
  expect([...whole.chosen].sort()).toEqual(whole.pages.slice(1).sort());
  const types = whole.events.map(({ type }) => type);
  expect(types.indexOf("chosen")).toBeLessThan(types.indexOf("visiting"));
  const limited = await crawled(200, true);
  expect(new Set(limited.chosen).size).toBe(199);
  // Folders are entered carefully, which the outlook does not foresee: a few places go to others.
  expect(limited.pages.filter((path) => limited.chosen.includes(path)).length).toBeGreaterThan(180);
  expect((await crawled(200, false)).chosen).toEqual([]);
  expect((await crawled(200, false)).pages).toEqual(limited.pages);
});

test("robots.txt is the first request, then the homepage, then the sitemaps", async () => {
  const { requests } = await crawlSite(SMALL, { findMarkdown: false });
  expect(requests.slice(0, 5)).toEqual([
    "GET /robots.txt",
    "GET /",
    "GET /sitemap.xml",
    "GET /sitemap_index.xml",
    "GET /sitemap-index.xml",
  ]);
});

test("without a sitemap pages are taken breadth-first, in the order in which they were found", async () => {
  const { pages, why } = await crawlSite(SMALL);
  expect(pages).toEqual(["/", "/b", "/a", "/d", "/c"]);
  expect(why).toBe("complete");
});

test("a sitemap's pages are found without a link to them", async () => {
  const sitemap = `<urlset>${["/", "/a", "/z"].map((path) => `<url><loc>${HOST}${path}</loc></url>`).join("")}</urlset>`;
  const { pages } = await crawlSite({ "/": html("Home"), "/a": html("A"), "/z": html("Z"), "/sitemap.xml": sitemap });
  expect(pages).toEqual(["/", "/a", "/z"]);
});

const wide = (count: number): Answers => ({
  "/": html(
    "Home",
    Array.from({ length: count }, (_, index) => `/p${index}`),
  ),
  ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`/p${index}`, html(`Page ${index}`)])),
});

test("maxPages is exact, and nothing is fetched beyond it", async () => {
  const { pages, why, requests } = await crawlSite(wide(60), { maxPages: 20, findMarkdown: false });
  expect(pages).toHaveLength(20);
  expect(why).toBe("limit");
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
  const first = await crawlSite(answers, { maxPages: 30 });
  for (let seed = 1; seed <= 40; seed++) {
    const again = await crawlSite(answers, { maxPages: 30, concurrency: 1 + (seed % 16) }, "/", seed);
    expect(again.pages, `seed ${seed}`).toEqual(first.pages);
    expect(leftOut(again), `seed ${seed}`).toEqual(leftOut(first));
  }
});

test("no more fetches are under way than allowed, of all kinds together", async () => {
  const site = exampleSite(wide(60), 7);
  const options = { fetch: site.fetch, maxPages: 50, productToken: "llmstxt", concurrency: 3 };
  for await (const event of crawl(HOST, options, AbortSignal.timeout(15_000))) expect(event.type).not.toBe("failed");
  expect(site.mostOpen()).toBe(3);
});

test("a page that fails, repeats or redirects frees its place for the next", async () => {
  const crawled = await crawlSite(
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
  expect(leftOut(crawled)).toEqual(["/noindex: noindex", "/same: duplicate"]);
});

test("a watcher that stops ends every fetch before the loop returns", async () => {
  const site = exampleSite(wide(60), 3);
  for await (const event of crawl(
    HOST,
    { fetch: site.fetch, maxPages: 50, productToken: "llmstxt" },
    AbortSignal.timeout(15_000),
  ))
    if (event.type === "page" && event.done === 5) break;
  const asked = site.requests.length;
  expect(site.open()).toBe(0);
  await new Promise(setImmediate);
  expect(site.requests).toHaveLength(asked);
});

test("an aborted crawl throws, with the abort's own reason where it has one", async () => {
  for (const [reason, code] of [
    [undefined, "aborted"],
    [new CrawlError("interrupted", "Crawl interrupted"), "interrupted"],
  ] as const) {
    const stop = new AbortController();
    const site = exampleSite(wide(60), 3);
    const crawling = async () => {
      const options = { fetch: site.fetch, maxPages: 50, productToken: "llmstxt" };
      for await (const event of crawl(HOST, options, stop.signal)) if (event.type === "page") stop.abort(reason);
    };
    await expect(crawling()).rejects.toMatchObject({ code });
    expect(site.open()).toBe(0);
  }
});

test.each<[string, Answers, string]>([
  ["robots.txt answers 503", { "/robots.txt": { status: 503 }, "/": html("Home") }, "robots.txt answered 503"],
  [
    "robots.txt disallows the homepage",
    { "/robots.txt": "User-agent: *\nDisallow: /", "/": html("Home") },
    `robots.txt disallows ${HOST}/`,
  ],
  ["the homepage is not there", {}, "answered 404"],
  ["the homepage redirects in a circle", { "/": { location: "/" } }, "redirects in a circle"],
])("a crawl fails when %s", async (_, answers, message) => {
  await expect(crawlSite(answers)).rejects.toThrow(message);
});

test("a robots.txt that is not there allows everything, and one that answers 403 too", async () => {
  for (const status of [403, 404, 410]) {
    const { pages } = await crawlSite({ ...SMALL, "/robots.txt": { status } });
    expect(pages).toHaveLength(5);
  }
});

test("pages that robots.txt disallows are never asked for", async () => {
  const crawled = await crawlSite({
    ...SMALL,
    "/robots.txt": "User-agent: llmstxt\nDisallow: /a\n",
    "/d": { location: "/a" },
  });
  expect(crawled.pages).toEqual(["/", "/b"]);
  expect(crawled.requests.some((request) => request.includes("/a"))).toBe(false);
  expect(leftOut(crawled)).toEqual(["/a: robots", "/d: robots"]);
});

test("the site is where the homepage's redirects and meta refreshes lead, another domain included", async () => {
  const crawled = await crawlSite({
    "/": html("Moved", [], '<meta http-equiv="refresh" content="0; url=https://y.dev/docs/">'),
    "https://y.dev/docs/": html("Docs", ["a", `${HOST}/old`, "https://www.y.dev/docs/b"]),
    "https://y.dev/docs/a": html("A"),
    "https://y.dev/docs/b": html("B"),
  });
  expect(crawled.pages).toEqual(["https://y.dev/docs/", "https://y.dev/docs/a", "https://y.dev/docs/b"]);
  expect(crawled.requests.slice(0, 4)).toEqual([
    "GET /robots.txt",
    "GET /",
    "GET https://y.dev/robots.txt",
    "GET https://y.dev/docs/",
  ]);
});

test("a page that redirects off the site is left out and its target never asked for", async () => {
  const crawled = await crawlSite({ "/": html("Home", ["/out"]), "/out": { location: "https://evil.example/" } });
  expect(leftOut(crawled)).toEqual(["/out: other site"]);
  expect(crawled.requests.join()).not.toContain("evil");
});

test("pages under the base URL's path come first, and alone with scope path", async () => {
  const answers = {
    "/docs/": html("Docs", ["/about", "/docs/a"]),
    "/docs/a": html("A", ["/docs/b"]),
    "/docs/b": html("B"),
    "/about": html("About"),
  };
  expect((await crawlSite(answers, {}, "/docs/")).pages).toEqual(["/docs/", "/docs/a", "/docs/b", "/about"]);
  const narrow = await crawlSite(answers, { scope: "path" }, "/docs/");
  expect(narrow.pages).toEqual(["/docs/", "/docs/a", "/docs/b"]);
  expect(leftOut(narrow)).toEqual(["/about: out of scope"]);
});

test("include and exclude choose by path, the homepage aside", async () => {
  const answers = {
    "/": html("Home", ["/docs/a", "/docs/old/b", "/blog/c"]),
    "/docs/a": html("A"),
    "/docs/old/b": html("B"),
    "/blog/c": html("C"),
  };
  const { pages } = await crawlSite(answers, { include: ["/docs/**"], exclude: ["/docs/old/*"] });
  expect(pages).toEqual(["/", "/docs/a"]);
});

test("a crawl whose time is over ends with the pages it has", async () => {
  const { fetch: whole } = exampleSite(wide(20));
  const page: Fetch = (request, signal) =>
    request.url.endsWith("/p3") ? never(request, signal) : whole.page(request, signal);
  const fetch = { ...whole, page };
  const events: CrawlEvent[] = [];
  const options = { fetch, maxPages: 20, productToken: "llmstxt", timeoutMs: 200 };
  for await (const event of crawl(HOST, options, AbortSignal.timeout(15_000))) events.push(event);
  const end = events.at(-1);
  expect(end).toMatchObject({ type: "end", why: "timeout" });
  // Those that were read while the slow one kept the line waiting are not lost.
  expect(end?.type === "end" && end.pages.length).toBe(19);
});

test("a crawl whose time is over before its first page fails", async () => {
  const options = { fetch: { ...exampleSite(SMALL).fetch, plain: never }, timeoutMs: 20 };
  await expect(crawlSite({}, options)).rejects.toMatchObject({
    code: "crawl_timeout",
    message: "Crawl timeout exceeded",
  });
});

test("an unchanged page is asked for with its validators and taken as it was", async () => {
  const answers: Answers = Object.fromEntries(
    Object.entries(SMALL).map(([path, body]) => [path, { body, headers: { etag: `"${path}"` } }]),
  );
  const first = await crawlSite(answers);
  const remembered = rememberedFrom(first);
  const again = await crawlSite(
    { ...answers, "/c": { body: html("C, changed"), headers: { etag: '"new"' } } },
    { remembered },
  );
  const pages = again.events.flatMap((event) => (event.type === "page" ? [event.page] : []));
  expect(again.pages).toEqual(first.pages);
  expect(pages.map(({ page }) => page.title)).toEqual(["Home", "B", "A", "D", "C, changed"]);
  expect(pages[1]?.page).toBe(remembered.get(`${HOST}/b`)?.page);
});

test("an unchanged site of 200 pages costs at most 205 requests", async () => {
  const paths = Array.from({ length: 199 }, (_, index) => `/p${index}`);
  const body = (path: string) => ({ body: html(path, path === "/" ? paths : []), headers: { etag: `"${path}"` } });
  const answers = Object.fromEntries(["/", ...paths].map((path) => [path, body(path)]));
  const first = await crawlSite(answers, { maxPages: 200 });
  const remembered = rememberedFrom(first);
  const again = await crawlSite(answers, { maxPages: 200, remembered });
  expect(again.pages).toEqual(first.pages);
  expect(again.requests.length).toBeLessThanOrEqual(205);
});

test("a page that failed in passing is asked for once more when all else is done", async () => {
  const { fetch: whole, requests } = exampleSite({ ...SMALL });
  let failures = 0;
  const page: Fetch = (request, signal) => {
    if (!request.url.endsWith("/b") || failures++ > 0) return whole.page(request, signal);
    return Promise.reject(new CrawlError("http_status_passing", "503 Service Unavailable"));
  };
  const crawled = await crawlSite({}, { fetch: { ...whole, page } });
  expect(crawled.pages).toEqual(["/", "/a", "/c", "/b", "/d"]);
  expect(crawled.events.filter(({ type }) => type === "failed")).toEqual([]);
  expect(requests).toContain("GET /b");
});
