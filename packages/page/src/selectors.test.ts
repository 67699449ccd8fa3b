import { expect, test } from "vitest";
import { markdownOf, pageOf, read as readBytes } from "./page.ts";
import { selectorsProblem } from "./selectors.ts";

const sentence = (word: string) => `<p>${word} says a whole sentence here, which is long enough to be content.</p>`;

function read(html: string, ...skipBlocks: readonly string[]) {
  const bytes = new TextEncoder().encode(`<!doctype html><title>T</title><main>${sentence("First")}${html}</main>`);
  const source = { url: "https://a.test/", skipBlocks };
  const reading = readBytes(bytes, source);
  const { text, links } = pageOf(reading, source);
  return { text, markdown: markdownOf(reading), links: links.map(({ url }) => url) };
}

test.each([
  ["section", "<section><p>GONE, in a sentence of its own.</p></section>"],
  [".box", '<div class="wide box"><p>GONE, in a sentence of its own.</p></div>'],
  ["div.note.big", "<div class='big note'>GONE, in a sentence of its own.</div>"],
  ["#steps", '<section id="steps"><h2>GONE</h2><p>GONE, in a sentence.</p></section>'],
  ["[data-ad]", "<div data-ad><p>GONE, in a sentence of its own.</p></div>"],
  ['p[data-kind="ad"]', "<p data-kind=ad>GONE, in a sentence of its own.</p>"],
  [".md\\:hidden", '<div class="md:hidden"><p>GONE, in a sentence.</p></div>'],
  [".werbung-für", '<div class="werbung-für"><p>GONE, in a sentence.</p></div>'],
  ["span.badge", '<p>Text of it <span class="badge">GONE</span> goes on.</p>'],
  ["a.edit", '<p>Text of it <a class="edit" href="/edit">GONE</a> goes on.</p>'],
  ["feedback-form", "<feedback-form>GONE<b>GONE</b></feedback-form><p>Text of it.</p>"],
  ["li.x, dt", "<ul><li>Kept one.</li><li class=x>GONE</li></ul><dl><dt>GONE</dt><dd>Kept.</dd></dl>"],
  ["x-none", "<div data-nosnippet><p>GONE, in a sentence of its own.</p></div>"],
  ["x-none", '<p>A picture <img data-nosnippet src="a.png" alt="GONE"> in it.</p>'],
  ["x-none", "<pre>code <span data-nosnippet>GONE</span> and <div data-nosnippet>GONE</div> code</pre>"],
  ["x-none", "<table><tr><th>Head</th></tr><tr><td data-nosnippet>GONE</td><td>kept</td></tr></table>"],
  ["x-none", "<table><tr><th>Head</th></tr><tr data-nosnippet><td>GONE<td>GONE<tr><td>kept</table>"],
  ["x-none", "<ul><li data-nosnippet>GONE<li>kept</ul><p data-nosnippet>GONE<p>kept"],
  ["x-none", "<p>So <math data-nosnippet><mi>GONE</mi></math> is <math><mi>x</mi></math>.</p>"],
  ["x-none", '<p>So <script data-nosnippet type="math/tex">GONE</script> is it.</p>'],
  [
    "x-none",
    '<p>So <span data-nosnippet><math><annotation encoding="application/x-tex">GONE</annotation></math></span>.</p>',
  ],
  ["x-none", "<p>Text of it <span data-nosnippet>GONE <span>GONE</span></span> goes on.</p>"],
])("%s is left out of %s, and the text behind it stays", (selector, html) => {
  const { text, markdown } = read(html + sentence("Last"), selector);
  for (const part of [text, markdown]) {
    expect(part).not.toContain("GONE");
    expect(part).toContain("First says");
    expect(part).toContain("Last says");
  }
  if (selector !== "x-none") expect(read(html + sentence("Last")).text).toContain("GONE");
});

test("links in blocks that are left out are still followed", () => {
  expect(read('<div class="ad"><a href="/next">Next</a></div>', ".ad").links).toEqual(["https://a.test/next"]);
});

test.each([
  "",
  "a b",
  "a > b",
  "*",
  ":hover",
  ".a:not(.b)",
  "[a^=b]",
  "a,",
  ".",
  "#",
  "[",
  "[a=",
  "a{}",
  "x".repeat(201),
])("%j is refused as a selector", (selector) => {
  expect(selectorsProblem([selector])).toMatch(/selector|characters/);
});

test("a list has at most fifty selectors", () => {
  expect(selectorsProblem(Array.from({ length: 50 }, (_, at) => `.c${at}`))).toBeUndefined();
  expect(selectorsProblem(Array.from({ length: 51 }, (_, at) => `.c${at}`))).toBe("more than 50 selectors");
});
