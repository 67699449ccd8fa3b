import { expect, test } from "vitest";
import { read } from "./page.ts";
import { paragraphsOf } from "./paragraphs.ts";
import { blockText } from "./scan/text-of.ts";

const LONG = "This paragraph is long enough, in words and in signs, to be what the page is about.";

function firstOf(html: string, description = ""): readonly string[] {
  const bytes = Buffer.from(`<meta charset=utf-8><main><h1>Title</h1>${html}</main>`);
  const { scan, content } = read(bytes, { url: "https://a.test/x" });
  const texts = content.blocks.map((block) => blockText(scan, block));
  return paragraphsOf(content.blocks, texts, [description]);
}

test("a short first sentence is the first paragraph", () => {
  expect(firstOf(`<p>A general HTTP error.</p><p>${LONG}</p>`)).toEqual(["A general HTTP error.", LONG]);
  for (const stop of "。．")
    expect(firstOf(`<p>図書館の案内です${stop}</p><p>${LONG}</p>`)[0]).toBe(`図書館の案内です${stop}`);
});

test("a short first sentence may stand below a name and a signature", () => {
  const signature = "<div>harbour.tides.Tide</div><div>public class Tide extends Object</div>";
  expect(firstOf(`${signature}<div>The height of the water.</div><p>${LONG}</p>`)[0]).toBe("The height of the water.");
});

test("the first sentence may hold a link, and lead to a list in few words", () => {
  const linked = '<p>Status of parsing, part of a <a href="/x">Result</a>.</p>';
  expect(firstOf(`${linked}<p>${LONG}</p>`)[0]).toBe("Status of parsing, part of a Result.");
  const lead = "The test performs these three steps:";
  expect(firstOf(`<p>${lead}</p><ul><li>One that opens the socket and reads a byte.</li></ul>`)[0]).toBe(lead);
});

test("an item of a list is no first paragraph unless it is one, nor is code in lower case", () => {
  const recipe =
    "<h2>Ingredients</h2><ul><li>1 cup of sour cream, chilled</li></ul><ol><li>Salt the rim: all of it</li></ol>";
  expect(firstOf(recipe)).toEqual([]);
  expect(firstOf(`<h2>Dip</h2><ul><li>${LONG}</li></ul>`)).toEqual([LONG]);
  const code = '<pre>with open("tides.txt") as file: write the table of tides to it, and close it.</pre>';
  expect(firstOf(`<h2>Files</h2><ul>${"<li>tides.txt</li>".repeat(9)}</ul>${code}`)).toEqual([]);
});

test("formulas are no code", () => {
  const formula =
    "Here \\(x_k = \\{p_1, \\dots, p_k\\}\\) is a basis of the space \\(K_k(A, r_0)\\), which is told below.";
  expect(firstOf(`<p>${formula}</p><p>${LONG}</p>`)[0]).toBe(formula);
});

test("text below the names of functions describes the first of them, not the page", () => {
  const entry = (name: string) => `<h3>${name}</h3><p>${LONG} It is what ${name} does.</p>`;
  const entries = ["lock_is_jammed", "unjam_lock(lock)", "Lock.state", "setLocked"].map(entry).join("");
  expect(firstOf(entries)).toEqual([]);
  expect(firstOf(`<p>${LONG}</p>${entries}`)).toEqual([LONG]);
  expect(firstOf(["Locks", "Doors", "What opens a lock"].map(entry).join(""))[0]).toContain(LONG);
});

test("a short sentence that is not the first is no first paragraph", () => {
  expect(firstOf(`<p>${LONG}</p><p>Here is a list.</p><p>${LONG.toUpperCase()}</p>`)[0]).toBe(LONG);
  expect(firstOf(`<p>${LONG} See https://x.test/a</p><p>Here is a list.</p><p>${LONG}</p>`)[0]).toBe(LONG);
  expect(firstOf(`<p>By <a href="/x">Ann Oar</a>.</p><p>Bo Jib. Contributor.</p><p>${LONG}</p>`)[0]).toBe(LONG);
});

test("the first sentence may stand below a line of help and the calls of a command", () => {
  const calls = "<p>cargo add [options] crate… cargo add [options] --path path</p>";
  const first = "This command can add dependencies.";
  expect(firstOf(`<p>cargo-add — Add dependencies</p>${calls}<p>${first}</p><p>${LONG}</p>`)[0]).toBe(first);
  expect(firstOf(`<p>lower window ?belowThis?</p><p>${LONG}</p>`)[0]).toBe(LONG);
});

test("a script without spaces has sentences of few words, also between names in Latin letters", () => {
  const sentences = [
    "让我们开始 Rust 之旅吧！需要学习的内容有很多，但每段旅程都始于某处。在本章中，我们将讨论：",
    "venv モジュールは、Python の仮想実行環境を作成するための標準モジュールです。",
    "部品、うってぃ、ブカで新物質発見、自動実験、超伝導情勢などについて話しました。 (2024/05/27 収録)",
  ];
  for (const sentence of sentences)
    expect(firstOf(`<p>${sentence}</p><ul><li>打印 Hello, world! 的程序</li></ul><p>${LONG}</p>`)[0]).toBe(sentence);
  expect(firstOf(`<p>Extension name: tide_table.harbour.extensions.all</p><p>${LONG}</p>`)[0]).toBe(LONG);
});

test("what a term stands for is no first paragraph before another", () => {
  const terms = "<dl><dt>Type Parameters:</dt><dd>T - the type of object that the builder will make of it.</dd></dl>";
  expect(firstOf(`${terms}<p>${LONG} And it goes on to say more, so that all of it is prose.</p>`)[0]).toContain(LONG);
  expect(firstOf(terms)[0]).toContain("the type of object");
});

