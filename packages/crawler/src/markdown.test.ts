import { expect, test } from "vitest";
import {
  type Answers,
  crawlExample,
  type ExampleAnswer,
  exampleSite,
  HOST,
  html,
} from "../../../test/crawl/example-site.ts";
import { crawl } from "./crawl.ts";
import { versionsAt } from "./markdown.ts";
import { readerHere } from "./reader.ts";

const markdown = (path: string): ExampleAnswer => ({
  headers: { "content-type": "text/markdown" },
  body: `# Title\n\nText of ${path}.\n`,
});
const at = (paths: readonly string[]): Answers => Object.fromEntries(paths.map((path) => [path, markdown(path)]));
const numbered = (count: number, ending: string) => Array.from({ length: count }, (_, n) => `/docs/p${n}${ending}`);
const pagesOf = (paths: readonly string[], head: (path: string) => string = () => ""): Answers => ({
  "/": html("Home", paths),
  ...Object.fromEntries(paths.map((path) => [path, html(path, [], head(path))])),
});

/** Path of each page except the first -> path of its Markdown version, and the requests at such addresses. */
async function versionsOn(answers: Answers) {
  const site = exampleSite(answers);
  const options = { fetch: site.fetch, read: readerHere(), maxPages: 50, productToken: "x" };
  for await (const event of crawl(HOST, options, new AbortController().signal))
    if (event.type === "end") {
      const pages = event.pages.slice(1);
      const found = pages.map(({ url, markdownUrl }) => [url.replace(HOST, ""), markdownUrl?.replace(HOST, "")]);
      return { found: Object.fromEntries(found), probes: site.requests.filter((one) => one.includes(".md")) };
    }
  throw new Error("no end");
}

test("the possible addresses of a page's Markdown version follow from its own address", () => {
  const places = (path: string) => versionsAt(HOST + path).map((url) => url.replace(HOST, ""));
  expect(places("/a/")).toEqual(["/a.md", "/a/index.md", "/a/index.html.md"]);
  expect(places("/a.html")).toEqual(["/a.md", "/a.html.md"]);
  expect(places("/a")).toEqual(["/a.md"]);
  expect(places("/a?x=1")).toEqual([]);
});

test.each([
  ["/", "index.md"],
  [".html", ".md"],
])("two pages of a kind show where all Markdown versions are: %s", async (ending, version) => {
  const paths = numbered(30, ending);
  const versions = paths.map((path) => (ending === "/" ? path + version : path.replace(ending, version)));
  const { found, probes } = await versionsOn({ ...pagesOf(paths), ...at(versions) });
  expect(Object.values(found)).toEqual(versions);
  expect(probes.length).toBeLessThanOrEqual(30 + 6);
});

test("on a site without Markdown versions only two pages are probed for one", async () => {
  const { found, probes } = await versionsOn(pagesOf(numbered(30, "/")));
  expect(Object.values(found).filter(Boolean)).toEqual([]);
  expect(probes).toHaveLength(2 * 3);
});

test("a Markdown version that a page links to counts if it answers with Markdown", async () => {
  const link = (path: string) => `<link rel="alternate" type="text/markdown" href="/md${path}.md">`;
  const { found } = await versionsOn({ ...pagesOf(["/a", "/b", "/c"], link), ...at(["/md/a.md", "/md/b.md"]) });
  expect(found).toEqual({ "/a": "/md/a.md", "/b": "/md/b.md", "/c": undefined });
});

test.each<[string, ExampleAnswer]>([
  ["HTML", { headers: { "content-type": "text/markdown" }, body: html("Not found") }],
  ["another type", { headers: { "content-type": "text/html" }, body: "# A" }],
  ["nothing", { headers: { "content-type": "text/markdown" }, body: "" }],
  ["the same whatever is asked", { headers: { "content-type": "text/markdown" }, body: "# Welcome" }],
])("an address that answers with %s is no Markdown version", async (_, answer) => {
  const paths = numbered(8, "");
  const same = Object.fromEntries(paths.map((path) => [`${path}.md`, answer]));
  const { found } = await versionsOn({ ...pagesOf(paths), ...same });
  expect(Object.values(found).filter(Boolean).length).toBeLessThanOrEqual(1);
});

test("Markdown files written by an earlier --publish do not count as the site's own", async () => {
  const ours = { headers: { "content-type": "text/markdown" }, body: POINTER };
  const { found } = await versionsOn({ ...pagesOf(["/a", "/b"]), "/a.md": ours, "/b.md": ours });
  expect(Object.values(found).filter(Boolean)).toEqual([]);
});
const POINTER = "> All pages of this site are listed in [llms.txt](https://x.dev/llms.txt).\n\n# A\n";

test("robots.txt covers Markdown versions, and under a Crawl-delay only linked ones are requested", async () => {
  const paths = numbered(6, "");
  const versions = at(paths.map((path) => `${path}.md`));
  const disallowed = { ...pagesOf(paths), ...versions, "/robots.txt": "User-agent: *\nDisallow: /*.md\n" };
  expect((await versionsOn(disallowed)).probes).toEqual([]);
  const slow = { ...pagesOf(paths), ...versions, "/robots.txt": "User-agent: *\nCrawl-delay: 1\n" };
  expect((await versionsOn(slow)).probes).toEqual([]);
});

test("a Markdown version is never listed beside its page", async () => {
  const { pages, leftOut } = await crawlExample({
    "/": html("Home", ["/a", "/a.md"]),
    "/a": html("A"),
    ...at(["/a.md"]),
  });
  expect(pages).toEqual(["/", "/a"]);
  expect(leftOut).toEqual({ "/a.md": "markdown version of /a" });
});
