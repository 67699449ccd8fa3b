import { expect, test } from "vitest";
import { clip, excerpt, grouped, onOneLine } from "./text.ts";

test("all white space becomes single spaces", () => {
  expect(onOneLine(" a  b\n\tc\u00a0d\u2003e\u3000 ")).toBe("a b c d e");
  expect(onOneLine("as it is")).toBe("as it is");
});

test("a text that fits stays as it is, a longer text is cut after its last whole sentence", () => {
  expect(excerpt("One two three.", 14)).toBe("One two three.");
  expect(excerpt("First sentence here. Second one is longer. Third.", 45)).toBe(
    "First sentence here. Second one is longer.",
  );
  for (const stop of "。．")
    expect(excerpt(`これは文です${stop}これは二番目の文です${stop}三番目${stop}`, 14)).toBe(`これは文です${stop}`);
});

test("an abbreviation, an initial or a version number ends no sentence", () => {
  expect(excerpt("It was Dr. Smith who went there with all of them.", 20)).toBe("It was Dr. Smith…");
  expect(excerpt("Node.js 2.0 runs e.g. on Linux and on many others.", 26)).toBe("Node.js 2.0 runs e.g. on…");
});

test("an excerpt is never longer than the limit, and no character is cut in two", () => {
  for (const text of ["😀".repeat(50), "Word. ".repeat(30), `${"x".repeat(60)}. End`])
    for (let most = 1; most < 70; most++) {
      expect(excerpt(text, most).length).toBeLessThanOrEqual(most);
      expect(clip(text, most).isWellFormed()).toBe(true);
    }
});

test("numbers have commas between thousands", () => {
  expect([999, 1_000, 1_234_567].map(grouped)).toEqual(["999", "1,000", "1,234,567"]);
});
