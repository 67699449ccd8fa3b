import { expect, test } from "vitest";
import { markdownOf, pageOf, read } from "./page.ts";

/** Quadratic work would take minutes for this size, linear work takes a second on a slow machine. */
const SIZE = 300_000;
const LIMIT_MS = 10_000;
const SOURCE = { url: "https://a.test/x" };

/** A pattern repeated to that size, with a prefix and a suffix. */
const fill = (pattern: string, before = "", behind = ""): string =>
  before + pattern.repeat(Math.ceil(SIZE / pattern.length)) + behind;

const numbered = (write: (number: number) => string): string => {
  let html = "";
  for (let number = 0; html.length < SIZE; number++) html += write(number);
  return html;
};

const INPUTS: Readonly<Record<string, string | Uint8Array>> = {
  "nested divs": fill("<div>"),
  "nested divs with text": fill("<div>some text, ", "<main>"),
  "nested inline elements": fill("<b><i><span>x"),
  "nested lists": fill("<ul><li>a word or two, "),
  "quotes in quotes": fill("<p>A sentence of some words, which ends here. ", "<blockquote>".repeat(390)),
  "nested tables": fill("<table><tr><td>cell, "),
  "nested links": fill('<a href="x">link '),
  "nested svg": fill("<svg><math><foreignObject>"),
  "paragraphs that are never closed": fill("<p>A sentence of some words, which ends here. "),
  "closing tags that were never opened": fill("</div></p></li></a>", "<div>".repeat(500)),
  "a tag of attributes": numbered((number) => ` a${number}=1`).replace(/^/, "<a href=x"),
  "hidden paragraphs": fill("<p hidden>A sentence of some words, which ends here. "),
  "one attribute": fill("x", '<a href="', '">link</a>'),
  "an attribute that is never closed": fill("<a href='", "<p title='"),
  "attributes without values": fill("a ", "<div "),
  "a million entities": fill("&amp;&#x1F600;&notin;&nosuch;", "<p>"),
  "an entity that never ends": fill("1", "<p>&#"),
  "comments in comments": fill("<!-- -- > <!-", "<p>text"),
  "comments that are never closed": fill("<!--><!--", "<p>text<!-- "),
  "scripts in scripts": fill("<script><!--<script>", "<title>t</title>"),
  "scripts that close at once": fill("<script></script>", "<p>text"),
  "a title that is never closed": fill("</titl", "<title>"),
  "lone surrogates": Buffer.from(fill("\ud800x\udfff ", "<p>"), "utf16le"),
  "broken UTF-8": Buffer.alloc(SIZE, Buffer.from([0xc3, 0x28, 0xf0, 0x9f, 0x20, 0xff])),
  NULs: fill("\0<\0p\0>\0 \0"),
  "headings and nothing else": fill("<h2>x</h2>"),
  "links beside headings": fill('<a class="headerlink">', "<h2>"),
  "one word": fill("x", "<p>"),
  "one grapheme": fill("\u0301", "<p>a"),
  "braces of JSON-LD": fill("[{", '<script type="application/ld+json">'),
  "class names": numbered((number) => `<p class="sidebar-${number} ${"nav".repeat(9)}">`),
  "white space": fill("<p> \n\t", "<pre>"),
  "a meta refresh": fill(";url=", '<meta http-equiv=refresh content="0', '">'),
  "less-than signs": fill("<", "<p>"),
  "base addresses and links": numbered((number) => `<base href="//h${number}/"><a href="../${number}">${number}</a>`),
};

/** Milliseconds of this thread's CPU. */
function cpuMs(call: () => void): number {
  const before = process.threadCpuUsage();
  call();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

function readAll(bytes: Uint8Array, contentType?: string): void {
  const source = contentType === undefined ? SOURCE : { ...SOURCE, contentType };
  const reading = read(bytes, source);
  pageOf(reading, source);
  markdownOf(reading);
}

/** The machine may be busy: the best of some tries counts. */
function best(limitMs: number, call: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least >= limitMs; tries++) least = Math.min(least, cpuMs(call));
  return least;
}

