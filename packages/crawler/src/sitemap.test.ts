import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readSitemap } from "./sitemap.ts";

const read = (text: string) => readSitemap(new TextEncoder().encode(text));
const urls = async (text: string) => (await read(text))?.entries.map(({ url }) => url);

test("a urlset gives its pages with their dates and languages", async () => {
  const sitemap = await read(`<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    <url><loc> https://x.dev/a?b=1&amp;c=2 </loc><lastmod>2026-01-05</lastmod>
    <xhtml:link rel="alternate" hreflang="de" href="https://x.dev/de/a"/></url></urlset>`);
  expect(sitemap).toMatchObject({
    of: "pages",
    newest: Date.UTC(2026, 0, 5),
    entries: [
      {
        url: "https://x.dev/a?b=1&c=2",
        languages: [{ lang: "de", url: "https://x.dev/de/a" }],
      },
    ],
  });
});

test("an index gives its sitemaps", async () => {
  const sitemap = await read("<sitemapindex><sitemap><loc>https://x.dev/1.xml</loc></sitemap></sitemapindex>");
  expect(sitemap).toMatchObject({ of: "sitemaps", entries: [{ url: "https://x.dev/1.xml" }] });
});

test("RSS and Atom give the articles' addresses and not the feed's own", async () => {
  expect(
    await urls(`<rss><channel><link>https://x.dev/rss</link><item><link>https://x.dev/1</link></item>
      <item><title>t</title><link><![CDATA[https://x.dev/2]]></link></item></channel></rss>`),
  ).toEqual(["https://x.dev/1", "https://x.dev/2"]);
  expect(
    await urls(`<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://x.dev/"/><entry>
      <link rel="edit" href="https://x.dev/1/edit"/><link href="https://x.dev/1"/></entry></feed>`),
  ).toEqual(["https://x.dev/1"]);
});

test("a text file gives one address a line", async () => {
  expect(await urls("\ufeffhttps://x.dev/1\r\n\r\nhttps://x.dev/2\nnot a url")).toEqual([
    "https://x.dev/1",
    "https://x.dev/2",
  ]);
});

test("a gzipped file is inflated by its first bytes, and one that inflates too far is no sitemap", async () => {
  const zipped = gzipSync("<urlset><url><loc>https://x.dev/1</loc></url></urlset>");
  expect((await readSitemap(zipped))?.entries).toHaveLength(1);
  const bomb = gzipSync(Buffer.alloc(51 * 1024 * 1024, " "));
  expect(await readSitemap(bomb)).toBeUndefined();
});

test("a page that answers where a sitemap should be is no sitemap", async () => {
  expect(await read("<!doctype html><html><body><p>Not found</p></body></html>")).toBeUndefined();
  expect(await read("Not found")).toBeUndefined();
});

test("a malformed sitemap gives the entries that can be read", async () => {
  expect(
    await urls(`\n\n<?xml version="1.0"?><urlset xmlns="x"><url><loc>https://x.dev/1?a=1&b=2</loc></url>
      <url><loc>https://x.dev/2</loc><url><loc>https://x.dev/3</urlset> trailing`),
  ).toEqual(["https://x.dev/1?a=1&b=2", "https://x.dev/2", "https://x.dev/3"]);
});

test("namespace prefixes are understood, and addresses of extensions such as images are not pages", async () => {
  expect(
    await urls(`<sm:urlset xmlns:sm="x"><sm:url><sm:loc>https://x.dev/1</sm:loc>
      <image:image><image:loc>https://x.dev/i.png</image:loc></image:image></sm:url></sm:urlset>`),
  ).toEqual(["https://x.dev/1"]);
});

test("entities of a DTD are never expanded", async () => {
  const found = await urls(`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${"a".repeat(100_000)}">
    <!ENTITY f SYSTEM "file:///etc/passwd">]><urlset>${"<url><loc>&a;&f;</loc></url>".repeat(1000)}
    <url><loc>https://x.dev/1</loc></url></urlset>`);
  expect(found).toHaveLength(1001);
  expect(found?.at(-1)).toBe("https://x.dev/1");
  expect(found?.[0]).toBe("&a;&f;");
});

test("other charsets are read as declared, or as the byte order mark says", async () => {
  const xml = "<urlset><url><loc>https://x.dev/é</loc></url></urlset>";
  const utf16 = Buffer.from(`\ufeff${xml}`, "utf16le");
  const declared = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`, "latin1");
  for (const bytes of [utf16, declared]) expect((await readSitemap(bytes))?.entries[0]?.url).toBe("https://x.dev/é");
});

test("at most 50,000 entries of a file are read", async () => {
  const many = await read(`<urlset>${"<url><loc>https://x.dev/1</loc></url>".repeat(50_010)}</urlset>`);
  expect(many?.entries).toHaveLength(50_000);
});

test("reading a large file does not block the event loop", async () => {
  let turns = 0;
  let isDone = false;
  const others = async () => {
    for (; !isDone; turns++) await new Promise(setImmediate);
  };
  const reading = read(
    `<urlset>${"<url><loc>https://x.dev/1</loc></url>".repeat(49_000)}${" ".repeat(4_000_000)}<url><loc>https://x.dev/2</loc></url></urlset>`,
  );
  const waiting = others();
  expect((await reading)?.entries).toHaveLength(49_001);
  isDone = true;
  await waiting;
  expect(turns).toBeGreaterThanOrEqual(2);
});

test.each([
  ["white space and CDATA before a date", `<lastmod>${" \n\t".repeat(5000)}<![CDATA[ 2026-05-06 ]]></lastmod>`],
  ["an attribute", '<lastmod xml:space="preserve">2026-05-06</lastmod>'],
  ["a comment full of tags", `<!--${"<lastmod".repeat(1000)}--><lastmod>2026-05-06</lastmod>`],
])("a date is read with %s", async (_, date) => {
  const sitemap = await read(`<urlset><url><loc>https://x.dev/</loc>${date}</url></urlset>`);
  expect(sitemap).toMatchObject({ entries: [{ url: "https://x.dev/" }], newest: Date.UTC(2026, 4, 6) });
});

const START = "<urlset><url><loc>https://x.dev/</loc>";

test.each([
  ["tags that never end", `${START}`, "<lastmod"],
  ["comments that never end", `${START}`, "<!--<lastmod"],
  ["white space in a date", `${START}<lastmod>`, " \t\n"],
  ["white space around CDATA", `${START}`, "<lastmod> <![CDATA[ \n"],
  ["CDATA that never ends", `${START}<lastmod><![CDATA[`, "]] "],
  ["declarations", `${START}`, "<!ENTITY"],
  ["document types", `${START}`, "<!DOCTYPE>"],
  ["attributes without a value", `${START}<xhtml:link `, " hreflang href"],
  ["quotes", `${START}<xhtml:link `, ` href='"`],
  ["entities", `${START}<loc>`, "&amp"],
  ["one line", "https://x.dev/", "aaaaaaaa"],
  ["empty lines", "https://x.dev/\n", "\r\n"],
])("the time for a sitemap grows with its size: %s", async (_, start, part) => {
  const size = 2 * 1024 * 1024;
  const cpuOf = async (bytes: number) => {
    const sitemap = Buffer.from(start + part.repeat(bytes / part.length));
    const before = process.threadCpuUsage();
    await readSitemap(sitemap);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  await cpuOf(size / 8);
  const [small, large] = [await cpuOf(size), await cpuOf(4 * size)];
  // The input has four times the size: a quadratic reader takes sixteen times as long. Very short times show nothing.
  expect(large).toBeLessThan(Math.max(12 * small, 200));
});
