import { HIDDEN } from "@llmstxt-service/page/visible";
import fc from "fast-check";
import { expect, test } from "vitest";
import { headingText, linkUrl, noteText, plainText, titleText } from "./text.ts";

test.each([
  ["white space of every kind is one space", "a\t\n\r\u0085\u00a0\u2028\u2029\u3000b", "a b"],
  ["control, zero-width, direction and tag characters are dropped", "a\u0007\u200b\u202e\u2066\u{e0041}\ufeffb", "ab"],
  ["lone surrogates and icon fonts are dropped", "a\ud800b\uf0c1", "ab"],
  ["letters are composed", "e\u0301", "é"],
  ["a mark at the beginning has nothing to stand on", "\u0301a", "a"],
  ["tags and comments are dropped", "a <b>bold</b> word<br>on <!-- not --> two lines", "a bold word on two lines"],
  ["a tag that only appears when another is dropped is none", "<scr<b>ipt>x", "‹script>x"],
  [
    "a page's own angle brackets are kept in other brackets",
    "RefCell<T> and <MyButton size=2>",
    "RefCell‹T› and ‹MyButton size=2›",
  ],
  ["a file in angle brackets keeps both of them", "Defined in <nlohmann/json.hpp>.", "Defined in ‹nlohmann/json.hpp›."],
  ["also where their words are joined by more than a hyphen", "of class <httr2_token>", "of class ‹httr2_token›"],
  ["an automatic link is its address", "see <https://x.dev/>", "see https://x.dev/"],
  ["comparisons are no tags", "a < b > c", "a < b > c"],
  ["an emoji keeps its look", "❤️ a", "❤️ a"],
])("%s", (_, text, plain) => {
  expect(plainText(text)).toBe(plain);
});

test("text that passed once passes unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      const plain = plainText(text);
      expect(plainText(plain)).toBe(plain);
    }),
    { numRuns: 3000 },
  );
});

test("a title holds no brackets, no trailing backslash and no backtick alone", () => {
  expect(titleText("Array [a](b) \\")).toBe("Array (a)(b)");
  expect(titleText("The `map` method")).toBe("The `map` method");
  expect(titleText("An odd ` one")).toBe("An odd one");
  expect([...titleText("long ".repeat(100))].length).toBeLessThanOrEqual(200);
});

test.each([
  ["Tom &amp; Jerry&#8217;s &quot;best&quot; &#039;show&#x27;", "Tom & Jerry’s \"best\" 'show'"],
  ["The &nbsp; character", "The &nbsp; character"],
  ["Why &lt;script&gt; is escaped", "Why &lt;script&gt; is escaped"],
  ["&amp;lt;b&amp;gt; twice", "&lt;b&gt; twice"],
  ["&AMP; and &ampersand; and &#60;i&#62;", "& and &ampersand; and &#60;i&#62;"],
])("a title is decoded a second time for ampersands and quotes only: %s", (read, title) => {
  expect(titleText(read)).toBe(title);
});

test("a heading does not begin like Markdown", () => {
  expect(headingText("## > 1. - Docs")).toBe("Docs");
});

test("an excerpt holds no live link and does not begin with a separator", () => {
  expect(noteText("See [the guide](https://evil.example/) now", 500)).toBe(
    "See [the guide] (https://evil.example/) now",
  );
  expect(noteText(": and more", 500)).toBe("and more");
});

test("a short first sentence is kept rather than a long beginning of the second", () => {
  const second = "And then there is a second one that goes on and on, ".repeat(4);
  expect(noteText(`A queue for jobs. ${second}`, 100)).toBe("A queue for jobs.");
});

test("a link's address is absolute, without fragment and tracking, its parentheses encoded", () => {
  expect(linkUrl("https://X.dev/a_(b)?utm_source=y&q=[1]#top")).toBe("https://x.dev/a_%28b%29?q=%5B1%5D");
  expect(["javascript:alert(1)", "/a", "https://me:pw@x.dev/", ""].map(linkUrl)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("joiners stay where words need them, and nowhere else", () => {
  const kept = ["نشریه\u200cی", "می\u200cروم", "क्\u200dष", "👩\u200d💻", "🏳\uFE0F\u200d🌈"];
  for (const text of kept) expect(plainText(text)).toBe(text);
  for (const text of kept) expect(HIDDEN.test(text)).toBe(false);
  expect(plainText("pay\u200cpal \u200dx ی\u200c \u200cی a\u200dی")).toBe("paypal x ی ی aی");
  expect(HIDDEN.test("pay\u200cpal")).toBe(true);
});
