import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import { type ExampleAnswer, exampleSite, HOST, html } from "../../../../../test/crawl/example-site.ts";
import { crawl } from "../crawl.ts";
import { type VersionPattern, versionAt } from "./patterns.ts";

type Answers = Readonly<Record<string, ExampleAnswer>>;

const markdown: ExampleAnswer = { headers: { "content-type": "text/markdown" }, body: "# Title\n\nText.\n" };

/** Path of each page but the first -> path of its Markdown version, and what was asked for beside pages. */
async function twinsOn(answers: Answers, options: { remember?: boolean; maxPages?: number } = {}) {
  const site = exampleSite(answers);
  const run = async (remembered = new Map()) => {
    const asked = { fetch: site.fetch, maxPages: options.maxPages ?? 50, productToken: "x", remembered };
    for await (const event of crawl(HOST, asked, AbortSignal.timeout(15_000)))
      if (event.type === "end") return event.pages;
    throw new Error("no end");
  };
  const first = await run();
  const before = site.requests.length;
  const pages = options.remember ? await run(new Map(first.map((page) => [page.url, page]))) : first;
  const twins = pages.slice(1).map(({ url, markdownUrl }) => [url.replace(HOST, ""), markdownUrl?.replace(HOST, "")]);
  const requests = options.remember ? site.requests.slice(before) : site.requests;
  return { twins: Object.fromEntries(twins), requests, probes: requests.filter((one) => one.includes(".md")) };
}

const pagesOf = (paths: readonly string[], head: (path: string) => string = () => ""): Answers => ({
  "/": html("Home", paths),
  ...Object.fromEntries(paths.map((path) => [path, html(path, [], head(path))])),
});

const numbered = (count: number, ending: string) =>
  Array.from({ length: count }, (_, index) => `/docs/p${index}${ending}`);

test.each<[VersionPattern, string, string | undefined]>([
  ["page.md", "/a/", "/a.md"],
  ["page.md", "/a.html", "/a.md"],
  ["page.md", "/a", "/a.md"],
  ["page.md", "/", undefined],
  ["index.md", "/a/", "/a/index.md"],
  ["index.md", "/a", "/a/index.md"],
  ["index.md", "/a.html", undefined],
  ["html.md", "/a/", "/a/index.html.md"],
  ["html.md", "/a.html", "/a.html.md"],
  ["llms.md", "/a.html", "/a.llms.md"],
  ["llms.md", "/a.html?x=1", undefined],
])("the pattern %s puts the Markdown version of %s at %s", (pattern, page, twin) => {
  expect(versionAt(`${HOST}${page}`, pattern)).toBe(twin && `${HOST}${twin}`);
});

test("a pattern learned from the first pages is asked for of the rest, once each", async () => {
  const paths = numbered(40, "/");
  const twins = paths.map((path) => `${path}index.md`);
  const { twins: found, requests } = await twinsOn({
    ...pagesOf(paths),
    ...Object.fromEntries(twins.map((path) => [path, markdown])),
  });
  expect(Object.values(found)).toEqual(twins);
  expect(requests.length).toBeLessThanOrEqual(41 * 2 + 15);
});

test("where some of a kind have no Markdown version each of them is looked at", async () => {
  const paths = numbered(10, ".html");
  const { twins } = await twinsOn({
    ...pagesOf(paths),
    ...Object.fromEntries(paths.slice(0, -1).map((path) => [path.replace(".html", ".md"), markdown])),
  });
  expect(Object.values(twins).filter((twin) => twin !== undefined)).toHaveLength(9);
  expect(twins["/docs/p9.html"]).toBeUndefined();
});

test("Markdown versions that pages declare are asked for, one HEAD each", async () => {
  const paths = numbered(30, "");
  const head = (path: string) => `<link rel="alternate" type="text/markdown" href="/raw${path}.markdown">`;
  const declared = paths.map((path) => `/raw${path}.markdown`);
  const { twins, requests } = await twinsOn({
    ...pagesOf(paths, head),
    ...Object.fromEntries(declared.map((path) => [path, markdown])),
  });
  expect(Object.values(twins)).toEqual(declared);
  expect(requests.length).toBeLessThan(31 * 2 + 15);
});

