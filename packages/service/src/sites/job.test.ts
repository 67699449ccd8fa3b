import { expect, test } from "vitest";
import { gotFurther } from "./job.ts";

test("a tenth of the pages more is further, one answer at least and twenty at most", () => {
  const least = (of: number) =>
    Array.from({ length: 30 }, (_, more) => more).find((more) => gotFurther(40 + more, 40, of));
  expect([1, 20, 50, 1_000].map(least)).toEqual([1, 2, 5, 20]);
  expect(gotFurther(40, 41, 1)).toBe(false);
});
