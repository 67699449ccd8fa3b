import fc from "fast-check";
import { expect, test } from "vitest";
import { wordsDiff } from "./words-diff.ts";

const without = (type: "added" | "removed", before: string, after: string) =>
  wordsDiff(before, after)
    .filter((run) => run.type !== type)
    .map((run) => run.text)
    .join("");

test("words that changed are marked, the others stay", () => {
  expect(wordsDiff("Use one now.", "Use two now.")).toEqual([
    { type: "same", text: "Use " },
    { type: "removed", text: "one" },
    { type: "added", text: "two" },
    { type: "same", text: " now." },
  ]);
});

test("whatever the texts, leaving out what came gives the old one and leaving out what went the new one", () => {
  const sentence = fc.array(fc.constantFrom("a", "b", "c", " ", "  ", "\n", "word")).map((words) => words.join(""));
  fc.assert(
    fc.property(sentence, sentence, (before, after) => {
      expect(without("added", before, after)).toBe(before);
      expect(without("removed", before, after)).toBe(after);
    }),
  );
});

test("texts of many thousand words are compared as a whole instead of for minutes", () => {
  const long = "word ".repeat(20_000);
  expect(wordsDiff(long, `${long}!`).map((run) => run.type)).toEqual(["removed", "added"]);
});
