import { once } from "node:events";
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
import { crawl } from "./crawl.ts";
import type { Fetch, FetchRequest } from "./fetch/fetch.ts";
import { readerHere } from "./reader.ts";

/** Five pages on two levels. */
const SMALL: Answers = {
  "/": html("Home", ["/b", "/a"]),
  "/a": html("A", ["/c"]),
  "/b": html("B", ["/d"]),
  "/c": html("C"),
  "/d": html("D"),
};

/** A homepage and the pages that it links to. */
const wide = (count: number): Answers => ({ "/": html("Home", numbered("", count)), ...pagesAt(numbered("", count)) });

test("robots.txt is the first request; then come homepage, sitemaps and a made-up address", async () => {
  const site = exampleSite(SMALL);
  const options = { fetch: site.fetch, read: readerHere(), maxPages: 50, productToken: "x" };
  for await (const event of crawl(HOST, options, new AbortController().signal)) expect(event.type).not.toBe("failed");
  expect(site.requests[0]).toBe("GET /robots.txt");
  const beside = ["GET /", "GET /no-such-page-4711", "GET /sitemap.xml", "GET /sitemap_index.xml"];
  expect(site.requests.slice(1, 5).sort()).toEqual(beside);
});

test("without a sitemap pages are taken breadth-first, in the order in which they were found", async () => {
  const { pages, end } = await crawlExample(SMALL);
  expect(pages).toEqual(["/", "/b", "/a", "/d", "/c"]);
  expect(end.why).toBe("complete");
});

test("pages that only a sitemap names are found", async () => {
  const { pages } = await crawlExample({ ...SMALL, ...pagesAt(["/z"]), "/sitemap.xml": sitemapOf(["/", "/z"]) });
  expect(pages).toContain("/z");
});

test("exactly maxPages pages are listed, and nothing more is fetched", async () => {
  const { pages, end, requests, leftOut } = await crawlExample(wide(60), { maxPages: 20 });
  expect(pages).toHaveLength(20);
  expect(end.why).toBe("limit");
  expect(requests.filter((request) => request.startsWith("GET /p"))).toHaveLength(19);
  expect(Object.values(leftOut).filter((reason) => reason === "over the limit")).toHaveLength(41);
});

test("the same site gives the same pages and reasons, in whatever order answers arrive", async () => {
  const answers: Answers = {
    ...SMALL,
    ...wide(30),
    "/": html("Home", ["/b", "/a", "/gone", "/moved", "/bare", ...numbered("", 30)]),
    "/gone": { status: 410 },
    "/moved": { location: "/a" },
    "/bare": { location: "/bare/" },
    "/bare/": html("Bare"),
    "/p7": html("P7", ["/c", "/e"]),
    "/e": html("E", [], '<meta name="robots" content="noindex">'),
    "/p9": html("P8"),
    "/p11": html("P11", [], '<link rel="canonical" href="/own">'),
    "/own": html("P11"),
    ...pagesAt(["/s/a", "/s/b", "/s/c"]),
    "/sitemap.xml": sitemapOf(["/p3", "/s/a", "/s/b", "/s/c"]),
  };
  const first = await crawlExample(answers, { maxPages: 30 });
  for (let seed = 1; seed <= 25; seed++) {
    const again = await crawlExample(answers, { maxPages: 30, seed });
    expect(again.pages, `seed ${seed}`).toEqual(first.pages);
    expect(Object.entries(again.leftOut), `seed ${seed}`).toEqual(Object.entries(first.leftOut));
  }
});

test("pages that the homepage links to do not wait for a sitemap, whose pages are listed later", async () => {
  const site = exampleSite({ ...SMALL, ...pagesAt(["/z"]), "/sitemap.xml": sitemapOf(["/z"]) });
  const isAsked = Promise.withResolvers<void>();
  const page: Fetch = (request, signal) => {
    if (request.url.endsWith("/b")) isAsked.resolve();
    return site.fetch.page(request, signal);
  };
  const plain: Fetch = async (request, signal) => {
    if (request.url.endsWith("/sitemap.xml")) await isAsked.promise;
    return site.fetch.plain(request, signal);
  };
  const { pages } = await crawlExample({}, { fetch: { ...site.fetch, page, plain } });
  expect(pages).toEqual(["/", "/b", "/a", "/z", "/d", "/c"]);
});

