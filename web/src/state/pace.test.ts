import { expect, test } from "vitest";
import type { SocketEvent } from "../protocol/types.ts";
import { Pace } from "./pace.ts";

/** Tells it of an event, with the fields that it looks at. */
function tell(pace: Pace, atMs: number, event: object): void {
  const sent: SocketEvent = JSON.parse(JSON.stringify(event));
  pace.take(sent, atMs);
}

const PAGE = { type: "page" };
const pause = (leftMs: number) => ({ type: "waiting", host: "x.dev", leftMs });

test("pages are counted by the second, and a pause, a slow part and an absence are told apart", () => {
  const pace = new Pace();
  for (const atMs of [100, 200, 900, 1_500]) tell(pace, atMs, PAGE);
  tell(pace, 2_000, pause(2_000));
  tell(pace, 4_000, { type: "slower" });
  tell(pace, 4_500, PAGE);
  tell(pace, 7_000, { type: "resumed", silentMs: 2_000 });
  expect(pace.beats(7_000, 100)).toEqual([
    { rate: 3, state: "going" },
    { rate: 1, state: "going" },
    { rate: 0, state: "waiting" },
    { rate: 0, state: "waiting" },
    { rate: 1, state: "slow" },
    { rate: 0, state: "away" },
    { rate: 0, state: "away" },
  ]);
});

test("a long time is drawn in as many parts as there is room for, each as the mean of its seconds", () => {
  const pace = new Pace();
  for (let second = 0; second < 600; second++) tell(pace, second * 1000, PAGE);
  const beats = pace.beats(600_000, 60);
  expect(beats).toHaveLength(60);
  expect(new Set(beats.map(({ rate }) => rate))).toEqual(new Set([1]));
});

test("two hosts that ask for a pause at once keep the crawl waiting once", () => {
  const pace = new Pace();
  tell(pace, 1_000, pause(4_000));
  tell(pace, 2_000, pause(5_000));
  tell(pace, 10_000, pause(60_000));
  expect(pace.waitedMs(12_000)).toBe(6_000 + 2_000);
});
