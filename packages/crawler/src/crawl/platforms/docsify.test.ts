import { expect, test } from "vitest";
import { crawlExample } from "../../../../../test/crawl/example-crawl.ts";

const raw = (body: string, type = "text/markdown") => ({ headers: { "content-type": type }, body });
const text = "This says what it is about, in more than a few words, so that it counts as a page. ".repeat(3);
const shell = (settings: string) =>
  raw(
    `<!doctype html><title>Tool</title><div id="app">Loading</div><script>window.$docsify = {${settings}}</script>
    <script src="//cdn.jsdelivr.net/npm/docsify@4"></script>`,
    "text/html",
  );

test("docsify's page is read as its contents and its opening say; links are the files they stand for", async () => {
  const { pages, end } = await crawlExample({
    "/": shell("name: 'Tool for lines', loadSidebar: true"),
    "/_sidebar.md": raw("* Basics\n  * [Install](guide/)\n  * [Use](/guide/use)\n* Names\n  * [API](#/api?id=top)\n"),
    "/README.md": raw(`# Welcome\n\n${text}\n\nSee [more](more.md "More") and [others](https://other.test/).\n`),
    "/guide/README.md": raw(`# Install it\n\nInstall: ${text}`),
    "/guide/use.md": raw(`# Use it\n\nUse: ${text}`),
    "/api.md": raw(`# API\n\nNames: ${text}`),
    "/more.md": raw(`# More\n\nMore: ${text}`),
  });
  expect(pages.toSorted()).toEqual(["/", "/api.md", "/guide/README.md", "/guide/use.md", "/more.md"]);
  expect(end.pages[0]?.page.title).toBe("Tool for lines");
  const menu = end.pages[0]?.page.links.filter(({ place }) => place === "navigation") ?? [];
  expect(menu.map(({ group, text: label }) => [group?.join(), label])).toEqual([
    ["Basics", "Install"],
    ["Basics", "Use"],
    ["Names", "API"],
  ]);
});

test("its files may be called and lie otherwise, never on another site", async () => {
  const named = await crawlExample({
    "/": shell('homepage: "start.md", loadSidebar: "menu.md", basePath: "/docs/"'),
    "/docs/menu.md": raw("- [One](one)"),
    "/docs/start.md": raw(text),
    "/docs/one.md": raw(`# One\n\nOne: ${text}`),
  });
  expect(named.pages).toEqual(["/", "/docs/one.md"]);
  const elsewhere = await crawlExample({
    "/": shell('basePath: "https://other.test/docs/"'),
    "/README.md": raw(text),
  });
  expect(elsewhere.requests.filter((url) => url.includes("other.test"))).toEqual([]);
  expect(elsewhere.pages).toEqual(["/"]);
});

test("a page that only scripts fill and that is of no such platform costs one request more; robots.txt is kept", async () => {
  const bare = raw(`<!doctype html><title>App</title><div id="app"></div><script src="/app.js"></script>`, "text/html");
  const app = await crawlExample({ "/": bare });
  // As any page, once more for its scripts, and by a browser.
  expect(app.requests.filter((request) => request === "GET /")).toHaveLength(3);
  expect(app.requests.filter((url) => url.endsWith(".md"))).toEqual([]);
  const refused = await crawlExample({
    "/robots.txt": raw("User-agent: *\nDisallow: /_sidebar.md\nDisallow: /README.md\n", "text/plain"),
    "/": shell(""),
    "/_sidebar.md": raw("- [One](one)"),
  });
  expect(refused.requests.filter((url) => url.endsWith(".md"))).toEqual([]);
});
