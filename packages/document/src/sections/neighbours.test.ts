import { expect, test } from "vitest";
import { entriesOf, examplePage } from "../../../../test/llmstxt/example-page.ts";
import { type Group, joinNeighbours } from "./neighbours.ts";

function group(path: string, pages: number): Group {
  const names = path.split("/");
  const listed = Array.from({ length: pages }, (_, number) => examplePage(`https://x.dev/${path}/${number}`));
  return { within: names.slice(0, -1), names: names.slice(-1), entries: entriesOf(listed) };
}

/** `Within/Name, Name: pages` of each group. */
function joined(groups: readonly Group[], most: number): string[] | undefined {
  return joinNeighbours(groups, most)?.map(
    ({ within, names, entries }) => `${[...within, names.join(", ")].join("/")}: ${entries.length}`,
  );
}

test("groups stay apart where there is room for them", () => {
  const groups = [group("A", 2), group("B/C", 2), group("B/D", 2)];
  expect(joined(groups, 3)).toEqual(["A: 2", "B/C: 2", "B/D: 2"]);
});

test("those neighbours are joined first that bring the fewest pages together", () => {
  expect(joined([group("A", 9), group("B", 3), group("C", 2), group("D", 8)], 3)).toEqual(["A: 9", "B, C: 5", "D: 8"]);
});

test("a heading whose groups are all joined is one group of its own name", () => {
  expect(joined([group("A", 9), group("B/C", 2), group("B/D", 2)], 2)).toEqual(["A: 9", "B: 4"]);
});

test("what stands right under a heading takes in what stands under its smaller ones", () => {
  expect(joined([group("A", 9), group("B", 2), group("B/D", 2), group("B/E", 2)], 2)).toEqual(["A: 9", "B: 6"]);
});

test("neighbours under different headings are not joined", () => {
  expect(joined([group("A/B", 3), group("A/C", 3), group("D/E", 1), group("D/F", 3)], 3)).toEqual([
    "A/B: 3",
    "A/C: 3",
    "D: 4",
  ]);
});

test("a page alone is joined with its neighbour even where there is room", () => {
  expect(joined([group("A", 4), group("B", 1), group("C", 2)], 12)).toEqual(["A: 4", "B, C: 3"]);
});

test("a name of more than three parts is none", () => {
  expect(joined([group("A", 2), group("B", 2), group("C", 2), group("D", 2), group("E", 2)], 1)).toBeUndefined();
});