test("the site's own llms.txt tells without guessing", async () => {
  const paths = numbered(12, "/");
  const list = paths.map((path) => `- [x](${HOST}${path}index.html.md)`).join("\n");
  const { twins, probes } = await twinsOn({
    ...pagesOf(paths),
    ...Object.fromEntries(paths.map((path) => [`${path}index.html.md`, markdown])),
    "/llms.txt": { body: list, headers: { "content-type": "text/plain" } },
  });
  expect(Object.values(twins)).toEqual(paths.map((path) => `${path}index.html.md`));
  // A head each, and one body for all.
  expect(probes).toHaveLength(13);
});

test.each<[string, ExampleAnswer]>([
  ["HTML", html("Not found")],
  ["HTML as text/plain", { headers: { "content-type": "text/plain" }, body: html("Not found") }],
  ["a redirect", { location: "/" }],
  ["a file to save", { headers: { "content-type": "application/octet-stream" }, body: "# Title" }],
])("a site that answers %s for everything has no Markdown versions", async (_, answer) => {
  const { twins } = await twinsOn({ ...pagesOf(numbered(3, "/")), "/robots.txt": { status: 404 }, "*": answer });
  expect(Object.values(twins)).toEqual([undefined, undefined, undefined]);
});

test.each(["first crawl", "recrawl", "first crawl without our llms.txt"])(
  "files of a bundle among the site's own Markdown are not the site's own: %s",
  async (when) => {
    const paths = numbered(12, "");
    const ours: ExampleAnswer = {
      headers: { "content-type": "text/markdown" },
      body: `> All pages of this site are listed in [llms.txt](${HOST}/llms.txt).\r\n\r\n# Title\r\n`,
    };
    const made = when.includes("without") ? paths : [...paths.slice(3, 5), ...paths.slice(7, 10)];
    const link = (path: string) => `<link rel="alternate" type="text/markdown" href="${path}.md">`;
    const list = paths.map((path) => `- [x](${HOST}${path}.md)\n`).join("");
    const { twins, requests } = await twinsOn(
      {
        ...pagesOf(paths, link),
        ...Object.fromEntries(paths.map((path) => [`${path}.md`, made.includes(path) ? ours : markdown])),
        ...(!when.includes("without") && {
          "/llms.txt": `# X\n\nGenerated: 2026-01-01T00:00:00Z | Source: ${HOST}/ | Pages: 13\n\n## A\n\n${list}`,
        }),
      },
      { remember: when === "recrawl" },
    );
    expect(Object.keys(twins).filter((path) => twins[path] === undefined)).toEqual(made);
    expect(requests.length).toBeLessThanOrEqual(13 * 2 + 15);
  },
);

test("a site without Markdown versions is soon left in peace", async () => {
  const { probes } = await twinsOn(pagesOf(Array.from({ length: 45 }, (_, index) => `/part${index}/page${index}`)));
  expect(probes.length).toBeLessThanOrEqual(11);
});

test("Markdown versions of the last crawl are asked for where they were", async () => {
  const paths = numbered(30, "/");
  const { twins, requests } = await twinsOn(
    { ...pagesOf(paths), ...Object.fromEntries(paths.map((path) => [`${path}index.md`, markdown])) },
    { remember: true },
  );
  expect(Object.values(twins).filter((twin) => twin !== undefined)).toHaveLength(30);
  expect(requests.length).toBeLessThanOrEqual(31 * 2 + 6);
});

test("a server that answers no probe is not asked on and on", async () => {
  const silent = { error: new CrawlError("timeout", {}) };
  const answers = { ...pagesOf(numbered(40, "/")), "/robots.txt": { status: 404 }, "/sitemap.xml": { status: 404 } };
  const { twins, probes } = await twinsOn({ ...answers, "*": silent });
  expect(Object.values(twins).every((twin) => twin === undefined)).toBe(true);
  expect(probes.length).toBeLessThanOrEqual(8);
});

