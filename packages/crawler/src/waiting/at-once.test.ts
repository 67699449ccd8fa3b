import { expect, test } from "vitest";
import { forEachAtOnce } from "./at-once.ts";

test("so many are worked on at once, and begun in their order", async () => {
  const begun: number[] = [];
  let now = 0;
  let most = 0;
  await forEachAtOnce([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    begun.push(item);
    most = Math.max(most, ++now);
    await new Promise((resolve) => setImmediate(resolve));
    now--;
  });
  expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

test("the first failure is thrown when none runs any more, and nothing is begun after it", async () => {
  const ended: number[] = [];
  const work = async (item: number) => {
    await new Promise((resolve) => setImmediate(resolve));
    if (item === 2) throw new Error("the disk is full");
    await new Promise((resolve) => setImmediate(resolve));
    ended.push(item);
  };
  await expect(forEachAtOnce([1, 2, 3, 4, 5], 2, work)).rejects.toThrow("the disk is full");
  expect(ended).toEqual([1]);
});
