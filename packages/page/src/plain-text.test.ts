import { expect, test } from "vitest";
import { markdownOf, read, readPage } from "./page.ts";
import { isPlainText } from "./plain-text.ts";

const URL_OF = "https://a.test/docs/quick%20start.md";

const HEADERS = { "content-type": "text/markdown; charset=utf-8" };
const SOURCE = { url: URL_OF, headers: HEADERS };
const readText = (text: string) => readPage(Buffer.from(text), SOURCE);
const markdown = (text: string) => markdownOf(read(Buffer.from(text), SOURCE));

test("the title, description, headings, links and excerpt of a Markdown page are read from its text", () => {
  const text = `---\r\ntitle: "Start: now"\r\ndescription: 'In five minutes'\r\ntags: [a]\r\n---\r\n# Quick start\n\nInstall it, and *run* it. It takes five minutes & no more.\n\n## Next\n\nSee [the guide](guide.md) and ![a picture](a.png).\n`;
  const page = readText(text);
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
])("the title of a Markdown page is %s", (_, text, title) => {
  expect(readText(text).title).toBe(title);
});

test("the Markdown of a Markdown page is kept, with absolute links and escaped text", () => {
  const text = "# T\n\nA [link](../b.md), `code` and\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n<script>alert(1)</script>\n";
  expect(markdown(text)).toContain("[link](https://a.test/b.md), `code` and");
  expect(markdown(text)).toMatch(/\| 1 +\| 2 +\|/);
  expect(markdown(text)).not.toContain("alert");
});

test.each([
  ["text/markdown", "/a", "# A", true],
  ["text/markdown; charset=utf-8", "/a", "<!DOCTYPE html><p>A", false],
  ["text/plain", "/a.md", "# A", true],
  ["text/plain", "/a.txt", "A", true],
  ["application/octet-stream", "/a?b=.md", "# A", false],
  ["application/octet-stream", "/README.MD", '<p align="center">A</p>', true],
  ["", "/a.markdown", "\ufeff# A", true],
  ["text/html", "/a.md", "# A", false],
])("%s at %s with %j is Markdown: %s", (contentType, path, text, is) => {
  expect(isPlainText(text, `https://a.test${path}`, contentType)).toBe(is);
});

test.each([
  ["lists and their paragraphs", "- a\n\n  b\n- c\n  1. d\n  2. e", "- a\n\n  b\n\n- c\n\n  1. d\n  2. e"],
  ["boxes", "- [x] done\n- [ ] not", "- [x] done\n- [ ] not"],
  ["quotes", "> a\n> **b**\n\nc", "> a **b**\n\nc"],
  ["code", "```js\nlet a = `b`;\n```\n\n    indented\n", "```js\nlet a = `b`;\n```\n\n```\nindented\n```"],
  ["marks", "*a* __b__ ~~c~~ ***d*** snake_case 2 * 3 *e", "*a* **b** ~~c~~ ***d*** snake_case 2 * 3 \\*e"],
  [
    "links",
    '[a][x] [x] <https://b.test/x> https://c.test/y. [d](/e "t")\n\n[x]: /f',
    "[a](https://a.test/f) [x](https://a.test/f) <https://b.test/x> <https://c.test/y>. [d](https://a.test/e)",
  ],
  [
    "pictures",
    "![a b](/c.png) [![d](/e.png)](/g)",
    "![a b](https://a.test/c.png) [![d](https://a.test/e.png)](https://a.test/g)",
  ],
  ["what is no tag", "a < b, x<y, Array\\<T>", "a < b, x\\<y, Array\\<T>"],
])("%s keep their meaning in Markdown", (_what, text, expected) => {
  expect(markdown(`Some words that are enough to be a text.\n\n${text}\n\nAnd some more words that end it.`)).toBe(
    `Some words that are enough to be a text.\n\n${expected}\n\nAnd some more words that end it.`,
  );
});

test("a plain text has its first heading or its file's name as title, and its addresses are links", () => {
  const source = { url: "https://a.test/notes/READ%20ME", contentType: "text/plain" };
  const page = readPage(
    Buffer.from("Words of the harbour office, for whoever moors here.\n\nSee https://b.test/x.\n"),
    source,
  );
  expect(page.title).toBe("READ ME");
  expect(page.links.map(({ url }) => url)).toEqual(["https://b.test/x"]);
  expect(page.excerpt).toContain("Words of the harbour office");
});
