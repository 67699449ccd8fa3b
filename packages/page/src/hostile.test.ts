import { expect, test } from "vitest";
import { pageMarkdown } from "./markdown/markdown.ts";
import { readPage } from "./page.ts";
import { contentProblem } from "./problem.ts";

const MEGABYTE = 1_000_000;

/** A pattern repeated to a megabyte, between what stands before and behind it. */
const fill = (pattern: string, before = "", behind = ""): string =>
  before + pattern.repeat(Math.ceil(MEGABYTE / pattern.length)) + behind;

const numbered = (write: (number: number) => string): string => {
  let html = "";
  for (let number = 0; html.length < MEGABYTE; number++) html += write(number);
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
  "broken UTF-8": Buffer.alloc(MEGABYTE, Buffer.from([0xc3, 0x28, 0xf0, 0x9f, 0x20, 0xff])),
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

const YARDSTICK = JSON.stringify(Array.from({ length: 30_000 }, (_, at) => ({ at, text: `text ${at}`, in: [at, at] })));
/** Time to parse the yardstick on a quiet machine. */
const YARDSTICK_MS = 15;
const LIMIT_MS = 1_000;

/** The better of up to three tries, as on a quiet machine: others may be at work on this one. */
function quietCpuMs(call: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && best >= LIMIT_MS; tries++) {
    const slowness = Math.max(1, cpuMs(() => JSON.parse(YARDSTICK)) / YARDSTICK_MS);
    best = Math.min(best, cpuMs(call) / slowness);
  }
  return best;
}

const SOURCE = { url: "https://a.test/x" };

test.each(Object.entries(INPUTS))("a megabyte of %s is read in under a second", (_name, input) => {
  const bytes = typeof input === "string" ? Buffer.from(input) : input;
  expect(quietCpuMs(() => contentProblem(readPage(bytes, SOURCE)))).toBeLessThan(LIMIT_MS);
});

test.each(Object.entries(INPUTS))("a megabyte of %s becomes Markdown without a throw", (_name, input) => {
  const bytes = typeof input === "string" ? Buffer.from(input) : input;
  expect(typeof pageMarkdown(bytes, SOURCE)).toBe("string");
});

test("a caption of a quarter of a million paragraphs becomes Markdown without a throw", () => {
  const bytes = Buffer.from(`<main><table><caption>${"<p>a".repeat(250_000)}`);
  expect(typeof pageMarkdown(bytes, SOURCE)).toBe("string");
});
