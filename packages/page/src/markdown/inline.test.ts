import { expect, test } from "vitest";
import { exampleMarkdown } from "../../../../test/page/example-markdown.ts";

test.each([
  ["a<b> bold </b>word", "a **bold** word"],
  ["<b>one</b><b>two</b>", "**onetwo**"],
  ["<b><i>both</i></b> and <b><b>twice</b></b>", "***both*** and **twice**"],
  ["<b>Note:</b>text", "**Note**:text"],
  ["H<sub>2</sub>O, x<sup>2</sup>, <del>old</del>", "H<sub>2</sub>O, x<sup>2</sup>, ~~old~~"],
  ["press <kbd>Ctrl</kbd>+<kbd>C</kbd>", "press `Ctrl`+`C`"],
  ["<code>a`b</code> and <code>``</code>", "``a`b`` and ``` `` ```"],
  ["See <code><a href=/f>f()</a></code>", "See [`f()`](https://a.test/f)"],
  ["one<br>two", "one  \ntwo"],
  ["See <a href=https://a.test/x>https://a.test/x</a>", "See <https://a.test/x>"],
  ["Of this much more <a href='/a(b)'>see [1</a>", "Of this much more [see \\[1](https://a.test/a%28b%29)"],
  ["wow!<a href=/x>x</a>", "wow\\![x](https://a.test/x)"],
  ["漢字\n漢字 <b>強調。</b>次", "漢字漢字 **強調**。次"],
  [
    "snake_case *star* __init__ 2 * 3 a &lt;b> &amp;amp; ~~x~~",
    "snake_case \\*star\\* \\_\\_init\\_\\_ 2 * 3 a \\<b> \\&amp; \\~\\~x\\~\\~",
  ],
  ["1. no list", "1\\. no list"],
  ["مرحبا <b>بالعالم</b>", "مرحبا **بالعالم**"],
])("inline HTML becomes Markdown: %s", (html, markdown) => {
  expect(exampleMarkdown(`<p>${html}</p>`)).toBe(markdown);
});

test("lines of code without a pre are a block of code", () => {
  expect(exampleMarkdown("<p><code>npm ci<br>npm test</code></p>")).toBe("```\nnpm ci\nnpm test\n```");
  expect(exampleMarkdown("<p><code>npm ci</code><br><code>npm test</code></p>")).toBe("```\nnpm ci\nnpm test\n```");
});

test("headings keep their words and lose their permalinks", () => {
  expect(
    exampleMarkdown(
      '<h3><a class="anchor" href="#x">#</a><strong>The <code>x</code></strong><br>option <a href="#x">¶</a></h3><p>Text.</p>',
    ),
  ).toBe("### The `x` option\n\nText.");
});