test.each(["declared", "guessed", "listed"])(
  "a Markdown version that is missing is not given, though all others were %s and are there",
  async (how) => {
    const paths = numbered(30, "/");
    const link = (path: string) => `<link rel="alternate" type="text/markdown" href="${path}index.md">`;
    const there = paths.filter((_, index) => index !== 7 && index !== 20);
    const { twins } = await twinsOn({
      ...pagesOf(paths, how === "declared" ? link : undefined),
      ...Object.fromEntries(there.map((path) => [`${path}index.md`, markdown])),
      ...(how === "listed" && { "/llms.txt": paths.map((path) => `- [x](${path}index.md)`).join("\n") }),
    });
    expect(Object.keys(twins).filter((path) => twins[path] !== undefined)).toEqual(there);
  },
);

test("a Crawl-delay leaves a minute for Markdown versions; other pages are listed at their own addresses", async () => {
  const paths = numbered(30, "/");
  const link = (path: string) => `<link rel="alternate" type="text/markdown" href="${path}index.md">`;
  const { twins, probes } = await twinsOn({
    ...pagesOf(paths, link),
    ...Object.fromEntries(paths.map((path) => [`${path}index.md`, markdown])),
    "/robots.txt": "User-agent: *\nCrawl-delay: 10",
  });
  expect(probes).toHaveLength(6);
  expect(Object.values(twins).filter((twin) => twin !== undefined)).toHaveLength(5);
});

test("Markdown that the site's llms.txt names anywhere is the page's of that title, where no other page has it", async () => {
  const { twins } = await twinsOn({
    "/": html("Home", ["/one", "/two", "/three", "/four"]),
    "/one": html("One"),
    "/two": html("Two"),
    "/three": html("Same"),
    "/four": html("Same").replace("more than", "much more than"),
    ...Object.fromEntries(["/raw/one.md", "/raw/same.md"].map((path) => [path, markdown])),
    "/llms.txt": "# X\n\n- [One](/raw/one.md): First\n- [Two](/raw/gone.md)\n- [Same](/raw/same.md)\n",
  });
  expect(twins).toEqual({ "/one": "/raw/one.md", "/two": undefined, "/three": undefined, "/four": undefined });
});

test("a page may declare its Markdown version in a Link header", async () => {
  const header = { link: '</raw/a.markdown>; rel="alternate"; type="text/markdown"' };
  const { twins } = await twinsOn({
    "/": html("Home", ["/a"]),
    "/a": { body: html("A"), headers: header },
    "/raw/a.markdown": markdown,
  });
  expect(twins).toEqual({ "/a": "/raw/a.markdown" });
});

test("a Markdown version is never listed beside its page", async () => {
  const { twins } = await twinsOn({
    "/": html("Home", ["/a", "/a.md"]),
    "/a": html("A", ["/a.md"]),
    "/a.md": markdown,
  });
  expect(twins).toEqual({ "/a": "/a.md" });
});

test("an old version without Markdown spoils nothing but itself", async () => {
  const paths = ["/docs/1.x", "/docs/2.x", "/docs/3.x"].flatMap((folder) =>
    Array.from({ length: 10 }, (_, index) => `${folder}/${folder.at(-3)}-p${index}`),
  );
  const current = paths.filter((path) => !path.startsWith("/docs/1.x"));
  const { twins } = await twinsOn({
    ...pagesOf(paths),
    ...Object.fromEntries(current.map((path) => [`${path}.md`, markdown])),
  });
  expect(Object.keys(twins).filter((path) => twins[path] !== undefined)).toEqual(
    Object.keys(twins).filter((path) => !path.startsWith("/docs/1.x")),
  );
});

test("a Markdown type with a page of HTML in it is no Markdown version", async () => {
  const paths = numbered(10, "");
  const page = { headers: { "content-type": "text/markdown" }, body: html("A page") };
  const { twins } = await twinsOn({
    ...pagesOf(paths),
    ...Object.fromEntries(paths.map((path) => [`${path}.md`, page])),
  });
  expect(Object.values(twins).every((twin) => twin === undefined)).toBe(true);
});

test("a site that has a Markdown text at every address has none that can be believed", async () => {
  const paths = numbered(10, "");
  const { twins } = await twinsOn({
    ...pagesOf(paths),
    "/robots.txt": { status: 404 },
    "/sitemap.xml": { status: 404 },
    "/sitemap_index.xml": { status: 404 },
    "/sitemap-index.xml": { status: 404 },
    "/llms.txt": { status: 404 },
    "*": markdown,
  });
  expect(Object.values(twins).every((twin) => twin === undefined)).toBe(true);
});

