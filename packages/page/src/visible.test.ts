import { expect, test } from "vitest";
import { pageMarkdown } from "./markdown/markdown.ts";
import { HIDDEN, INVISIBLE, visibleText } from "./visible.ts";

const markdown = (body: string) =>
  pageMarkdown(Buffer.from(`<!doctype html><meta charset=utf-8><title>A</title><main>${body}</main>`), {
    url: "https://a.test/",
    contentType: "text/html; charset=utf-8",
  });

/** ESC, a zero-width space, a direction override, a soft hyphen, a byte order mark, private use, a tag character. */
const UNSEEN = "\u001b\u200b\u202e\u00ad\ufeff\ue000\u{e0041}";
const WORDS = "A paragraph with words enough to be what this page is about, and not a part of its frame.";

test("Markdown of a page has no character that no reader sees", () => {
  const text = markdown(`<h2>He${UNSEEN}ading</h2><p>${WORDS} wo${UNSEEN}rd <code>co${UNSEEN}de</code>
    <a href="/to${UNSEEN}" title="t${UNSEEN}t">li${UNSEEN}nk</a> <img src="/i.png" alt="al${UNSEEN}t"></p>
    <pre><code class="language-c${UNSEEN}">li${UNSEEN}ne 1\n\tline 2</code></pre>
    <table><tr><th>ce${UNSEEN}ll</th><th>b</th></tr><tr><td>1</td><td>2${UNSEEN}</td></tr></table>
    <p><math alttext="al${UNSEEN}l"><mi>x${UNSEEN}</mi></math> <span class="math">\\(y${UNSEEN}^2\\)</span></p>
    <details><summary>su${UNSEEN}m</summary><p>${WORDS}</p></details>`);
  for (const line of text.split("\n")) expect(HIDDEN.test(line.replaceAll("\t", " ")), line).toBe(false);
  for (const part of ["## Heading", "word `code`", "[link](", "![alt](", "line 1\n\tline 2", "| cell |"])
    expect(text).toContain(part);
});

test("a character that no reader sees does not keep what is behind it from being text", () => {
  expect(markdown(`<p>\u200b# ${WORDS}</p>`)).toBe(`\\# ${WORDS}`);
  expect(markdown(`<p>${WORDS} [a]\u200b(https://b.test)</p>`)).toContain("[a\\](https://b.test)");
  expect(markdown(`<p>${WORDS} <img src=/i.png alt="a]\u200b(https://b.test) [b"></p>`)).not.toContain("a](https");
});

test("joiners that words and emoji are spelt with stay", () => {
  for (const text of ["می\u200cخواهم", "👩\u200d💻", "☀\ufe0f"])
    expect(markdown(`<p>${WORDS} ${text}</p>`)).toContain(text);
});

test("of every character alone, the quick look at a text says what the slow one says", () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    const text = String.fromCodePoint(code);
    const slow = text
      .replace(/[\r]/, "\n")
      .replace(/[\v\f\u0085\u2028\u2029]/, " ")
      .replace(INVISIBLE, "");
    if (visibleText(text) !== slow) expect.fail(`U+${code.toString(16)}`);
  }
});
