import { expect, test } from "vitest";
import { exampleMarkdown } from "../../../../test/page/example-markdown.ts";

const rows = (...lines: readonly string[]) => lines.join("\n");

test("blocks in a cell are written on one line", () => {
  expect(
    exampleMarkdown(
      "<table><tr><th>a</th><th>b</th></tr><tr><td><p>one</p><p>two</p></td><td><ul><li>x</li><li>y</li></ul></td></tr></table>",
    ),
  ).toBe(rows("| a | b |", "| --- | --- |", "| one<br>two | - x<br>- y |"));
  expect(
    exampleMarkdown(
      "<table><tr><th>a<th>b</tr><tr><td>one<br>two<td><pre>f(x)\ng(`y`)</pre></tr><tr><td><h3>H</h3>text<td></tr></table>",
    ),
  ).toBe(rows("| a | b |", "| --- | --- |", "| one<br>two | `f(x)`<br>`` g(`y`) `` |", "| H<br>text | |"));
});

test("spanning cells are repeated in each row and shift no other cell", () => {
  expect(
    exampleMarkdown(
      "<table><tr><th>a<th>b<th>c<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5<tr><td colspan=2>6<td>7</table>",
    ),
  ).toBe(rows("| a | b | c |", "| --- | --- | --- |", "| 1 | 2 | 3 |", "| 1 | 4 | 5 |", "| 6 | | 7 |"));
});

test("two rows of headings become one", () => {
  expect(
    exampleMarkdown(
      "<table><thead><tr><th rowspan=2>Name<th colspan=2>Size<tr><th>min<th>max</thead><tr><td>x<td>1<td>2</table>",
    ),
  ).toBe(rows("| Name | Size min | Size max |", "| --- | --- | --- |", "| x | 1 | 2 |"));
});

test("a table without headings gets none, and bold cells are headings", () => {
  expect(exampleMarkdown("<table><tr><td>a<td>b<tr><td>c<td>d</table>")).toBe(
    rows("| | |", "| --- | --- |", "| a | b |", "| c | d |"),
  );
  expect(exampleMarkdown("<table><tr><td><b>A</b><td><b>B</b><tr><td>c<td>d</table>")).toBe(
    rows("| A | B |", "| --- | --- |", "| c | d |"),
  );
  expect(exampleMarkdown("<table><tr><th>Weight<td>1 kg<tr><th>Length<td>2 m</table>")).toBe(
    rows("| | |", "| --- | --- |", "| Weight | 1 kg |", "| Length | 2 m |"),
  );
});

test("heading rows inside a table divide it", () => {
  const row = (a: string, b: string) => `<tr><td>${a}</td><td>${b}</td></tr>`;
  const html = `<table><tr><td colspan=2><h2>Functions</h2></td></tr>${row("bool", "run ()")}${row("int", "at ()")}<tr><td colspan=2><h2>Data</h2></td></tr>${row("int", "size")}${row("int", "left")}</table>`;
  expect(exampleMarkdown(html)).toBe(
    rows(
      "## Functions",
      "",
      "| | |",
      "| --- | --- |",
      "| bool | run () |",
      "| int | at () |",
      "",
      "## Data",
      "",
      "| | |",
      "| --- | --- |",
      "| int | size |",
      "| int | left |",
    ),
  );
});

test("pipes are escaped, columns keep their alignment, and a caption is written above", () => {
  expect(
    exampleMarkdown(
      '<table class="caption-top"><caption>Table 1: Flags</caption><thead><tr><th align=left>a|b<th style="text-align:right">c</tr></thead><tr><td><code>x|y</code><td>1</table>',
    ),
  ).toBe(rows("Table 1: Flags", "", "| a\\|b | c |", "| :--- | ---: |", "| `x\\|y` | 1 |"));
});

test("a layout table is not written as a table", () => {
  expect(exampleMarkdown('<table role="presentation"><tr><td>one<td>two</table>')).toBe("one\n\ntwo");
  expect(exampleMarkdown("<table><tr><td>one<tr><td>two</table>")).toBe("one\n\ntwo");
  expect(exampleMarkdown("<table><tr><td>menu<td><table><tr><th>a<th>b<tr><td>1<td>2</table></table>")).toBe(
    rows("menu", "", "| a | b |", "| --- | --- |", "| 1 | 2 |"),
  );
});

test("huge spans of a hostile page are bounded", () => {
  const page = exampleMarkdown(`<table><tr><th>a<th>b${"<tr><td rowspan=1000 colspan=1000>x".repeat(1_000)}</table>`);
  expect(page.length).toBeLessThan(100_000);
});
