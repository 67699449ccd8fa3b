import { expect, test } from "vitest";
import { planBundle } from "../../packages/document/src/bundle/bundle.ts";
import { renderLlmsTxt } from "../../packages/document/src/llmstxt.ts";
import { fileKind } from "../../packages/page/src/address/files.ts";
import type { LeftOut, LeftOutReason } from "../../packages/page/src/address/left-out.ts";
import { readPage } from "../../packages/page/src/page.ts";
import { shapeOf } from "../../packages/page/src/site/shapes.ts";
import { type Answers, crawlExample, numbered, pagesAt, sitemapOf } from "./example-crawl.ts";
import { type ExampleAnswer, HOST, html } from "./example-site.ts";

// An audit: every reason that a crawl states is computed again from what the site served. Each layout is a site of many shapes.

const canonical = (path: string) => `<link rel="canonical" href="${path}">`;
const NOINDEX = '<meta name="robots" content="noindex">';

/** A page of its own text for each path, and a homepage that links to them all and to `more`. */
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
  "sphinx, dirhtml and html mixed": linked([
    ...["/genindex.html", "/py-modindex.html", "/index.html", "/guide/", "/guide.html", "/guide/intro.html"],
    ...["/guide/intro/", "/api/index.html", "/api.html", "/api/mod.html", "/api/mod/"],
  ]),
  "hugo, with lists": linked(["/posts/a/", "/posts/b/", "/about/"], {
    "/tags/x/": html("Tag x", ["/posts/a/"]),
    "/tags/y/": html("Tag y", ["/posts/b/"]),
    "/posts/page/2/": html("Posts, page 2", ["/posts/b/"]),
    "/index.xml": { headers: { "content-type": "application/rss+xml" }, body: "<rss/>" },
  }),
  "jekyll, dated": linked(["/2024/05/17/first.html", "/2024/06/01/second.html", "/about", "/feed-me.html"]),
  "docusaurus, with versions": linked([
    ...["/docs/intro", "/docs/next/intro", "/docs/1.0/intro", "/docs/1.0/setup", "/docs/setup", "/docs/2.0/setup"],
    ...["/blog/2024/hello", "/blog/tags", "/docs/category/basics"],
  ]),
  "query-routed": linked(Array.from({ length: 70 }, (_, index) => `/index.php?p=${index + 1}`)),
  "query-routed at the root": linked(["/?p=12", "/?p=13", "/?page_id=2", "/?page=about", "/?lang=en&page=team"]),
  "upper case and other encodings": linked([
    ...["/Docs/README", "/docs/readme", "/%D0%EF%E8", "/%D1%81%D1%82%D1%80", "/a%20b", "/a+b", "/%E2%82%AC/x"],
  ]),
  "failures among pages": {
    "/": html("Home"),
    ...pagesAt(numbered("/good", 20)),
    ...pagesAt(numbered("/files/good", 20)),
    ...gone(numbered("/files", 40)),
    ...sitemapOf([...numbered("/files", 40), ...numbered("/files/good", 20), ...numbered("/good", 20)]),
  },
  "redirects, canonicals, noindex, robots, files": linked(["/new", "/kept", "/other"], {
    "/old": { location: "/new" },
    "/alias": html("Alias", [], canonical("/kept")),
    "/broken-canonical": html("Broken", [], canonical("/nowhere")),
    "/secret": html("Secret", ["/behind"], NOINDEX),
    "/private/a": html("Private"),
    "/into-private": { location: "/private/a" },
    "/alias-by-header": {
      headers: { link: '</kept>; rel="canonical"' },
      body: html("Alias by header"),
    },
    "/new.md": { headers: { "content-type": "text/markdown" }, body: "# New\n" },
    "/guide.pdf": "%PDF",
    "/openapi.json": "{}",
    "/pic.png": "",
    "/robots.txt": "User-agent: *\nDisallow: /private/\n",
    "/behind": html("Behind"),
  }),
  "a trap of one text": {
    ...linked(["/a", "/b"]),
    "/": html("Home", ["/a", "/b", ...numbered("/trap", 300)]),
    "*": html("Same"),
  },
  "lists that bring nothing": linked(
    ["/about"],
    Object.fromEntries(numbered("/tags", 30).map((path) => [path, html(path, ["/about"])])),
  ),
  "more than the limit": linked(numbered("/wide", 400)),
};

type Left = LeftOut & { readonly url: string; readonly others?: number };

const pathOf = (url: string): string => url.replace(HOST, "");
const asked = (answers: Answers, path: string): Exclude<ExampleAnswer, string> => {
  const found = answers[path] ?? answers["*"] ?? { status: 404 };
  return typeof found === "string" ? { body: found } : found;
};

type Check = (left: Left, answers: Answers, crawled: Audited) => boolean;

const pageServed = (url: string, answers: Answers) =>
  readPage(Buffer.from(asked(answers, pathOf(url)).body ?? ""), { url });

const bodyHolds =
  (text: (left: Left) => string): Check =>
  (left, answers) =>
    asked(answers, pathOf(left.url)).body?.includes(text(left)) === true;

const looksLike =
  (pattern: RegExp): Check =>
  ({ url }) =>
    pattern.test(pathOf(url));