test("a page that fails, repeats another or redirects gives its place to the next one", async () => {
  const links = ["/gone", "/noindex", "/same", "/moved", "/a", "/b"];
  const site = {
    "/": html("Home", links),
    "/noindex": html("Private", ["/deep"], '<meta name="robots" content="noindex">'),
    "/same": html("A"),
    "/moved": { location: "/b" },
    ...pagesAt(["/deep"]),
    "/a": html("A"),
    "/b": html("B"),
  };
  const { pages, leftOut, failed } = await crawlExample(site, { maxPages: 4 });
  expect(pages).toEqual(["/", "/same", "/b", "/deep"]);
  expect(leftOut).toMatchObject({ "/noindex": "noindex", "/moved": "redirect of /b", "/a": "duplicate of /same" });
  expect(failed).toEqual(["/gone"]);
});

test("links with nofollow, links of a page with nofollow and links to other sites are not followed", async () => {
  const site = {
    "/": html("Home", ["/a", "https://other.dev/x"]).replace("</ul>", '<a rel="nofollow" href="/b">b</a></ul>'),
    "/a": html("A", ["/c"], '<meta name="robots" content="nofollow">'),
    ...pagesAt(["/b", "/c"]),
  };
  const { pages, leftOut, requests } = await crawlExample(site);
  expect(pages).toEqual(["/", "/a"]);
  expect(leftOut).toEqual({ "/b": "nofollow", "/c": "nofollow" });
  expect(requests.join()).not.toContain("other.dev");
});

test("robots.txt is obeyed, and redirects to disallowed addresses are not followed", async () => {
  const site = {
    "/robots.txt": "User-agent: *\nDisallow: /private\n",
    "/": html("Home", ["/private/a", "/in", "/a"]),
    "/in": { location: "/private/b" },
    ...pagesAt(["/a", "/private/a", "/private/b"]),
  };
  const { pages, leftOut, requests } = await crawlExample(site);
  expect(pages).toEqual(["/", "/a"]);
  expect(requests.join()).not.toContain("/private");
  expect(leftOut["/private/a"]).toBe("robots");
});

test("a robots.txt with a client error such as 429 allows everything", async () => {
  for (const status of [401, 404, 429])
    expect((await crawlExample({ ...SMALL, "/robots.txt": { status } })).pages).toHaveLength(5);
});

test.each<[string, Answers, string]>([
  ["robots.txt disallows the homepage", { "/robots.txt": "User-agent: *\nDisallow: /\n" }, "robots.txt disallows"],
  ["robots.txt answers 503", { "/robots.txt": { status: 503 } }, "robots.txt answered 503"],
  ["the homepage answers 403", { "/": { status: 403 } }, "403 Forbidden"],
  ["the homepage redirects in a circle", { "/": { location: "/" } }, "redirects in a circle"],
])("a crawl ends with a reason if %s", async (_, answers, message) => {
  await expect(crawlExample(answers)).rejects.toThrow(message);
});

test("a crawl says which page robots.txt allows or disallows", async () => {
  const { events } = await crawlExample({ ...SMALL, "/robots.txt": "User-agent: *\nDisallow: /private\n" });
  expect(events.filter(({ type }) => type === "robots")).toEqual([{ type: "robots", url: `${HOST}/`, allowed: true }]);
});

test("a homepage with a meta refresh is a redirect; one that reloads itself after half an hour is a page", async () => {
  const refresh = (to: string, seconds: number) => `<meta http-equiv="refresh" content="${seconds};url=${to}">`;
  const quick = { "/": html("Moved", [], refresh("/en/", 0)), "/en/": html("Home", ["/en/a"]), ...pagesAt(["/en/a"]) };
  expect((await crawlExample(quick)).pages).toEqual(["/en/", "/en/a"]);
  const slow = { "/": html("Home", ["/news"]), "/news": html("News", [], refresh("/", 1800)) };
  expect((await crawlExample(slow)).pages).toEqual(["/", "/news"]);
});

test("only the homepage may redirect to another domain, which is then the site, after its robots.txt", async () => {
  const site = {
    "/": { location: "https://new.dev/home" },
    "https://new.dev/home": html("Home", ["/a", "/away"]),
    "https://new.dev/a": html("A"),
    "https://new.dev/away": { location: "https://third.dev/" },
  };
  const { pages, leftOut, requests } = await crawlExample(site);
  expect(pages).toEqual(["https://new.dev/home", "https://new.dev/a"]);
  expect(requests.indexOf("GET https://new.dev/robots.txt")).toBeLessThan(requests.indexOf("GET https://new.dev/home"));
  expect(leftOut["https://new.dev/away"]).toBe("other site");
  expect(requests.join()).not.toContain("third.dev");
});

