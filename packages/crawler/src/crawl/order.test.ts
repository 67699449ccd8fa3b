import { expect, test } from "vitest";
import { crawlExample, numbered, pagesAt, sitemapOf } from "../../../../test/crawl/example-crawl.ts";
import { html } from "../../../../test/crawl/example-site.ts";

test("twenty places cover the main sections of a site of five thousand pages", async () => {
  const sections = ["/docs", "/api", "/guides", "/examples", "/integrations", "/blog"];
  const all = sections.flatMap((section, index) => numbered(section, [300, 3000, 40, 25, 60, 1500][index] ?? 0));
  const { pages: taken } = await crawlExample(
    { "/": html("Home", sections), ...pagesAt([...sections, ...all]), ...sitemapOf(all) },
    { maxPages: 20 },
  );
  expect(taken.slice(1, 7)).toEqual(sections);
  const each = sections.map((section) => taken.filter((path) => path.startsWith(`${section}/`)).length);
  expect(Math.min(...each)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...each)).toBeLessThanOrEqual(3);
});

test("what the homepage links to comes first, its navigation before its text and its footer last", async () => {
  const home = html("Home", ["/text"])
    .replace("<main>", '<nav><a href="/nav">Nav</a></nav><main>')
    .replace("</main>", '</main><footer><a href="/foot">Foot</a></footer>');
  const { pages: taken } = await crawlExample({
    "/": home,
    ...pagesAt(["/nav", "/text", "/foot", "/deep/page", "/other"]),
    ...sitemapOf(["/deep/page", "/other"]),
  });
  expect(taken.slice(0, 3)).toEqual(["/", "/nav", "/text"]);
  expect(taken.slice(3).sort()).toEqual(["/deep/page", "/foot", "/other"]);
});

test("legal pages get the places that are left", async () => {
  const { pages: taken } = await crawlExample({
    "/": html("Home", ["/privacy", "/docs"]),
    "/docs": html("Docs", ["/docs/a"]),
    ...pagesAt(["/privacy", "/docs/a"]),
  });
  expect(taken).toEqual(["/", "/docs", "/docs/a", "/privacy"]);
});

test("spellings of a known page wait until all else is taken", async () => {
  const { pages: taken, leftOut } = await crawlExample({
    "/": html("Home", ["/a", "/a/", "/a/index.html", "/b"]),
    "/a": html("A"),
    "/a/": html("A"),
    "/a/index.html": html("A"),
    "/b": html("B", ["/c"]),
    ...pagesAt(["/c"]),
  });
  expect(taken).toEqual(["/", "/a", "/b", "/c"]);
  expect(leftOut).toEqual({ "/a/": "duplicate of /a", "/a/index.html": "duplicate of /a" });
});
