import { expect, test } from "vitest";
import { excerpt, firstSentence } from "./excerpt.ts";

test("a text that fits stays as it is, on one line", () => {
  expect(excerpt("  One\n two\tthree ", 13)).toBe("One two three");
});

test("the cut falls behind the last whole sentence that fits", () => {
  expect(excerpt("First sentence here. Second one is longer. Third.", 45)).toBe(
    "First sentence here. Second one is longer.",
  );
});

test("an abbreviation, an initial or a version number ends no sentence", () => {
  expect(excerpt("It was Dr. Smith who went there with all of them.", 20)).toBe("It was Dr. Smith…");
  expect(excerpt("Written by J. R. Tolkien and by several others too.", 22)).toBe("Written by J. R.…");
  expect(excerpt("Node.js 2.0 runs e.g. on Linux and on many others.", 26)).toBe("Node.js 2.0 runs e.g. on…");
});

test("the first sentence ends at a full stop before a capital, or at an ideographic one", () => {
  expect(firstSentence("Use Node.js v2.0 e.g. here. Then go.")).toBe("Use Node.js v2.0 e.g. here.");
  expect(firstSentence("第一句。第二句。")).toBe("第一句。");
  expect(firstSentence("Due Thursday, Sept. 12, at noon. Bring paper.")).toBe("Due Thursday, Sept. 12, at noon.");
  expect(firstSentence("See Dr. Ames first! Then go.")).toBe("See Dr. Ames first!");
  expect(firstSentence("only one")).toBe("only one");
});

test("without a sentence the cut falls behind a clause, else behind a word", () => {
  expect(excerpt("when it rains for a while, it pours on and on", 34)).toBe("when it rains for a while…");
  expect(excerpt("abcdefgh ijklmnop qrstuvwx yz", 20)).toBe("abcdefgh ijklmnop…");
});

test("Chinese and Japanese are cut behind their full stop or between words", () => {
  expect(excerpt("これは文です。これは二番目の文です。三番目。", 14)).toBe("これは文です。");
  const cut = excerpt("日本語の文章は単語の間に空白を置かない言語であるため切るのが難しい", 15);
  expect([...cut].length).toBeLessThanOrEqual(15);
  expect(cut.endsWith("…")).toBe(true);
});

test("Thai is cut between words, Arabic and Hebrew behind theirs", () => {
  expect(excerpt("ภาษาไทยไม่มีการเว้นวรรคระหว่างคำและประโยค", 12)).toBe("ภาษาไทย…");
  expect(excerpt("هل هذا صحيح؟ نعم هذا صحيح تماما", 20)).toBe("هل هذا صحيح؟");
  expect(excerpt("שלום עולם זה משפט ארוך מאוד בעברית", 18)).toBe("שלום עולם זה משפט…");
});

test("no grapheme is ever cut in two", () => {
  const family = "👨‍👩‍👧‍👦";
  expect(excerpt(family.repeat(5), 16)).toBe(`${family.repeat(2)}…`);
  expect(excerpt("e\u0301".repeat(20), 10)).toBe(`${"e\u0301".repeat(4)}…`);
  expect(excerpt("🇩🇪🇫🇷🇮🇹🇪🇸", 4)).toBe("🇩🇪…");
});

test("it is never longer than asked, in code points", () => {
  for (const text of ["😀".repeat(50), "Word. ".repeat(30), `${"x".repeat(60)}. End`, `a${"\u0301".repeat(90)}`]) {
    for (let most = 0; most < 70; most++) expect([...excerpt(text, most)].length).toBeLessThanOrEqual(most);
  }
});