test("if the homepage redirects to a page of its menu, that page is listed as well", async () => {
  const nav = '<nav><a href="/docs">Introduction</a><a href="/a">A</a></nav>';
  const docs = html("Introduction").replace("<main>", `${nav}<main>`);
  expect((await crawlExample({ "/": { location: "/docs" }, "/docs": docs, ...pagesAt(["/a"]) })).pages).toEqual([
    "/",
    "/docs",
    "/a",
  ]);
  const home = docs.replaceAll("Introduction", "Home").replaceAll("/docs", "/en/");
  expect((await crawlExample({ "/": { location: "/en/" }, "/en/": home, ...pagesAt(["/a"]) })).pages).toEqual([
    "/en/",
    "/a",
  ]);
});

test("each language of a chooser that says no hreflang is listed or left out with a reason", async () => {
  const doors = ["/de-de/", "/en-gb/", "/fr-fr/"];
  const chooser = `<title>Countries</title><main>${doors.map((to) => `<a href="${to}">${to}</a>`).join(" ")}</main>`;
  const site = { "/": chooser, ...pagesAt(["/de-de/", "/fr-fr/"], "de"), "/en-gb/": html("Pumps", ["/en-gb/a"]) };
  const { pages, leftOut } = await crawlExample({ ...site, ...pagesAt(["/en-gb/a"]) });
  expect(pages).toEqual(["/en-gb/", "/en-gb/a"]);
  expect(Object.keys(leftOut)).toEqual(expect.arrayContaining(["/de-de/", "/fr-fr/"]));
});

test("www and http addresses of one host are one site, and are requested with the homepage's host and scheme", async () => {
  const site = { "/": html("Home", ["http://www.x.dev/a", "https://docs.x.dev/b"]), ...pagesAt(["/a"]) };
  expect((await crawlExample(site)).pages).toEqual(["/", "/a"]);
});

test("pages below the base URL's path come first, others fill leftover places; scope path leaves them out", async () => {
  const site = {
    "/docs/": html("Docs", ["/blog/x", "/docs/a", "/docs/b"]),
    ...pagesAt(["/blog/x", "/docs/a", "/docs/b"]),
  };
  const { pages, end } = await crawlExample(site, { base: "/docs/" });
  expect(pages).toEqual(["/docs/", "/docs/a", "/docs/b", "/blog/x"]);
  expect(end.pages.map(({ inScope }) => inScope)).toEqual([true, true, true, false]);
  const scoped = await crawlExample(site, { base: "/docs/", scope: "path" });
  expect(scoped.pages).toEqual(["/docs/", "/docs/a", "/docs/b"]);
  expect(scoped.leftOut["/blog/x"]).toBe("out of scope");
});

test("if the typed address has no pages below it, its folder is crawled", async () => {
  const nav = ["/reference/overview", "/reference/tx", "/about"];
  const site = { ...pagesAt(nav), "/reference/overview": html("Overview", nav) };
  const { end } = await crawlExample(site, { base: "/reference/overview" });
  const inside = end.pages.filter(({ inScope }) => inScope).map(({ url }) => url.replace(HOST, ""));
  expect(inside).toEqual(["/reference/overview", "/reference/tx"]);
});

test("include and exclude apply to every page except the homepage", async () => {
  const site = { "/": html("Home", ["/a/x", "/a/y", "/b"]), ...pagesAt(["/a/x", "/a/y", "/b"]) };
  const { pages, leftOut } = await crawlExample(site, { include: ["/a/*"], exclude: ["/a/y"] });
  expect(pages).toEqual(["/", "/a/x"]);
  expect(leftOut).toEqual({ "/a/y": "excluded", "/b": "excluded" });
});

test("with a list of pages exactly these are listed, in the order of the list", async () => {
  const site = { ...SMALL, "/tags/x": html("Tag", ["/a", "/b", "/c"]) };
  const only = ["/d", "/tags/x", "/gone", "/a"].map((path) => HOST + path) as never[];
  const { pages, end, failed } = await crawlExample(site, { only });
  expect(pages).toEqual(["/", "/d", "/tags/x", "/a"]);
  expect(end.pages.map(({ turn }) => turn)).toEqual([0, 1, 2, 3]);
  expect(failed).toEqual(["/gone"]);
});

test("a page that answers 304 is listed as it was in the last crawl", async () => {
  const page = (title: string) => ({ headers: { etag: `"${title}"` }, body: html(title, ["/a"]) });
  const site = { "/": page("Home"), "/a": page("A") };
  const first = await crawlExample(site);
  const remembered = new Map(first.end.pages.map((one) => [one.url, one]));
  const again = await crawlExample({ "/": page("Home"), "/a": page("A") }, { remembered });
  expect(again.end.pages.map(({ page }) => page)).toEqual(first.end.pages.map(({ page }) => page));
});

