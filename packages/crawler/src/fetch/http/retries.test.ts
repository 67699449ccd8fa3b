import { expect, test } from "vitest";
import { RetryBudget, Tries } from "./retries.ts";

/** Number of times that a failing request is repeated, with or without answers to others in between. */
function repetitions(
  budget: RetryBudget,
  { isRefused, othersAnswered }: Record<"isRefused" | "othersAnswered", boolean>,
) {
  const tries = new Tries(budget);
  let count = 0;
  for (; count < 100; count++) {
    if (othersAnswered) budget.answered();
    if (!tries.mayRepeat(isRefused ? "refused" : "failed")) break;
  }
  return count;
}

test("a request that fails is made twice more", () => {
  expect(repetitions(new RetryBudget(), { isRefused: false, othersAnswered: true })).toBe(2);
});

test("a request that a host refused while it answered others is made twelve times more: the host limits the rate", () => {
  expect(repetitions(new RetryBudget(), { isRefused: true, othersAnswered: true })).toBe(12 + 2);
});

test("a host that refuses everything is asked twice again and no more", () => {
  const budget = new RetryBudget();
  for (let answers = 0; answers < 50; answers++) budget.answered();
  expect(repetitions(budget, { isRefused: true, othersAnswered: false })).toBe(2);
});

test("a crawl waits at most once for each good answer, and retries ten times and once for each five requests", () => {
  const budget = new RetryBudget();
  const failing = Array.from({ length: 40 }, () => repetitions(budget, { isRefused: false, othersAnswered: false }));
  expect(failing.reduce((sum, count) => sum + count)).toBe(10 + 40 / 5);
  for (let answers = 0; answers < 3; answers++) budget.answered();
  expect([1, 2, 3, 4].map(() => budget.spendWait())).toEqual([true, true, true, false]);
});