/** What each reason says, as it was served. A reason that is not here is one that these sites give no cause for. */
const CHECKS: Readonly<Partial<Record<LeftOutReason, Check>>> = {
  duplicate: ({ url, of = "", evidence }, answers) => {
    const [own, other] = [pageServed(url, answers), pageServed(of, answers)];
    const isSaid = evidence?.digests?.[0] === own.contentDigest && evidence.digests[1] === other.contentDigest;
    return isSaid && own.contentDigest === other.contentDigest && own.title === other.title;
  },
  redirect: ({ url, of }, answers) => new URL(asked(answers, pathOf(url)).location ?? "", url).href === of,
  "canonical elsewhere": ({ url, of = "", evidence }, answers) => {
    const { body = "", headers = {} } = asked(answers, pathOf(url));
    const { canonical: said } = evidence ?? {};
    const where = said?.in === "header" ? headers.link : body;
    const written = said?.in === "header" ? `<${pathOf(of)}>; rel="canonical"` : canonical(pathOf(of));
    return said?.url === of && where?.includes(written) === true;
  },
  noindex: bodyHolds(() => NOINDEX),
  robots: ({ url, evidence }, answers) => {
    const { file = "", line = 0, text = "" } = evidence?.robots ?? {};
    const [, path] = /^Disallow: (\/\S+)$/.exec(text) ?? [];
    const { location = url } = asked(answers, pathOf(url));
    const isThere = String(answers[pathOf(file)]).split("\n")[line - 1] === text;
    return isThere && path !== undefined && new URL(location, url).pathname.startsWith(path);
  },
  "markdown version": ({ url, of = "" }, answers) =>
    pathOf(url).endsWith(".md") && asked(answers, pathOf(of)).status !== 404,
  "list of pages": looksLike(/\/(?:tags?|category|page)(?:\/|$)/),
  "older version": looksLike(/\/(?:next|1\.0|2\.0)\//),
  feed: looksLike(/feed|rss/),
  nofollow: ({ url }, answers) =>
    Object.values(answers).every((answer) => !String(answer).includes(`href="${pathOf(url)}"`)),
  "over the limit": (_, __, { pages }) => pages.length === MAX_PAGES,
  "nothing new": ({ evidence }, _, { left }) => {
    const { like = "", repeated = 0, listed = 0 } = evidence?.tried ?? {};
    const tried = left.filter(({ reason, url }) => reason !== "nothing new" && shapeOf(url) === like);
    return repeated >= 2 + 2 * listed && tried.length >= repeated;
  },
};

/** A stated reason that is not so; undefined where it is. */
function untruth(left: Left, answers: Answers, crawled: Audited): string | undefined {
  const { url, reason, of = "" } = left;
  const isTrue = reason === fileKind(url) || CHECKS[reason]?.(left, answers, crawled) === true;
  return isTrue ? undefined : `${pathOf(url)}: ${reason} ${pathOf(of)}`;
}

interface Audited {
  readonly pages: readonly string[];
  readonly left: readonly Left[];
}

const MAX_PAGES = 150;

test.each(Object.keys(LAYOUTS))("every reason that is stated holds, and no page is lost: %s", async (name) => {
  const answers = LAYOUTS[name] ?? {};
  const { pages, events, end } = await crawlExample(answers, {
    maxPages: MAX_PAGES,
    withMarkdown: true,
    withAllNamed: true,
  });
  const left = events.filter((event) => event.type === "leftOut");
  const failed = events.filter((event) => event.type === "failed").map(({ url }) => pathOf(url));
  const crawled = { pages, left };
  expect(left.flatMap((one) => untruth(one, answers, crawled) ?? [])).toEqual([]);
  for (const path of failed) expect(asked(answers, path).status, path).toBeGreaterThanOrEqual(400);

  const options = { generatedAt: new Date(0), source: `${HOST}/`, descLength: 200 };
  const { text, leftOut } = renderLlmsTxt(end.pages, options);
  expect(leftOut.flatMap((one) => untruth(one, answers, crawled) ?? [])).toEqual([]);
  const links = [...text.matchAll(/\]\((https:[^)]*)\)/g)].map(([, url = ""]) => url);
  const inDocument = new Set([`${HOST}/`, ...links, ...leftOut.map(({ url }) => url)]);
  expect(end.pages.map(({ url }) => url).filter((url) => !inDocument.has(url))).toEqual([]);
  const bundle = planBundle(end.pages, options);
  expect([...bundle.files.keys()].filter((file) => file.endsWith(".md")).length).toBeGreaterThanOrEqual(
    new Set(links).size,
  );

  const known = new Set(
    [...pages, ...failed, ...left.map(({ url }) => pathOf(url))].map((path) => new URL(path, HOST).href),
  );
  const served = Object.keys(answers).filter(
    (path) => path.startsWith("/") && !/^\/(?:robots\.txt|sitemap\.xml)$/.test(path),
  );
  const each = [...pages, ...failed, ...left.map(({ url }) => pathOf(url))];
  expect(each.filter((path, index) => each.indexOf(path) !== index)).toEqual([]);
  expect(left.filter(({ others = 0 }) => others > 0)).toEqual([]);
  expect(served.filter((path) => !known.has(new URL(path, HOST).href))).toEqual([]);
});
