import { expect, test } from "vitest";
import { readPage } from "./page.ts";
import { contentProblem } from "./problem.ts";

const MEGABYTE = 1_000_000;

const repeat = (pattern: string, characters: number): string => pattern.repeat(Math.ceil(characters / pattern.length));

/** Each makes a page of about so many characters. */
const SHAPES: Readonly<Record<string, (characters: number) => string>> = {
  "spaces in preformatted text": (size) => `<pre>a${repeat(" ", size)}x</pre>`,
  "line ends in preformatted text": (size) => `<pre>a${repeat("\n", size)}x</pre>`,
  "no-break spaces in preformatted text": (size) => `<pre>a${repeat("&nbsp;", size)}x</pre>`,
  "spaces and line ends at the start of preformatted text": (size) => `<pre>${repeat("\n ", size)}x</pre>`,
  "spaces in a paragraph": (size) => `<p>a${repeat(" ", size)}x</p>`,
  "spaces in a title": (size) => `<title>a${repeat(" ", size)}x</title>`,
  "spaces in a heading": (size) => `<h1>a${repeat(" ", size)}x</h1>`,
  "spaces in a description": (size) => `<meta name=description content="a${repeat(" ", size)}x">`,
  "spaces in a refresh": (size) => `<meta http-equiv=refresh content="1${repeat(" ", size)}x">`,
  "spaces in a link": (size) => `<a href="/x${repeat(" ", size)}y" rel="a${repeat(" ", size)}b">text</a>`,
  "spaces in a style": (size) => `<p style="display${repeat(" ", size)}x">text</p>`,
  "spaces in noscript": (size) => `<noscript>enable${repeat("&nbsp; ", size)}JavaScript</noscript>`,
  "spaces in JSON-LD": (size) => `<script type="application/ld+json">{"@type":"a${repeat(" ", size)}b"}</script>`,
  "dots in a paragraph": (size) => `<p>a${repeat(". ", size)}x</p>`,
  "closing quotes": (size) => `<p>A sentence of nine words ends at once here.${repeat("”", size)}x</p>`,
  "braces in preformatted text": (size) => `<pre>${repeat("{{ ", 500)}${repeat(" ", size)}</pre>`,
  "headings before a paragraph": (size) => `${repeat("<h2>x</h2>", size)}<p>A sentence of some words.</p>`,
  "list items at depth": (size) => `${"<ul><li>".repeat(190)}${repeat("<li>x", size)}`,
  "links under headings": (size) => `<main>${repeat("<h2>x</h2><a href=/a>a</a>", size)}</main>`,
  "formulas that are never closed": (size) => repeat('<math alttext="a">', size),
  "annotations outside of formulas": (size) => repeat("<math></math>application/x-tex", size),
  "formulas in scripts": (size) => repeat("<script type=math/tex>  x</script>", size),
  "hidden words": (size) => `<p>${repeat("<span aria-hidden=true>a", size)}`,
  "words that are hidden and shown": (size) => `<p>${repeat("<span style=display:none>a</span><b>b</b>", size)}`,
  "labels in menus": (size) => `<nav>${repeat("<ul><li>Label<ul><li><a href=/a>a</a></ul></ul>", size)}</nav>`,
  "labels in one menu": (size) => `<nav><ul>${repeat("<li>Label<li><a href=/a>a</a>", size)}</ul></nav>`,
  "inner containers": (size) => `<main>${repeat("<div><p>A sentence, of some words.</p></div>", size)}</main>`,
};

/** Milliseconds of this thread's CPU. */
function cpuMs(call: () => void): number {
  const before = process.threadCpuUsage();
  call();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const read = (html: string): void => {
  contentProblem(readPage(Buffer.from(html), { url: "https://a.test/x" }));
};

/** Factor by which the input grows: linear work then takes 4 times as long, quadratic work 16 times. */
const TIMES = 4;
/**
 * Most growth in time that passes as linear, far from 4 and from 16: new memory, the collector and the compiler double
 * single calls.
 */
const MAX_GROWTH = 8;
/** Time below which the measurement shows the collector and the compiler rather than the reading, in milliseconds. */
const NOTHING_MS = 60;

/** Most runs, of which the cheapest counts: the collector and other processes make single runs dearer. */
const MAX_TRIES = 5;

/** True if the second call takes no more than the growth allows. */
function growsLinearly(small: () => void, large: () => void): boolean {
  let [smallMs, largeMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    smallMs = Math.min(smallMs, cpuMs(small));
    largeMs = Math.min(largeMs, cpuMs(large));
    if (largeMs < Math.max(NOTHING_MS, MAX_GROWTH * smallMs)) return true;
  }
  return false;
}

test.each(Object.entries(SHAPES))("four times as many %s take about four times the time", (_name, shape) => {
  // Quadratic work would take hours for a megabyte: a small part shows it.
  for (const size of [MEGABYTE / 40, MEGABYTE / 2]) {
    const small = shape(size);
    const large = shape(TIMES * size);
    expect(
      growsLinearly(
        () => read(small),
        () => read(large),
      ),
    ).toBe(true);
  }
});

const fields: Readonly<Record<string, (characters: number) => Readonly<Record<string, string>>>> = {
  "a content type of spaces": (size) => ({ "content-type": `text/html; charset=${repeat(" ", size)};` }),
  "a Link field of angle brackets": (size) => ({ link: repeat("<", size) }),
  "a Link field of semicolons": (size) => ({ link: `<x>${repeat("; a", size)}` }),
  "a robots field of commas": (size) => ({ "x-robots-tag": repeat(", :", size) }),
};

test.each(Object.entries(fields))("%s is read at once", (_name, headersOf) => {
  // Node refuses header fields of more than 16 KB; ten times that shows the growth.
  const headers = headersOf(160_000);
  expect(
    cpuMs(() => {
      readPage(Buffer.from("<p>text"), { url: "https://a.test/x", headers });
    }),
  ).toBeLessThan(NOTHING_MS);
});
