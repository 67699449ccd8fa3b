import { expect, test } from "vitest";
import { ListTurns } from "./list-turns.ts";

const listed = (heading: number, count: number) =>
  Array.from({ length: count }, () => ({ place: "content", heading }) as const);

/** Lists of the first links by their turns. */
function firstOf(links: ReturnType<typeof listed>, isHome: boolean, count: number) {
  const turns = new ListTurns(links, { isHome });
  const inTurn = links.map((link) => {
    const turn = turns.of(link);
    turns.take(link);
    return { turn, heading: link.heading };
  });
  const first = inTurn.toSorted((a, b) => a.turn - b.turn).slice(0, count);
  return Map.groupBy(first, ({ heading }) => heading);
}

test("lists of a page have equal turns", () => {
  const first = firstOf([...listed(1, 40), ...listed(2, 5)], false, 10);
  expect([first.get(1)?.length, first.get(2)?.length]).toEqual([5, 5]);
});

test("on the homepage small lists take no places of the main ones, and the first named come first", () => {
  const small = Array.from({ length: 12 }, (_, n) => listed(n + 2, 4)).flat();
  const first = firstOf([...listed(1, 40), ...small], true, 24);
  expect(first.get(1)?.length).toBeGreaterThan(15);
  expect(first.get(2)?.length).toBeGreaterThanOrEqual(first.get(9)?.length ?? 0);
});

test("of 26 equal lists of the homepage each has its turn among the first fifty", () => {
  const letters = Array.from({ length: 26 }, (_, n) => listed(n, 40)).flat();
  expect(firstOf(letters, true, 50).size).toBe(26);
});
