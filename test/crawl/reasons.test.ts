import { expect, test } from "vitest";
import {
  type Answers,
  crawlExample,
  type ExampleAnswer,
  HOST,
  html,
  numbered,
  pagesAt,
  sitemapOf,
} from "./example-site.ts";

// Every address that a site's pages and sitemaps name has exactly one outcome.

const canonical = (path: string) => `<link rel="canonical" href="${path}">`;
const NOINDEX = '<meta name="robots" content="noindex">';

/** A page with its own text for each path, and a homepage that links to them all and to `more`. */
const linked = (paths: readonly string[], more: Answers = {}): Answers => ({
  ...pagesAt(paths),
  ...more,
  "/": html("Home", [...paths, ...Object.keys(more)]),
});
const gone = (paths: readonly string[]): Answers => Object.fromEntries(paths.map((path) => [path, { status: 404 }]));

const LAYOUTS: Readonly<Record<string, Answers>> = {
  "spellings, each with its own text": linked([
    ...["/api.html", "/api/index.html", "/twice", "/twice.html", "/dir/", "/dir.html", "/slash", "/slash/"],
    ...["/Upper/Case", "/upper/case", "/default.aspx", "/a/default.html", "/a/", "/a"],
  ]),
  "spellings of one text": linked(["/b"], {
    "/one": html("One"),
    "/one/": html("One"),
    "/one.html": html("One"),
    "/one/index.html": { location: "/one" },
  }),
  "docs, with versions and lists": linked([
    ...["/docs/intro", "/docs/next/intro", "/docs/1.0/intro", "/docs/1.0/setup", "/docs/setup", "/docs/2.0/setup"],
    ...["/blog/2024/hello", "/blog/tags", "/docs/category/basics", "/genindex.html", "/_modules/a.html"],
  ]),
  "a blog": linked(["/posts/a/", "/posts/b/", "/about/", "/2024/05/17/first.html"], {
    "/tags/x/": html("Tag x", ["/posts/a/"]),
    "/posts/page/2/": html("Posts, page 2", ["/posts/b/"]),
    "/index.xml": { headers: { "content-type": "application/rss+xml" }, body: "<rss/>" },
  }),
  queries: linked(["/?p=12", "/?p=13", "/?page=about", "/index.php?p=1", "/index.php?p=2", "/?lang=en&page=team"]),
  "other encodings": linked(["/%D0%EF%E8", "/%D1%81%D1%82%D1%80", "/a%20b", "/a+b", "/%E2%82%AC/x"]),
  "failures among pages": {
    "/": html("Home"),
    ...pagesAt([...numbered("/good", 20), ...numbered("/files/good", 20)]),
    ...gone(numbered("/files", 40)),
    "/sitemap.xml": sitemapOf([...numbered("/files", 40), ...numbered("/files/good", 20), ...numbered("/good", 20)]),
  },
  "redirects, canonicals, noindex, robots, files": linked(["/new", "/kept", "/other"], {
    "/old": { location: "/new" },
    "/alias": html("Alias", [], canonical("/kept")),
    "/broken-canonical": html("Broken", [], canonical("/nowhere")),
    "/secret": html("Secret", ["/behind"], NOINDEX),
    "/private/a": html("Private"),
    "/into-private": { location: "/private/a" },
    "/new.md": { headers: { "content-type": "text/markdown" }, body: "# New\n" },
    "/guide.pdf": "%PDF",
    "/openapi.json": "{}",
    "/pic.png": "",
    "/robots.txt": "User-agent: *\nDisallow: /private/\n",
    "/behind": html("Behind"),
  }),
  "a redirect to a short page that was read before": {
    "/": html("Home", ["/a"]),
    "/a": html("A", ["/short", "/old"]),
    "/short": "<title>Short</title><h1>Short</h1><p>Hardly a text.</p>",
    "/old": { location: "/short" },
  },
  languages: linked(["/x", "/y", "/z"], { ...pagesAt(["/fr/x", "/fr/y", "/fr/z"], "fr") }),
  "a trap of one text": {
    ...linked(["/a", "/b"]),
    "/": html("Home", ["/a", "/b", ...numbered("/trap", 60)]),
    "*": html("Same"),
  },
  "more than the limit": linked(numbered("/wide", 200)),
};

const bodyOf = (answer: ExampleAnswer | undefined): string =>
  typeof answer === "string" ? answer : String(answer?.body ?? "");

test.each(Object.keys(LAYOUTS))("every address has exactly one outcome, with the right reason: %s", async (name) => {
  const answers = LAYOUTS[name] ?? {};
  const { pages, failed, events, leftOut } = await crawlExample(answers, { maxPages: 100 });
  const outcomes = [...pages, ...failed, ...Object.keys(leftOut)];
  expect(outcomes.filter((path, index) => outcomes.indexOf(path) !== index)).toEqual([]);
  const told = new Set(outcomes.map((path) => new URL(path, HOST).href));
  const named = Object.keys(answers).filter(
    (path) => path.startsWith("/") && !/^\/(?:robots\.txt|sitemap\.xml)$/.test(path),
  );
  expect(named.filter((path) => !told.has(new URL(path, HOST).href))).toEqual([]);
  for (const path of failed) expect(answers[path] ?? answers["*"] ?? { status: 404 }).toMatchObject({ status: 404 });
  for (const event of events) {
    if (event.type !== "leftOut" || event.of === undefined) continue;
    const [own, other] = [event.url, event.of].map((url) => answers[url.replace(HOST, "")] ?? answers["*"]);
    if (event.reason !== "redirect") expect([name, pages.includes(event.of.replace(HOST, ""))]).toEqual([name, true]);
    if (event.reason === "duplicate") expect(bodyOf(own)).toBe(bodyOf(other));
    if (event.reason === "canonical elsewhere") expect(bodyOf(own)).toContain(canonical(event.of.replace(HOST, "")));
  }
});

test("the summary names one page for each reason and counts the others, unless all are asked for", async () => {
  const { events } = await crawlExample(LAYOUTS["more than the limit"] ?? {}, { maxPages: 20, withAllNamed: false });
  const told = events.filter((event) => event.type === "leftOut");
  expect(told).toMatchObject([{ reason: "over the limit", others: 180 }]);
});