test.each([
  ["a date", "May 3, 2024"],
  ["a count", "5 min read."],
  ["a version", "New in version 3.5."],
  ["a rating", "Rated 4 out of 5."],
  ["the time of a forum", "All times are GMT +11. The time now is 09:17 AM."],
  ["a greeting of a forum", "It looks like you're new here. If you want to get involved, click one of these buttons!"],
  ["what a forum allows", "You may not post new threads, reply to posts, or edit your own ones here."],
  ["a notice on scripts", "JavaScript seems to be disabled in your browser. You must have it to use this website."],
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
  [
    "a long copyright",
    `© 2006 - 2016 Lamps LLC. All Rights Reserved. ${"Nothing of it may be used without being asked. ".repeat(8)}`,
  ],
  ["a command", "bin/init.sh -WASM_RELEASE_DIR=/opt/lib/release --out=/tmp/a_b/c_d -DDEBUG=1 && make -j8."],
])("%s is not taken as the first paragraph", (_what, text) => {
  expect(firstOf(`<p>${text.replaceAll("<", "&lt;")}</p><p>${LONG}</p>`)).toEqual([LONG]);
});

test.each([
  "Next.js is a framework for pages that are rendered by servers.",
  "Search engines read a page, follow its links, and rank what they have found.",
  "Home automation is what this project does, on your own machine.",
  "req_url() replaces the entire URL, req_url_relative() navigates to a relative one, and req_url_query() modifies parts of the query.",
  "The mass is $m = \\frac{E}{c^2}$, where $E$ is the energy and $c$ the speed of light.",
])("a sentence may begin like a label or contain a formula: %s", (text) => {
  expect(firstOf(`<p>${text}</p>`)).toEqual([text]);
});

test("a sentence may end with a picture", () => {
  expect(firstOf(`<p>${LONG} 🧲🔧</p>`)).toEqual([`${LONG} 🧲🔧`]);
});

test("joiners stay between letters that need them", () => {
  const text = "نشریه\u200cی هفتگی دربارهٔ کتاب\u200cها، شعر، داستان و نقد ادبی در ایران است.";
  expect(firstOf(`<p>${text}</p>`)).toEqual([text]);
});

test("a manual page of preformatted text has its first words as first paragraph", () => {
  const manual = "grep - print lines that match patterns, in each of the files that are named, or in what it is given.";
  expect(
    firstOf(
      `<pre>${manual}</pre><pre>${LONG} ${LONG} ${LONG} ${LONG}</pre><p>Pages that refer to this: look(1), sed(1).</p>`,
    )[0],
  ).toBe(manual);
});

const NOTICE = "The seller ships to your country within nine days, and you may return the lamp within a month.";
const OWN = "The lamp gives light for nine hours, and hangs on any wall by its own hook.";

test("the paragraph that repeats the page's declared description comes first", () => {
  expect(firstOf(`<p>${NOTICE}</p><p>${OWN} ${LONG}</p>`, `${OWN} Buy...`)).toEqual([`${OWN} ${LONG}`]);
});

test("a line without the end of a sentence is an excerpt only directly below the title", () => {
  const row = "<table><tr><td>Ann Oar, Bo Jib, Cy Keel</td></tr></table>";
  expect(firstOf(`<p>Anchors for boats of all kinds</p>${row}`)).toEqual(["Anchors for boats of all kinds"]);
  expect(firstOf(`<p>Anchors</p>${row}<p>Who sails: all of them</p>`)).toEqual(["Who sails: all of them"]);
  expect(firstOf(`<p>Anchors</p>${row}`)).toEqual([]);
});

test("notices and repeated texts are no first paragraph", () => {
  const html = `<div class="shop-alert"><p>${NOTICE}</p></div><ul><li>${OWN}</li></ul><ul><li>${OWN}</li></ul><p>${LONG}</p>`;
  expect(firstOf(html)).toEqual([OWN, LONG]);
});

test("a sentence that goes on below an example is no first paragraph", () => {
  const lead = "Blocks of code are commented by enclosing the code between these markers. For example,";
  const rest = "will count down from three to one, as the two lines inside of the block are never executed.";
  const code = "<pre>a = 1;\nb = 2</pre>";
  expect(firstOf(`<p>${lead}</p>${code}<p>${rest}</p>`)[0]).toBe(lead);
  expect(firstOf(`<p>It is scaled to</p>${code}<p>${rest}</p><p>${LONG}</p>`)).toEqual([LONG]);
  expect(firstOf(`<p>npm ${rest}</p><p>${LONG}</p>`)[0]).toBe(`npm ${rest}`);
  expect(firstOf(`<p>Source: count.R</p><p>npm ${rest}</p><p>${LONG}</p>`)[0]).toBe(LONG);
  expect(firstOf(`<p>Source: count.R</p><p>npm ${rest}</p><p>${LONG}</p>`, `npm ${rest}`)[0]).toBe(`npm ${rest}`);
});

test("a paragraph behind a table begins a sentence, even in lower case", () => {
  const own = "std::array is a container that holds a number of elements of one type.";
  const table = "<table><tr><td>Defined in header array</td></tr></table>";
  expect(firstOf(`${table}<p>${own}</p><p>${LONG}</p>`)[0]).toBe(own);
});

test("a sentence that leads to a list may be the first paragraph", () => {
  const lead = "This page has instructions for a few of the tools that are needed:";
  expect(firstOf(`<p>${lead}</p><h2>One</h2><p>${LONG}</p>`)).toEqual([lead, LONG]);
});
