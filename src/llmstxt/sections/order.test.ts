import fc from "fast-check";
import { expect, test } from "vitest";
import { comparePaths } from "./order.ts";

test("numbers in paths count by their value", () => {
  const paths = ["/ch10", "/ch2", "/ch2/b", "/ch1", "/v10.2/a", "/v9.10/a", "/v9.9/a", "/007", "/7", "/x"];
  expect(paths.sort(comparePaths)).toEqual([
    "/007",
    "/7",
    "/ch1",
    "/ch2",
    "/ch2/b",
    "/ch10",
    "/v9.9/a",
    "/v9.10/a",
    "/v10.2/a",
    "/x",
  ]);
});

test("the order of paths is the same whatever order they came in", () => {
  const path = fc.array(fc.constantFrom("0", "00", "1", "10", "a", "-", "/", "9".repeat(20)), { maxLength: 5 });
  const paths = fc.array(
    path.map((parts) => parts.join("")),
    { maxLength: 12 },
  );
  const shuffled = paths.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      expect([...one].sort(comparePaths)).toEqual([...other].sort(comparePaths));
    }),
  );
});
