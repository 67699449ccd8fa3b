import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { markdownOf, pageOf, read, readPage } from "./page.ts";

const FOLDER = join(import.meta.dirname, "../../../test/fixtures/pages");
const PAGES = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".html"))
  .map((name) => readFileSync(join(FOLDER, name)));
const SCRAPS = [
  "<",
  "</",
  "<!--",
  "-->",
  '"',
  "'",
  "&#x",
  "]]>",
  "<svg>",
  "</p>",
  "<template>",
  "\0",
  "\ud800",
  "<script>",
  "<table>",
  "</table>",
  "<tr><td>",
  "<td><p>a<p>b",
  "<thead>",
  "<pre>",
  "<h3>",
  "<ol><li>",
];

/** Removes, inserts or overwrites a piece of a page. */
const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat(200),
  insert: fc.oneof(
    fc.constantFrom(...SCRAPS).map((scrap) => Buffer.from(scrap)),
    fc.uint8Array({ maxLength: 20 }),
  ),
});

const mutatedPage = fc
  .tuple(fc.constantFrom(...PAGES), fc.array(mutation, { minLength: 1, maxLength: 12 }))
  .map(([page, mutations]) =>
    mutations.reduce<Uint8Array>((bytes, { at, cut, insert }) => {
      const from = Math.floor(at * bytes.length);
      return Buffer.concat([bytes.subarray(0, from), insert, bytes.subarray(from + cut)]);
    }, page),
  );

const withoutCode = (markdown: string): string => markdown.replace(/^[> \-\d.]*(`{3,})[\s\S]*?^[> ]*\1$/gm, "");

// fast-check prints the seed and the smallest page that fails.
test("a damaged page is always read without an error", () => {
  fc.assert(
    fc.property(mutatedPage, (bytes) => {
      const source = { url: "https://a.test/x" };
      const reading = read(bytes, source);
      const page = pageOf(reading, source);
      expect(JSON.parse(JSON.stringify(page))).toEqual(page);
      expect(JSON.stringify(page).isWellFormed()).toBe(true);
      expect([...page.excerpt].length).toBeLessThanOrEqual(2_000);
      expect(page.title).not.toBe("");
      expect(readPage(bytes, source)).toEqual(page);
      expect(withoutCode(markdownOf(reading))).not.toMatch(/^# /m);
    }),
    { numRuns: 300 },
  );
}, 60_000);
