import { expect, test } from "vitest";
import { linksIn } from "./links.ts";
import { parseLlmsTxt } from "./parse.ts";

test.each<[string, string, readonly string[]]>([
  ["one", "- [A](https://x.dev/a): notes", ["A https://x.dev/a"]],
  ["several", "[A](/a), [B](/b) and [C](/c)", ["A /a", "B /b", "C /c"]],
  ["an address alone", "Docs: https://x.dev/a.", ["https://x.dev/a https://x.dev/a"]],
  ["an address in angle brackets", "<https://x.dev/a>", ["https://x.dev/a https://x.dev/a"]],
  ["an address before a Chinese mark", "网址：https://x.dev/a。更多", ["https://x.dev/a https://x.dev/a"]],
  ["an address in parentheses", "(https://x.dev/a_(b))", ["https://x.dev/a_(b) https://x.dev/a_(b)"]],
  ["an address in HTML", '<a href="https://x.dev/a">A</a>', ["https://x.dev/a https://x.dev/a"]],
  ["an address as its own title", "[https://x.dev](https://x.dev/)", ["https://x.dev https://x.dev/"]],
  ["parentheses in the address", "[A](https://x.dev/a_(b)) [C](/c)", ["A https://x.dev/a_(b)", "C /c"]],
  ["a parenthesis too many", "[A](https://x.dev/a_(b) c", ["A https://x.dev/a_(b"]],
  ["angle brackets and a title", '[A](<https://x.dev/a b> "t") [B](/b "t")', ["A https://x.dev/a b", "B /b"]],
  ["brackets in the title", "[A [b] c](/a)", ["A [b] c /a"]],
  ["an image as the title", "[![Logo](/logo.png)](/a)", ["Logo /a"]],
  ["no image", "![Logo](/logo.png) text", []],
  ["none in code", "`[A](/a)` and ``a ` [B](/b)``", []],
  ["a backtick that opens nothing", "` [A](/a)", ["A /a"]],
  ["none that is escaped", "\\[A\\](/a)", []],
  ["a title that began on the line above", "begins](/a)", ["begins /a"]],
  ["no scheme alone", "https:// and xhttps://x.dev", []],
])("%s is read of a line", (_, line, links) => {
  expect(linksIn(line).map(({ title, url }) => `${title} ${url}`)).toEqual(links);
});

const itemsOf = (line: string) =>
  parseLlmsTxt(`# X\n\n## A\n\n${line}\n`).sections.flatMap(({ items }) =>
    items.map(({ title, url, excerpt = "" }) => [title, url, excerpt]),
  );

test.each<[string, readonly (readonly string[])[]]>([
  ["* [A](/a) – notes", [["A", "/a", "notes"]]],
  ["1. **[A](/a)** - notes", [["A", "/a", "notes"]]],
  ["- [A](/a) | [B](/b) · [C](/c): notes", [["A", "/a", ""], ["B", "/b", ""], ["C", "/c", "notes"]]], // biome-ignore format: one case a line
  ["| [A](/a) | notes |", [["A", "/a", "notes |"]]],
  ["- Guide: https://x.dev/a - notes", [["Guide", "https://x.dev/a", "notes"]]],
  ["- https://x.dev/a", [["https://x.dev/a", "https://x.dev/a", ""]]],
  ["+ [ ] [A](/a)", [["A", "/a", ""]]],
  ["- [A [b](/a)", [["A [b", "/a", ""]]],
  ["See [A](/a) for more.", []],
])("%s is read as items", (line, items) => {
  expect(itemsOf(line)).toEqual(items);
});

test("every link of a file is read, in head, headings, sentences, notes and tables, and none in code", () => {
  const text =
    "\uFEFFThe [site](/0)\r\n\r\nName\r\n====\r\n\r\nSee [a](/1) or https://x.dev/2\r\n\r\n## [Docs](/3)\r\n\r\n" +
    "* [b](/4): and [c](/5)\r\n\r\n```md\r\n# no name\r\n## no section\r\n[none](/none)\r\n```\r\n\r\n| [d](/6) |\r\n";
  const { name, sections, links } = parseLlmsTxt(text);
  expect([name, sections.map((section) => section.name)]).toEqual(["Name", ["[Docs](/3)"]]);
  expect(links.map(({ url, line }) => `${url} ${line}`)).toEqual([
    ...["/0 1", "/1 6", "https://x.dev/2 6", "/3 8", "/4 10", "/5 10", "/6 18"],
  ]);
});

test("a fence that nothing closes hides no links", () => {
  expect(parseLlmsTxt("# X\n\n## A\n\n```\n- [a](/a)\n~~~\n- [b](/b)\n").links).toHaveLength(2);
});