test("when the time is over or the caller asks to finish, the pages so far are delivered", async () => {
  const site = exampleSite({ ...wide(40), "/p20": html("slow") });
  /** Never answers one page; `onQuiet` is called when all other requests have long been answered. */
  const holding = (onQuiet: () => void) => ({
    ...site.fetch,
    page: async (request: FetchRequest, signal: AbortSignal) => {
      if (!request.url.endsWith("/p20")) return site.fetch.page(request, signal);
      for (let turns = 0; turns < 100; turns = site.open() === 0 ? turns + 1 : 0) await new Promise(setImmediate);
      onQuiet();
      if (!signal.aborted) await once(signal, "abort");
      throw new CrawlError("aborted", {});
    },
  });
  const timed = await crawlExample({}, { fetch: holding(() => {}), timeoutMs: 2_000 });
  expect(timed.end.why).toBe("timeout");
  expect(timed.pages.length).toBeGreaterThan(10);
  const finishing = new AbortController();
  const asked = await crawlExample({}, { fetch: holding(() => finishing.abort()), finishing: finishing.signal });
  expect([asked.end.why, asked.pages]).toEqual(["asked", timed.pages]);
});

test("a crawl whose time ends before its first page fails with a timeout", async () => {
  const page = (_: unknown, signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new CrawlError("aborted", {}))));
  const fetch = { ...exampleSite({}).fetch, page };
  await expect(crawlExample({}, { fetch, timeoutMs: 50 })).rejects.toMatchObject({ code: "crawl_timeout" });
});

test("a stopped crawl returns only after all its requests have ended", async () => {
  const site = exampleSite(wide(40), 3);
  const options = { fetch: site.fetch, read: readerHere(), maxPages: 50, productToken: "x" };
  for await (const event of crawl(HOST, options, new AbortController().signal)) if (event.type === "page") break;
  expect(site.open()).toBe(0);
});

test("a homepage without text fails the crawl only if no sitemap names pages", async () => {
  const shell = '<html><body><div id="root"></div><script src="/app.js"></script></body></html>';
  const site = { "/": shell, ...pagesAt(["/a"]), "/sitemap.xml": sitemapOf(["/a"]) };
  expect((await crawlExample(site)).pages).toEqual(["/", "/a"]);
  await expect(crawlExample({ "/": shell })).rejects.toMatchObject({ code: "empty_page" });
});

test("a homepage with hardly a link is rendered once in a browser, to find a menu that scripts build", async () => {
  const bare = html("Home", ["/a"], '<script src="/menu.js"></script>');
  const rendered = html("Home", ["/a", "/b", "/c"]);
  const site = { "/": bare, "browser /": rendered, ...pagesAt(["/a", "/b", "/c"]) };
  expect((await crawlExample(site)).pages).toEqual(["/", "/a", "/b", "/c"]);
  const { "browser /": _, ...withoutBrowser } = site;
  expect((await crawlExample(withoutBrowser)).pages).toEqual(["/", "/a"]);
});

test("if the homepage answers with Markdown, all pages are requested as HTML", async () => {
  const page = (title: string, links: readonly string[]) => ({
    headers: { "content-type": "text/html" },
    body: html(title, links),
    asMarkdown: `# ${title}\n\nText without a menu.\n`,
  });
  const asked = (answer: ReturnType<typeof page>) => ({ ...answer, headers: {} });
  const site = { "/": asked(page("Home", ["/a"])), "/a": asked(page("A", [])) };
  const { pages, end } = await crawlExample(site);
  expect(pages).toEqual(["/", "/a"]);
  expect(end.pages[1]?.page.text).toContain("more than a few words");
});

test("on a site that answers 200 to any address, pages with titles of their own are listed", async () => {
  const text = "<p>The text that each of its pages has, with an address or without one.</p>";
  const page = (title: string, links = "") => `<title>${title}</title><h1>${title}</h1>${text}${links}`;
  const { pages, leftOut } = await crawlExample({
    "/": page("Home", '<a href="/a">a</a> <a href="/b">b</a> <a href="/c">c</a>'),
    ...{ "/a": page("Apples"), "/b": page("Pears"), "/c": page("Nothing here") },
    "/no-such-page-4711": page("Nothing here"),
  });
  expect(pages).toEqual(["/", "/a", "/b"]);
  expect(leftOut).toEqual({ "/c": "error page" });
});
