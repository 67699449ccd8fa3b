import { expect, test } from "vitest";
import { scanPage } from "../page.ts";
import { blockText } from "../scan/scan.ts";
import { firstParagraphs } from "./content.ts";

const LONG = "This paragraph is long enough, in words and in signs, to be what the page is about.";

function paragraphsOf(html: string): readonly string[] {
  const bytes = Buffer.from(`<meta charset=utf-8><main><h1>Title</h1>${html}</main>`);
  const { scanned, content } = scanPage(bytes, { url: "https://a.test/x" });
  const texts = content.blocks.map((block) => blockText(scanned, block));
  return firstParagraphs(content.blocks, texts, 2_000);
}

test("a short sentence that stands first counts", () => {
  expect(paragraphsOf(`<p>A general HTTP error.</p><p>${LONG}</p>`)).toEqual(["A general HTTP error.", LONG]);
  expect(paragraphsOf(`<p>図書館の案内です。</p><p>${LONG}</p>`)[0]).toBe("図書館の案内です。");
});

test.each([
  ["a date", "May 3, 2024"],
  ["a count", "5 min read."],
  ["a rating", "Rated 4 out of 5."],
  ["the time of a forum", "All times are GMT +11. The time now is 09:17 AM."],
  ["a page at work", "Ihre Anfrage wird bearbeitet. Bitte haben Sie einen Moment Geduld."],
  ["a key of a book", "Press ← or → to navigate between the chapters of it."],
  ["a heading in Markdown", "1. ## Getting started with the library, step by step."],
  ["what stands for those who hear the page", "Current page is BTVendor."],
  ["a greeting", "Hello everyone and welcome to my site."],
  ["a date in German", "Veröffentlicht am 3. Mai 2024."],
  ["a label", "Note: see below."],
  ["a notice", "You are using an out of date browser. It may not display this or other websites correctly."],
  ["an affiliate notice", "This post may contain affiliate links, and we earn something when you buy what we link to."],
  ["filling text", "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor."],
  ["a promotion", "Get up to $100 back with the store's own card, and double points on the first day. Terms apply."],
  ["a delivery notice", "In stock and shipping now: order within one day to have it tomorrow, wherever you are."],
  ["a signature", "convertTime(value: string | number, options?: { unit: string; }): Promise<number[] | undefined>."],
  ["a command", "bin/init.sh -WASM_RELEASE_DIR=/opt/lib/release --out=/tmp/a_b/c_d -DDEBUG=1 && make -j8."],
])("%s is no first paragraph", (_what, text) => {
  expect(paragraphsOf(`<p>${text.replaceAll("<", "&lt;")}</p><p>${LONG}</p>`)).toEqual([LONG]);
});

test.each([
  "Next.js is a framework for pages that are rendered by servers.",
  "Search engines read a page, follow its links, and rank what they have found.",
  "Home automation is what this project does, on your own machine.",
  "req_url() replaces the entire URL, req_url_relative() navigates to a relative one, and req_url_query() modifies parts of the query.",
  "The mass is $m = \\frac{E}{c^2}$, where $E$ is the energy and $c$ the speed of light.",
])("a sentence may begin as a label does, and hold a formula: %s", (text) => {
  expect(paragraphsOf(`<p>${text}</p>`)).toEqual([text]);
});

test("joiners stay between letters that need them", () => {
  const text = "نشریه\u200cی هفتگی دربارهٔ کتاب\u200cها، شعر، داستان و نقد ادبی در ایران است.";
  expect(paragraphsOf(`<p>${text}</p>`)).toEqual([text]);
});

test("a manual page, which is nothing but preformatted text, begins with its own words", () => {
  const manual = "grep - print lines that match patterns, in each of the files that are named, or in what it is given.";
  expect(
    paragraphsOf(
      `<pre>${manual}</pre><pre>${LONG} ${LONG} ${LONG} ${LONG}</pre><p>Pages that refer to this: look(1), sed(1).</p>`,
    )[0],
  ).toBe(manual);
});
