import { expect, test } from "vitest";
import { type CrawlEvent, type CrawlOptions, crawl } from "./crawl.ts";
import { type ExampleAnswer, exampleSite, HOST, html } from "./example-site.ts";

type Answers = Readonly<Record<string, ExampleAnswer>>;

interface Crawled {
  readonly pages: readonly string[];
  readonly leftOut: Readonly<Record<string, string>>;
  readonly requests: readonly string[];
}

async function crawlSite(answers: Answers, options: Partial<CrawlOptions> = {}, base = "/"): Promise<Crawled> {
  const site = exampleSite(answers);
  const events: CrawlEvent[] = [];
  const asked = { fetch: site.fetch, maxPages: 50, productToken: "llmstxt", findMarkdown: false, ...options };
  for await (const event of crawl(HOST + base, asked, AbortSignal.timeout(15_000))) events.push(event);
  const end = events.at(-1);
  const leftOut = events.flatMap((event) =>
    event.type === "leftOut"
      ? [[event.url.replace(HOST, ""), [event.reason, event.of?.replace(HOST, "")]] as const]
      : [],
  );
  return {
    pages: end?.type === "end" ? end.pages.map(({ url }) => url.replace(HOST, "")) : [],
    leftOut: Object.fromEntries(
      leftOut.map(([url, why]) => [url, why.filter((one) => one !== undefined).join(" of ")]),
    ),
    requests: site.requests,
  };
}

const pages = (paths: readonly string[], lang?: string): Answers =>
  Object.fromEntries(
    paths.map((path) => [path, lang ? html(path).replace('lang="en"', `lang="${lang}"`) : html(path)]),
  );

const sitemap = (paths: readonly string[]): Answers => ({
  "/sitemap.xml": `<urlset>${paths.map((path) => `<url><loc>${HOST}${path}</loc></url>`).join("")}</urlset>`,
});

const many = (folder: string, count: number) => Array.from({ length: count }, (_, index) => `${folder}/p${index}`);

test("twenty places cover the main sections of a site of five thousand pages", async () => {
  const sections = ["/docs", "/api", "/guides", "/examples", "/integrations", "/blog"];
  const all = sections.flatMap((section, index) => many(section, [300, 3000, 40, 25, 60, 1500][index] ?? 0));
  const { pages: taken } = await crawlSite(
    { "/": html("Home", sections), ...pages([...sections, ...all]), ...sitemap(all) },
    { maxPages: 20 },
  );
  expect(taken.slice(1, 7)).toEqual(sections);
  for (const section of sections.slice(0, 5))
    expect(taken.filter((path) => path.startsWith(`${section}/`)).length).toBeGreaterThanOrEqual(2);
});

test("what the homepage links to comes first, its navigation before its text and its footer last", async () => {
  const home = html("Home", ["/text"])
    .replace("<main>", '<nav><a href="/nav">Nav</a></nav><main>')
    .replace("</main>", '</main><footer><a href="/foot">Foot</a></footer>');
  const { pages: taken } = await crawlSite({
    "/": home,
    ...pages(["/nav", "/text", "/foot", "/deep/page", "/other"]),
    ...sitemap(["/deep/page", "/other"]),
  });
  expect(taken.slice(0, 3)).toEqual(["/", "/nav", "/text"]);
  expect(taken.slice(3).sort()).toEqual(["/deep/page", "/foot", "/other"]);
});

test("legal pages get the places that are left", async () => {
  const { pages: taken } = await crawlSite({
    "/": html("Home", ["/privacy", "/docs"]),
    "/docs": html("Docs", ["/docs/a"]),
    ...pages(["/privacy", "/docs/a"]),
  });
  expect(taken).toEqual(["/", "/docs", "/docs/a", "/privacy"]);
});

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
  } = await crawlSite({
    "/": html("Home", ["/a", ...foreign], alternates),
    ...pages(["/a"]),
    ...pages(foreign, "de"),
  });
  expect(taken).toEqual(["/", "/a"]);
  expect(leftOut).toMatchObject({ "/de/": "other language of /", "/zh-cn/only-there": "other language" });
  expect(requests.filter((request) => /\/(de|zh-cn)\//.test(request))).toEqual([]);
});

