import { expect, test } from "vitest";
import { listCounts } from "./counts.ts";

test("a text counts once in each list, however often the list has it", () => {
  const counts = listCounts([["a", "b", "a"], [], new Set(["a"]), ["b", "b", "c"]]);
  expect([...counts]).toEqual([
    ["a", 2],
    ["b", 2],
    ["c", 1],
  ]);
});
