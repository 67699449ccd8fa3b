import { expect, test } from "vitest";
import { openPage } from "./markdown/markdown.ts";
import { fromMarkdown, isMarkdownPage } from "./markdown-source.ts";
import { readPage } from "./page.ts";

const URL_OF = "https://a.test/docs/quick%20start.md";

async function read(text: string, url = URL_OF) {
  const { bytes, source } = await fromMarkdown({ bytes: Buffer.from(text), source: { url } });
  return readPage(bytes, source);
}

test("a Markdown page has the title, description, headings, links and excerpt that its text has", async () => {
  const text = `---\r\ntitle: "Start: now"\r\ndescription: 'In five minutes'\r\ntags: [a]\r\n---\r\n# Quick start\n\nInstall it, and *run* it. It takes five minutes & no more.\n\n## Next\n\nSee [the guide](guide.md) and ![a picture](a.png).\n`;
  const page = await read(text);
  expect(page).toMatchObject({
    title: "Start: now",
    descriptions: { meta: "In five minutes" },
    headings: [
      { level: 1, text: "Quick start" },
      { level: 2, text: "Next" },
    ],
    excerpt: expect.stringContaining("Install it, and run it. It takes five minutes & no more."),
    alternates: { markdown: URL_OF },
  });
  expect(page.links.map(({ url }) => url)).toEqual(["https://a.test/docs/guide.md"]);
});

test.each([
  ["the first heading's", "Some words.\n\nQuick `start` **now**\n---\n\n# Later\n", "Quick start now"],
  ["metadata's of another kind", '+++\ntitle = "Start"\n+++\n\nWords.\n', "Start"],
  ["the file's, where it has neither", "Only words.\n\n---\n\ntitle: none\n", "quick start"],
  ["the heading's, where the metadata's is no plain text", "---\ntitle: >-\n  Long\n---\n# Short\n", "Short"],
  ["the heading's, where the metadata never ends", "---\ntitle: A\n\n# B\n", "B"],
])("its title is %s", async (_, text, title) => {
  expect((await read(text)).title).toBe(title);
});

test("its Markdown is its own, with absolute links and harmless text", async () => {
  const text = "# T\n\nA [link](../b.md), `code` and\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n<script>alert(1)</script>\n";
  const { bytes, source } = await fromMarkdown({ bytes: Buffer.from(text), source: { url: URL_OF } });
  const markdown = openPage(bytes, source).markdown();
  expect(markdown).toContain("[link](https://a.test/b.md), `code` and");
  expect(markdown).toMatch(/\| 1 +\| 2 +\|/);
  expect(markdown).not.toContain("alert");
});

test.each([
  ["text/markdown", "/a", "# A", true],
  ["text/markdown; charset=utf-8", "/a", "<!DOCTYPE html><p>A", false],
  ["text/plain", "/a.md", "# A", true],
  ["text/plain", "/a.txt", "# A", false],
  ["text/plain", "/a?b=.md", "# A", false],
  ["application/octet-stream", "/README.MD", '<p align="center">A</p>', true],
  ["", "/a.markdown", "\ufeff# A", true],
  ["text/html", "/a.md", "# A", false],
])("%s at %s with %j is Markdown: %s", (contentType, path, text, is) => {
  const source = { url: `https://a.test${path}`, contentType };
  expect(isMarkdownPage({ bytes: Buffer.from(text), source })).toBe(is);
});

test("a bundle's file names the page that it repeats, or the list it stands in", async () => {
  const pointer = "> All pages of this site are listed in [llms.txt](https://a.test/llms.txt).\n\n";
  expect((await read(`${pointer}# A\n\nSource: none\n\nSource: https://a.test/a\n`)).versionOf).toBe(
    "https://a.test/a",
  );
  expect((await read(`${pointer}# A\n\nThe keeper's own.\n`)).versionOf).toBe("https://a.test/llms.txt");
  expect((await read(`# A\n\n${pointer}\n\nSource: https://a.test/a\n`)).versionOf).toBeUndefined();
});

const SIZE = 100_000;
const filled = (unit: string) => unit.repeat(Math.ceil(SIZE / unit.length));

const HOSTILE: Readonly<Record<string, string>> = {
  brackets: filled("["),
  "open links": filled("[a](<b"),
  "images in images": filled("![[]()"),
  asterisks: filled("*"),
  "emphasis that is never closed": filled("**a *b "),
  underscores: filled("a_"),
  quotes: filled(">"),
  "quotes in quotes": Array.from({ length: 400 }, (_, depth) => `${">".repeat(depth)}a`).join("\n"),
  "runs of backticks": Array.from({ length: 440 }, (_, length) => `${"`".repeat(length + 1)}a`).join(""),
  "lists in lists": Array.from({ length: 440 }, (_, depth) => `${" ".repeat(2 * depth)}- a`).join("\n"),
  "lists on one line": filled("- "),
  "a table of many columns": `|${"a|".repeat(SIZE / 4)}\n|${"-|".repeat(SIZE / 4)}\n`,
  references: filled("[a]: u\n"),
  "uses of references": filled("[a] "),
  tags: filled("<a "),
  comments: filled("<!--a "),
  entities: filled("&"),
  headings: filled("a\n=\n"),
  metadata: `---\n${filled("title\n")}`,
  "a metadata line": `---\ntitle${filled(" ")}\n---\n`,
  "lines without end": filled("---\n"),
};

test.each(Object.keys(HOSTILE))("100 kB of %s costs less than a second", async (name) => {
  const bytes = Buffer.from(HOSTILE[name] ?? "");
  const before = process.threadCpuUsage();
  const read = await fromMarkdown({ bytes, source: { url: URL_OF } });
  expect(typeof openPage(read.bytes, read.source).markdown()).toBe("string");
  const { user, system } = process.threadCpuUsage(before);
  expect(user + system).toBeLessThan(1_000_000);
});