test("paths that repeat known pages under a language are that language's", async () => {
  const { pages: taken, leftOut } = await crawlSite({
    "/": html("Home", ["/guide/a", "/fr/guide/a", "/guide/b", "/fr/guide/b", "/fr/guide/c"]),
    ...pages(["/guide/a", "/guide/b"]),
    ...pages(["/fr/guide/a", "/fr/guide/b", "/fr/guide/c"], "fr"),
  });
  expect(taken).toEqual(["/", "/guide/a", "/guide/b"]);
  expect(leftOut["/fr/guide/a"]).toBe("other language of /guide/a");
});

test("a page that says itself that it is in another language is left out", async () => {
  const { pages: taken, leftOut } = await crawlSite({
    "/": html("Home", ["/a", "/hallo"]),
    ...pages(["/a"]),
    ...pages(["/hallo"], "de-AT"),
  });
  expect(taken).toEqual(["/", "/a"]);
  expect(leftOut).toEqual({ "/hallo": "other language" });
});

test("a language that was asked for replaces the homepage's", async () => {
  const alternates = '<link rel="alternate" hreflang="en" href="/"><link rel="alternate" hreflang="de" href="/de/">';
  const { pages: taken } = await crawlSite(
    {
      "/": html("Home", ["/a"], alternates),
      "/de/": html("Start", ["/de/a"]).replace('lang="en"', 'lang="de"'),
      ...pages(["/a"]),
      ...pages(["/de/a"], "de"),
    },
    { language: "de" },
  );
  expect(taken).toEqual(["/", "/de/", "/de/a"]);
});

test("a project's name that looks like a language is none", async () => {
  const { pages: taken } = await crawlSite({ "/": html("Home", ["/it/a", "/is/b"]), ...pages(["/it/a", "/is/b"]) });
  expect(taken).toHaveLength(3);
});

test("of several versions the one without a number is kept, else the current, else the newest", async () => {
  const bare = await crawlSite({
    "/": html("Home", ["/a", "/dev/a", "/0.9/a"]),
    ...pages(["/a", "/dev/a", "/0.9/a"]),
  });
  expect(bare.pages).toEqual(["/", "/a"]);
  expect(bare.leftOut).toEqual({ "/dev/a": "older version of /a", "/0.9/a": "older version of /a" });
  const current = ["/docs/1.0/a", "/docs/latest/a", "/docs/2.0/a"];
  expect((await crawlSite({ "/": html("Home", current), ...pages(current) })).pages).toEqual(["/", "/docs/latest/a"]);
  const numbered = ["/docs/v9/a", "/docs/v10/a", "/docs/v10/b"];
  const newest = await crawlSite({ "/": html("Home", numbered), ...pages(numbered) });
  expect(newest.pages).toEqual(["/", "/docs/v10/a", "/docs/v10/b"]);
});

test("the version that was asked for stays, even an old one", async () => {
  const { pages: taken } = await crawlSite(
    { "/v1/": html("Home", ["/v1/a", "/v2/a"]), ...pages(["/v1/a", "/v2/a", "/v2/"]) },
    {},
    "/v1/",
  );
  expect(taken).toEqual(["/v1/", "/v1/a"]);
});

const canonical = (path: string) => `<link rel="canonical" href="${path}">`;

test("a canonical address that answers is the page's", async () => {
  const { pages: taken, leftOut } = await crawlSite({
    "/": html("Home", ["/old"]),
    "/old": html("Old", [], canonical("/new")),
    "/new": html("New", ["/next"]),
    ...pages(["/next"]),
  });
  expect(taken).toEqual(["/", "/new", "/next"]);
  expect(leftOut).toEqual({ "/old": "canonical elsewhere of /new" });
});