test.each<[string, ExampleAnswer]>([
  ["element", html("Home", numbered(12, "/"), '<link rel="describedby" type="text/plain" href="/docs/llms.txt">')],
  ["header", { body: html("Home", numbered(12, "/")), headers: { link: '</docs/llms.txt>; rel="describedby"' } }],
])(
  "the homepage says by an %s where the site's llms.txt is, and relative links in it count from there",
  async (_, home) => {
    const paths = numbered(12, "/");
    const { twins, requests } = await twinsOn({
      ...pagesOf(paths),
      "/": home,
      ...Object.fromEntries(paths.map((path) => [`${path}index.html.md`, markdown])),
      "/docs/llms.txt": {
        body:
          paths
            .map((path) => `* ${HOST}${path}index.html.md`)
            .slice(0, 6)
            .join("\n") +
          paths
            .map((path) => `\n- [x](${path.slice(6)}index.html.md)`)
            .slice(6)
            .join(""),
        headers: { "content-type": "text/plain" },
      },
    });
    expect(Object.values(twins)).toEqual(paths.map((path) => `${path}index.html.md`));
    // The first was sent for beside the homepage, and does not count.
    expect(requests.filter((one) => one.includes("llms.txt"))).toEqual(["GET /llms.txt", "GET /docs/llms.txt"]);
  },
);

test("pages that answer Markdown to those who ask for it are Markdown already, at few requests", async () => {
  const paths = numbered(40, "");
  const negotiating = (path: string): ExampleAnswer => ({
    body: html(path),
    headers: { vary: "Accept-Encoding, Accept" },
    asMarkdown: "# Title\n\nText.\n",
  });
  const { twins, requests } = await twinsOn({
    ...pagesOf(paths),
    ...Object.fromEntries(paths.map((path) => [path, negotiating(path)])),
  });
  expect(Object.values(twins)).toEqual(paths);
  expect(requests.length).toBeLessThanOrEqual(41 * 2 + 15);
});

test("a page that is Markdown itself is its own Markdown version, unasked", async () => {
  const { twins, probes } = await twinsOn({
    "/": html("Home", ["/notes"]),
    "/notes": { ...markdown, body: `# Notes\n\n${"Words. ".repeat(50)}` },
  });
  expect([twins, probes]).toEqual([{ "/notes": "/notes" }, []]);
});

test("asking for Markdown costs a site that has none no more requests than guessing does", async () => {
  const paths = Array.from({ length: 45 }, (_, index) => `/part${index}/page${index}`);
  const varying = Object.fromEntries(
    paths.map((path) => [path, { body: html(path), headers: { vary: "Accept, Cookie" } }]),
  );
  const { twins, requests } = await twinsOn({ ...pagesOf(paths), ...varying });
  expect(Object.values(twins).every((twin) => twin === undefined)).toBe(true);
  const plain = await twinsOn(pagesOf(paths));
  expect(requests.length).toBeLessThanOrEqual(plain.requests.length);
});

test("a site of many parts is asked for each page's Markdown version, and for few beside them", async () => {
  const paths = Array.from({ length: 60 }, (_, index) => `/part-${index % 6}/p${index}/`);
  const answers = {
    ...pagesOf(paths),
    ...Object.fromEntries(paths.map((path) => [`${path}index.md`, markdown])),
  };
  const { twins, probes } = await twinsOn(answers);
  expect(Object.values(twins)).toEqual(Object.keys(twins).map((path) => `${path}index.md`));
  expect(probes.length).toBeLessThanOrEqual(49 + 15);
});

test("a generator that the homepage names is asked for what it writes first", async () => {
  const paths = numbered(20, "/");
  const answers = {
    ...pagesOf(paths),
    "/": html("Home", paths, '<meta name="generator" content="mkdocs-1.6.1">'),
    ...Object.fromEntries(paths.map((path) => [`${path}index.md`, markdown])),
  };
  const { twins, probes } = await twinsOn(answers);
  expect(Object.values(twins)).toEqual(paths.map((path) => `${path}index.md`));
  expect(probes[0]).toBe("HEAD /docs/p0/index.md");
  expect(probes.filter((one) => !one.includes("no-such-page") && !one.endsWith("/index.md"))).toEqual([]);
});
