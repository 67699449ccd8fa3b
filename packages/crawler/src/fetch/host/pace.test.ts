import { expect, test } from "vitest";
import { type Observation, Pace } from "./pace.ts";

const fast: Observation = { type: "answered", elapsedMs: 50 };
const refused: Observation = { type: "refused", reason: "429 Too Many Requests" };

/** One request after another, none beside it. */
function paceAfter(...seen: readonly Observation[]): Pace {
  const pace = new Pace(16);
  for (const one of seen) pace.learn(one, 0);
  return pace;
}

const times = (count: number, seen: Observation): Observation[] => Array.from({ length: count }, () => seen);

test("a concurrency that a host refused is tried again after fifty answers, and not before", () => {
  const pace = paceAfter(refused, ...times(2, fast));
  expect(pace.concurrency).toBe(3);
  for (const seen of times(49, fast)) pace.learn(seen, 0);
  expect(pace.concurrency).toBe(3);
  pace.learn(fast, 0);
  expect(pace.concurrency).toBe(4);
});

test("a host that refuses even one at a time is asked at distances that double, up to four seconds", () => {
  const gaps = [3, 4, 5, 6, 7, 8].map((refusals) => paceAfter(...times(refusals, refused)).gapMs);
  expect(gaps).toEqual([250, 500, 1000, 2000, 4000, 4000]);
});

test("the distance is halved after each ten answers, and gone at last", () => {
  const pace = paceAfter(...times(5, refused));
  const gaps = [1, 2, 3].map(() => {
    for (const seen of times(10, fast)) pace.learn(seen, 0);
    return pace.gapMs;
  });
  expect(gaps).toEqual([500, 250, 0]);
  expect(pace.concurrency).toBe(1);
});

test("a host that says when to come back is never kept waiting longer than that between two requests", () => {
  expect(paceAfter(...times(9, { ...refused, retryAfterMs: 600 })).gapMs).toBe(600);
});

test("a time-out says nothing about how much a host allows", () => {
  const pace = paceAfter(...times(9, { type: "timedOut" }));
  expect([pace.concurrency, pace.gapMs]).toEqual([1, 0]);
  for (const seen of times(16 * 16, fast)) pace.learn(seen, 0);
  expect(pace.concurrency).toBe(16);
});

test("a quick start is not held back: sixteen at a time after twelve answers", () => {
  expect(paceAfter(...times(12, fast)).concurrency).toBe(16);
});