test.each([
  ["does not answer", "/gone"],
  ["is of another site", "https://evil.example/a"],
  ["is the homepage of a template's mistake", "/"],
  ["is forbidden by robots.txt", "/private/a"],
])("a canonical address that %s is not believed", async (_, target) => {
  const { pages: taken } = await crawlSite({
    "/robots.txt": "User-agent: *\nDisallow: /private/",
    "/": html("Home", ["/a"]),
    "/a": html("A", ["/b"], canonical(target)),
    ...pages(["/b", "/private/a"]),
  });
  expect(taken).toEqual(["/", "/a", "/b"]);
});

test("two pages that name each other as canonical do not make each other vanish", async () => {
  const { pages: taken } = await crawlSite({
    "/": html("Home", ["/a", "/b"]),
    "/a": html("A", [], canonical("/b")),
    "/b": html("B", [], canonical("/a")),
  });
  expect(taken).toHaveLength(2);
});

test("where canonicals only spell addresses better, a few proofs save asking for the rest", async () => {
  const paths = many("/docs", 30);
  const spelled = paths.map((path) => [path, html(path, [], canonical(`${path}/`))] as const);
  const { pages: taken, requests } = await crawlSite(
    {
      "/": html("Home", paths),
      ...Object.fromEntries(spelled),
      ...Object.fromEntries(spelled.map(([path, body]) => [`${path}/`, body])),
    },
    { maxPages: 31 },
  );
  expect(taken.slice(1).sort()).toEqual(paths.map((path) => `${path}/`).sort());
  expect(requests.length).toBeLessThanOrEqual(31 * 1.2 + 30);
});

test("a thousand addresses of one page cost a few requests", async () => {
  const { pages: taken, requests } = await crawlSite({
    "/": html("Home", many("/v", 1000)),
    "*": html("Always the same"),
    "/robots.txt": { status: 404 },
    "/sitemap.xml": { status: 404 },
  });
  expect(taken).toHaveLength(2);
  expect(requests.length).toBeLessThan(50);
});

test("a calendar gives a few days and leaves the places to others", async () => {
  const day = (index: number) => `/cal/${2026 + Math.floor(index / 12)}/${(index % 12) + 1}`;
  const days = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [day(index), html(day(index), [day(index + 1)])]),
  );
  const { pages: taken } = await crawlSite({ "/": html("Home", [day(0), "/about"]), ...days, ...pages(["/about"]) });
  expect(taken).toContain("/about");
  expect(taken.length).toBeLessThanOrEqual(14);
});

test("addresses that differ in session and tracking parameters only are one", async () => {
  const { pages: taken } = await crawlSite({
    "/": html("Home", ["/a;jsessionid=1?utm_source=x", "/a?PHPSESSID=2", "/a"]),
    ...pages(["/a"]),
  });
  expect(taken).toEqual(["/", "/a"]);
});

test("spellings of a known page wait until all else is taken", async () => {
  const { pages: taken, leftOut } = await crawlSite({
    "/": html("Home", ["/a", "/a/", "/a/index.html", "/b"]),
    "/a": html("A"),
    "/a/": html("A"),
    "/a/index.html": html("A"),
    "/b": html("B", ["/c"]),
    ...pages(["/c"]),
  });
  expect(taken).toEqual(["/", "/a", "/b", "/c"]);
  expect(leftOut).toEqual({ "/a/": "duplicate of /a", "/a/index.html": "duplicate of /a" });
});

test("a homepage with scripts and hardly a link is rendered once for its navigation", async () => {
  const bare = html("Home", ["/next"]).replace("</head>", '<script src="/toc.js"></script></head>');
  const chapters = ["/one", "/two", "/three"];
  const rendered = html("Home").replace(
    "<main>",
    `<nav>${chapters.map((to) => `<a href="${to}">${to}</a>`).join("")}</nav><main>`,
  );
  const answers = { "/": bare, "browser /": rendered, ...pages([...chapters, "/next"]) };
  expect((await crawlSite(answers)).pages).toEqual(["/", ...chapters, "/next"]);
  const { "browser /": _, ...without } = answers;
  expect((await crawlSite(without)).pages).toEqual(["/", "/next"]);
});
