import { expect, test } from "vitest";
import { PER_ROW, squaresOf } from "./squares.ts";

const squares = (path: string | undefined) => path?.split("M").length ?? 0;

test("amounts are drawn as squares, rounded, and none that is there is left out", () => {
  const { total, paths } = squaresOf([100, 0, 1, 262], 25);
  expect(paths.map((path) => squares(path) - 1)).toEqual([4, 0, 1, 10]);
  expect(total).toBe(15);
});

test("a row is full before the next one begins above it", () => {
  const { paths } = squaresOf([PER_ROW, 1], 1);
  expect(paths[1]).toMatch(/^M0 -12h/);
});
