import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeHTML } from "entities/decode";
import { expect, test } from "vitest";
import { f1, wordsOf } from "../../../test/page/word-overlap.ts";
import { markdownOf, read, readPage } from "./page.ts";

const FOLDER = join(import.meta.dirname, "../../../test/fixtures/pages");
const NAMES = readdirSync(FOLDER).flatMap((name) => (name.endsWith(".html") ? [name.slice(0, -".html".length)] : []));
const SOURCE = { url: "https://site.test/docs/page", contentType: "text/html" };

const htmlOf = (name: string): Buffer => readFileSync(join(FOLDER, `${name}.html`));

/** The main text as a person marked it in the fixture, between `<!--main-->` and `<!--/main-->`. */
function markedText(html: string): string {
  const parts = [...html.matchAll(/<!--main-->([\s\S]*?)<!--\/main-->/g)].map(([, part = ""]) => part);
  const text = parts.join(" ").replace(/<(button|span class="lang")[\s\S]*?<\/(button|span)>/g, " ");
  return decodeHTML(text.replace(/<\/?(?:span|b|i|em|strong|code|a)\b[^>]*>/g, "").replace(/<[^>]*>/g, " "));
}

test.each(NAMES)("the main content of %s is the expected Markdown", (name) => {
  expect(`${markdownOf(read(htmlOf(name), SOURCE))}\n`).toBe(readFileSync(join(FOLDER, `${name}.md`), "utf8"));
});

/** These minimums may only be raised. */
const FLOOR_MEAN = 0.99;
const FLOOR_PAGE = 0.95;

test("the main text of sample pages matches what a person marked", () => {
  const scores = NAMES.map((name) => {
    const html = htmlOf(name);
    return { name, score: f1(wordsOf(readPage(html, SOURCE).text), wordsOf(markedText(html.toString()))) };
  });
  expect(scores.filter(({ score }) => score < FLOOR_PAGE)).toEqual([]);
  expect(scores.reduce((sum, { score }) => sum + score, 0) / scores.length).toBeGreaterThanOrEqual(FLOOR_MEAN);
});

test.each(NAMES)("the excerpt of %s contains only main text", (name) => {
  const html = htmlOf(name);
  const wanted = new Set(wordsOf(markedText(html.toString())));
  const excerptWords = wordsOf(readPage(html, SOURCE).excerpt);
  expect(excerptWords.length).toBeGreaterThan(5);
  expect(excerptWords.filter((word) => !wanted.has(word))).toEqual([]);
});
