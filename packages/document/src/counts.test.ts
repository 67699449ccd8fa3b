import { expect, test } from "vitest";
import { frequentTexts, listCounts } from "./counts.ts";

test("a text counts once in each list, however often the list has it", () => {
  const counts = listCounts([["a", "b", "a"], [], new Set(["a"]), ["b", "b", "c"]]);
  expect([...counts]).toEqual([
    ["a", 2],
    ["b", 2],
    ["c", 1],
  ]);
});

test("frequent texts are those of more lists than asked for, among any number of others", () => {
  const lists = Array.from({ length: 2_000 }, (_, n) => [
    ...(n < 30 ? ["thirty"] : []),
    ...(n < 31 ? ["one more", "one more"] : []),
    ...Array.from({ length: 200 }, (_, m) => `own ${n} ${m}`),
  ]);
  expect([...frequentTexts(() => lists, 30)]).toEqual(["one more"]);
  expect([...frequentTexts(() => lists, 2_000)]).toEqual([]);
});
