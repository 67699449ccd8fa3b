import { zstdCompressSync } from "node:zlib";
import type { CrawledPage } from "@llmstxt-service/crawler";
import { renderLlmsTxt } from "@llmstxt-service/document";
import { expect, test } from "vitest";
import { crawlExample, SMALL } from "../../../../../test/crawl/example-crawl.ts";
import { HOST, html } from "../../../../../test/crawl/example-site.ts";
import { MEMORY_FORMAT, packPages, unpackPages } from "./remembered.ts";

test("pages come back as they were packed, by address", async () => {
  const { end } = await crawlExample(SMALL);
  const pages = await unpackPages(await packPages(end.pages));
  expect([...pages.values()]).toEqual(end.pages);
  expect([...pages.keys()]).toEqual(end.pages.map(({ url }) => url));
});

test("a page with a long text is no list of what it links to, though little of its text is remembered", async () => {
  const paths = ["/a", "/b", "/c", "/d"];
  const text = "<p>This page has a text of its own, which is long and goes on.</p>".repeat(60);
  const links = paths.map((path) => `<a href="${path}">The page at ${path}</a>`).join(" ");
  const own = Object.fromEntries(paths.map((path) => [path, html(`Title of ${path}`)]));
  const overview = `<title>Overview</title><main><h1>Overview</h1>${text}<p>See ${links}.</p></main>`;
  const { end } = await crawlExample({ "/": html("Home", ["/overview"]), "/overview": overview, ...own });
  const documentOf = (pages: readonly CrawledPage[]) =>
    renderLlmsTxt(pages, { source: `${HOST}/`, descLength: 500, generatedAt: new Date(0) }).text;
  const remembered = await unpackPages(await packPages(end.pages));
  expect(documentOf([...remembered.values()])).toBe(documentOf(end.pages));
  expect(documentOf(end.pages)).toContain("This page has a text of its own");
});

test("a page's topics are the same of a fresh crawl and of one that takes the page from memory", async () => {
  const subjects = ["tides", "lamps", "ropes", "sails", "charts", "anchors"];
  const rooms = (name: string) =>
    Array.from({ length: 30 }, (_, n) => `<p>The ${name} of room ${n} hang beside the window on the way.</p>`).join("");
  const pageOf = (name: string) =>
    `<title>${name}</title><main><h1>${name}</h1><p>Here ${name} are shown.</p>${rooms(name)}<h2>Care by the ${name}keeper</h2>
     ${`<p>Set <code>max_${name}()</code> for the ${name}wright of the harbour.</p>`.repeat(3)}</main>`;
  const paths = subjects.map((name) => `/${name}`);
  const { end } = await crawlExample({
    "/": html("Home", paths),
    ...Object.fromEntries(subjects.map((name) => [`/${name}`, pageOf(name)])),
  });
  const documentOf = (pages: readonly CrawledPage[]) =>
    renderLlmsTxt(pages, { source: `${HOST}/`, descLength: 500, generatedAt: new Date(0) }).text;
  const remembered = await unpackPages(await packPages(end.pages));
  expect(documentOf([...remembered.values()])).toBe(documentOf(end.pages));
  expect(documentOf(end.pages)).toContain("Care by the lampskeeper; lampswright");
});

test("pages packed under another format's number, or none, are not taken: they are fetched again", async () => {
  const { end } = await crawlExample(SMALL);
  const lines = (format: unknown) => [{ format }, ...end.pages].map((line) => `${JSON.stringify(line)}\n`).join("");
  const packed = (text: string) => unpackPages(zstdCompressSync(text));
  expect((await packed(lines(MEMORY_FORMAT))).size).toBe(end.pages.length);
  for (const format of [MEMORY_FORMAT - 1, MEMORY_FORMAT + 1, undefined])
    expect((await packed(lines(format))).size).toBe(0);
  for (const text of [JSON.stringify({ format: 3, pages: end.pages }), JSON.stringify(end.pages), "", "\n\n", "{"])
    expect((await packed(text)).size).toBe(0);
  expect((await unpackPages(new Uint8Array([1, 2, 3]))).size).toBe(0);
  expect((await unpackPages(undefined)).size).toBe(0);
});
