import { expect, test } from "vitest";
import { pageAt, readDocument, splitItem } from "./read.ts";

const TEXT = `# httr2

> Tools for HTTP.

Generated: 2026-11-21T05:50:00Z | Pages: 3

## Docs

- [Start](https://x.dev/start.md): How to begin: read on.
- [No excerpt](https://x.dev/none)

## Optional

- [Changelog](https://x.dev/news)
`;

test("a document is taken apart into name, summary, details and sections with their lines", () => {
  const read = readDocument(TEXT);
  expect(read).toMatchObject({
    title: "httr2",
    summary: "Tools for HTTP.",
    details: [expect.stringContaining("Pages: 3")],
  });
  expect(read.sections.map(({ name, line, hue }) => [name, line, hue])).toEqual([
    ["Docs", 7, 0],
    ["Optional", 12, 8],
  ]);
  expect(read.sections[0]?.items).toEqual([
    { title: "Start", url: "https://x.dev/start.md", excerpt: "How to begin: read on.", line: 9 },
    { title: "No excerpt", url: "https://x.dev/none", excerpt: "", line: 10 },
  ]);
});

test("the characters of all sections and of the head are those of the file", () => {
  const { sections } = readDocument(TEXT);
  const head = TEXT.indexOf("## Docs");
  expect(sections.reduce((sum, section) => sum + section.characters, head)).toBe(TEXT.length);
});

test("any text can be read, also one that is no llms.txt", () => {
  for (const text of ["", "\n", "## \n- [", "- [a](b", "# \n# two", "> a\n> b", "- [x](y)"])
    expect(() => readDocument(text)).not.toThrow();
});

test("a line of a hundred thousand brackets is cut in linear time", () => {
  const line = `- [${"](".repeat(50_000)}`;
  const before = performance.now();
  splitItem(line);
  expect(performance.now() - before).toBeLessThan(50);
});

test("a finding about one line leads to its page, and one about several, or about the head, to all", () => {
  const line = TEXT.split("\n").findIndex((text) => text.startsWith("- [Start]")) + 1;
  expect(pageAt(TEXT, new Set([line]))).toBe("/start.md");
  expect(pageAt(TEXT, new Set([line, line + 1]))).toBe("");
  expect(pageAt(TEXT, new Set([1]))).toBe("");
});
