import { expect, test } from "vitest";
import { scanPage } from "../page.ts";
import { blockText } from "../scan/scan.ts";
import { firstParagraphs } from "./content.ts";

const LONG = "This paragraph is long enough, in words and in signs, to be what the page is about.";

function paragraphsOf(html: string, { head = "", title = "Title", description = "" } = {}): readonly string[] {
  const bytes = Buffer.from(`<meta charset=utf-8>${head}<main><h1>Title</h1>${html}</main>`);
  const { scanned, content } = scanPage(bytes, { url: "https://a.test/x" });
  const texts = content.blocks.map((block) => blockText(scanned, block));
  return firstParagraphs(content, texts, { characters: 2_000, descriptions: [description], title });
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
  ["a greeting of a forum", "It looks like you're new here. If you want to get involved, click one of these buttons!"],
  ["what a forum allows", "You may not post new threads, reply to posts, or edit your own ones here."],
  ["a notice on scripts", "JavaScript seems to be disabled in your browser. You must have it to use this website."],
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
  ["a notice on cookies in German", "Diese Seite verwendet Cookies. Wenn Sie sie weiter nutzen, stimmen Sie dem zu."],
  ["a notice on cookies in Estonian", "Pood kasutab küpsiseid. Lehel sirvides nõustute nende kasutamisega."],
  [
    "a long copyright",
    `© 2006 - 2016 Lamps LLC. All Rights Reserved. ${"Nothing of it may be used without being asked. ".repeat(8)}`,
  ],
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

test("a page about cookies says what it says of them", () => {
  const text = "We use cookies of two kinds: the browser keeps them, and you may accept or refuse each of them here.";
  expect(paragraphsOf(`<p>${text}</p>`)).toEqual([]);
  const own = "A cookie is what the browser keeps for a site, and a site may ask for it with each of its pages.";
  expect(paragraphsOf(`<p>${own}</p>`, { title: "How cookies work" })).toEqual([own]);
});

const NOTICE = "The seller ships to your country within nine days, and you may return the lamp within a month.";
const OWN = "The lamp gives light for nine hours, and hangs on any wall by its own hook.";
const PRODUCT = `<script type="application/ld+json">{"@type":"Product"}</script>`;

test.each<[string, string, Parameters<typeof paragraphsOf>[1]]>([
  ["words", `<p>${OWN} ${LONG}</p>`, { description: `${OWN} Buy...` }],
  ["element", `<div itemprop="description"><p>${OWN}</p></div>`, {}],
  ["name, on a product's page", `<div id="description-body"><p>${OWN}</p></div>`, { head: PRODUCT }],
])("the text that a page calls its description stands first: by its %s", (_what, html, options) => {
  const [first = "", ...rest] = paragraphsOf(`<p>${NOTICE}</p>${html}<p>${LONG}</p>`, options);
  expect(first.startsWith(OWN)).toBe(true);
  expect(rest).toEqual([LONG]);
});

test("a description without a paragraph is taken as it is; of a list's items each has its own", () => {
  const lines = "<li>Brass and glass</li><li>30 cm high</li>";
  const html = `<p>${NOTICE}</p><ul itemprop="description">${lines}</ul>`;
  expect(paragraphsOf(html)).toEqual(["Brass and glass", "30 cm high"]);
  const item = `<p itemprop="description">${OWN}</p>`;
  expect(paragraphsOf(`<p>${NOTICE}</p>${item}<p>${LONG}</p>${item.replace("nine", "ten")}`)[0]).toBe(NOTICE);
});

test("what the page says of itself, and a text for the second time, is no first paragraph", () => {
  const html = `<div class="shop-alert"><p>${NOTICE}</p></div><ul><li>${OWN}</li></ul><ul><li>${OWN}</li></ul><p>${LONG}</p>`;
  expect(paragraphsOf(html)).toEqual([OWN, LONG]);
});

test("a table of data without a paragraph is read row by row", () => {
  const rows = [
    "1057/18 Uninsured Employers v. Tyson Farms",
    "1131/18 Elzey v. State",
    "2673/18 Paydar v. State of Maine",
  ].flatMap((row, at) => [
    `<tr><td>${row}</td><td>slip ${at}</td></tr>`,
    `<tr><td>The same again of ${row}</td><td>op. ${at}</td></tr>`,
  ]);
  expect(paragraphsOf(`<table>${rows.join("")}</table>`).slice(0, 4)).toEqual([
    "1057/18 Uninsured Employers v. Tyson Farms",
    "slip 0",
    "The same again of 1057/18 Uninsured Employers v. Tyson Farms",
    "op. 0",
  ]);
});