test.each(Object.entries(INPUTS))("%s are read and written as Markdown in seconds", (_name, input) => {
  const bytes = typeof input === "string" ? Buffer.from(input) : input;
  expect(best(LIMIT_MS, () => readAll(bytes))).toBeLessThan(LIMIT_MS);
});

/** Each makes a page of about this many characters. */
const SHAPES: Readonly<Record<string, (size: number) => string>> = {
  "spaces in preformatted text": (size) => `<pre>a${" ".repeat(size)}x</pre>`,
  "spaces and line ends in preformatted text": (size) => `<pre>${"\n ".repeat(size / 2)}x</pre>`,
  "spaces in a paragraph, a title and a heading": (size) =>
    `<title>a${" ".repeat(size)}x</title><h1>a${" ".repeat(size)}x</h1><p>a${" ".repeat(size)}x`,
  "spaces in a link": (size) => `<a href="/x${" ".repeat(size)}y" rel="a${" ".repeat(size)}b">text</a>`,
  "spaces in JSON-LD": (size) => `<script type="application/ld+json">{"@type":"a${" ".repeat(size)}b"}</script>`,
  "no-break spaces": (size) => `<pre>a${"&nbsp;".repeat(size / 6)}x</pre>`,
  "line breaks": (size) => `<main><p>one two three, four.${"<br>".repeat(size / 4)}x`,
  "closing quotes": (size) => `<p>A sentence of nine words ends at once here.${"”".repeat(size / 3)}x</p>`,
  "signs in bold": (size) => `<main><p>one two three, four. <b>${"。".repeat(size / 3)}x</b>`,
  "bold that ends and begins": (size) => `<main><p>one two three, four. ${"<b>x</b>".repeat(size / 8)}`,
  "headings before a paragraph": (size) => `${"<h2>x</h2>".repeat(size / 10)}<p>A sentence of some words.</p>`,
  "list items at depth": (size) => `${"<ul><li>".repeat(190)}${"<li>x".repeat(size / 5)}`,
  "links under headings": (size) => `<main>${"<h2>x</h2><a href=/a>a</a>".repeat(size / 26)}`,
  "links that are never closed": (size) => `<a href=/x>${"<p>word and words, here.".repeat(size / 22)}`,
  "formulas that are never closed": (size) => '<math alttext="a">'.repeat(size / 18),
  "annotations outside of formulas": (size) => "<math></math>application/x-tex".repeat(size / 30),
  "drawings with links": (size) => "<svg><a href=/x></svg>".repeat(size / 22),
  "links in a drawing": (size) => `<svg>${"<a href=/x>y".repeat(size / 12)}</svg>`,
  "hidden words": (size) => `<p>${"<span aria-hidden=true>a".repeat(size / 24)}`,
  "links among hidden words": (size) => `<p><span class=sr-only>${"<a href=/x>y</a>".repeat(size / 16)}`,
  "labels in menus": (size) => `<nav>${"<ul><li>Label<ul><li><a href=/a>a</a></ul></ul>".repeat(size / 48)}</nav>`,
  "labels in one menu": (size) => `<nav><ul>${"<li>Label<li><a href=/a>a</a>".repeat(size / 29)}</ul></nav>`,
  "buttons before lists": (size) => "<li><button>x</button><ul><li><a href=/y>z</a></ul>".repeat(size / 52),
  "elements in code": (size) => `<pre>${"<div>x".repeat(size / 6)}${"</p>".repeat(size / 4)}`,
  "code in code": (size) => `<p>${"<code class=block>x ".repeat(size / 20)}`,
  "panels of tabs": (size) => `<div>${"<div class=tabpanel>some words are here, now.</div>".repeat(size / 50)}`,
  "cells that span": (size) =>
    `<table>${"<tr><td rowspan=1000 colspan=1000>some words are here, now.".repeat(size / 58)}`,
  "empty cells": (size) => `<main><p>one two three, four.<table><tr>${"<td></td>".repeat(size / 9)}`,
  "rules and pictures": (size) =>
    `<main><h1>x</h1><p>one two three, four.</p>${'<hr><img src=x alt="">'.repeat(size / 22)}`,
  "powers and hidden addresses": (size) =>
    `<p>${"x<sup>2".repeat(size / 14)}<pre>${"<a data-cfemail=aabb>".repeat(size / 42)}`,
  footnotes: (size) =>
    `<main>${'<p>one two three, four.<sup><a href="#fn1">1</a></sup><div id=fn1>x'.repeat(size / 70)}`,
  "the same paragraph": (size) =>
    "<p>one two three four five six seven eight nine ten eleven twelve, and.</p>".repeat(size / 76),
  "signs of Markdown": (size) => `<p>${"*_`[!".repeat(size / 5)}`,
  "headings below a long description": (size) =>
    `<meta name=description content="${"cut here ".repeat(size / 36)}"><main>${"<h2>here cut</h2><p>x".repeat(size / 28)}`,
  "terms in terms": (size) => `<main>${"<dl><dt>tides.read(path)<dd><p>some words.".repeat(size / 43)}`,
  "openers of menus": (size) => `<nav>${"<div><h2>x</h2><div><a href=/a>a</a>".repeat(size / 37)}`,
  "blank blocks": (size) => `<main>${"<p>&nbsp;".repeat(size / 9)}`,
  "copyright at the end": (size) => `<main><p>one two three, four.${"<p>© 2026".repeat(size / 9)}`,
};

test.each(Object.entries(SHAPES))("the time for %s grows in proportion to their number", (_name, shape) => {
  // Four times the size takes four times as long, sixteen times if the work is quadratic.
  const small = Buffer.from(shape(30_000));
  const large = Buffer.from(shape(120_000));
  const limit = Math.max(300, 12 * cpuMs(() => readAll(small)));
  expect(best(limit, () => readAll(large))).toBeLessThan(limit);
});

test("a page with far too many blocks keeps its text and bounds its memory", () => {
  const bytes = Buffer.from(`<main>${"<p>ab".repeat(400_000)}</main>`);
  const reading = read(bytes, SOURCE);
  expect(reading.scan.blocks.length).toBeLessThan(200_000);
  expect(pageOf(reading, SOURCE).text.replace(/\s/g, "")).toHaveLength(800_000);
  expect(markdownOf(reading).replace(/\s/g, "")).toHaveLength(800_000);
});

const TEXTS: Readonly<Record<string, string>> = {
  brackets: fill("["),
  "open links": fill("[a](<b"),
  "addresses that do not end": fill("[a](xxxxxxxxxxxxxx"),
  "images in images": fill("![[]()"),
  asterisks: fill("*"),
  "emphasis that is never closed": fill("**a *b "),
  quotes: fill(">"),
  "quotes in quotes": Array.from({ length: 600 }, (_, depth) => `${">".repeat(depth)}a`).join("\n"),
  "runs of backticks": Array.from({ length: 600 }, (_, length) => `${"`".repeat(length + 1)}a`).join(""),
  "lists in lists": Array.from({ length: 500 }, (_, depth) => `${" ".repeat(2 * depth)}- a`).join("\n"),
  "lists on one line": fill("- "),
  "a table of many columns": `|${"a|".repeat(60_000)}\n|${"-|".repeat(60_000)}\n`,
  references: fill("[a]: u\n"),
  tags: fill("<a "),
  headings: fill("a\n=\n"),
  spaces: fill(" ", "# a", "\nb"),
  metadata: `---\n${fill("title\n")}`,
};

test.each(Object.entries(TEXTS))("Markdown of %s is read in seconds", (_name, text) => {
  expect(best(LIMIT_MS, () => readAll(Buffer.from(text), "text/markdown"))).toBeLessThan(LIMIT_MS);
});

const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a content type of spaces": { "content-type": `text/html; charset=${" ".repeat(160_000)};` },
  "a Link field of angle brackets": { link: "<".repeat(160_000) },
  "a Link field of semicolons": { link: `<x>${"; a".repeat(50_000)}` },
  "a robots field of commas": { "x-robots-tag": ", :".repeat(50_000) },
};

test.each(Object.entries(FIELDS))("%s is read at once", (_name, headers) => {
  const source = { ...SOURCE, headers };
  expect(best(500, () => void pageOf(read(Buffer.from("<p>text"), source), source))).toBeLessThan(500);
});
