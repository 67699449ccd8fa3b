import { expect, test } from "vitest";
import { CrawlPlaces } from "./places.ts";

const never = new AbortController().signal;
const silent = () => {};

test("places are given out in the order in which they were asked for", async () => {
  const places = new CrawlPlaces(2);
  const order: string[] = [];
  const first = await places.take(silent, never);
  const second = await places.take(silent, never);
  const later = ["third", "fourth"].map((name) =>
    places.take(silent, never).then((slot) => {
      order.push(name);
      return slot;
    }),
  );
  expect([places.taken, places.waiting]).toEqual([2, 2]);
  second[Symbol.dispose]();
  await later[0];
  expect(order).toEqual(["third"]);
  first[Symbol.dispose]();
  await later[1];
  expect(order).toEqual(["third", "fourth"]);
  for (const slot of await Promise.all(later)) slot[Symbol.dispose]();
  expect([places.taken, places.waiting]).toEqual([0, 0]);
});

test("those who wait are told how many are ahead, at once and whenever the queue moves", async () => {
  const places = new CrawlPlaces(1);
  const held = await places.take(silent, never);
  const told: Record<string, number[]> = { a: [], b: [], c: [] };
  const leave = new AbortController();
  const wait = (name: string, signal = never) => places.take((ahead) => told[name]?.push(ahead), signal);
  const a = wait("a");
  const b = wait("b", leave.signal);
  const c = wait("c");
  leave.abort(new Error("gone"));
  await expect(b).rejects.toThrow("gone");
  held[Symbol.dispose]();
  (await a)[Symbol.dispose]();
  (await c)[Symbol.dispose]();
  expect(told).toEqual({ a: [0], b: [1], c: [2, 1, 0] });
});

test("of five hundred that wait, who is far behind hears now and then, and who is near of each that goes", async () => {
  const places = new CrawlPlaces(1);
  const held = await places.take(silent, never);
  const heard: number[] = [];
  const messages: number[] = [];
  const waiting = Array.from({ length: 500 }, async (_, place) => {
    const slot = await places.take((ahead) => (place === 499 ? heard : messages).push(ahead), never);
    slot[Symbol.dispose]();
  });
  held[Symbol.dispose]();
  await Promise.all(waiting);
  expect(heard.slice(0, 3)).toEqual([499, 399, 319]);
  expect(heard.slice(-10)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  expect(messages.length).toBeLessThan(500 * 30);
});

test("a place given back twice is free once", async () => {
  const places = new CrawlPlaces(1);
  const held = await places.take(silent, never);
  held[Symbol.dispose]();
  held[Symbol.dispose]();
  expect(places.taken).toBe(0);
});

test("the thousand-and-first in the queue is turned away", async () => {
  const places = new CrawlPlaces(1);
  await places.take(silent, never);
  const stop = new AbortController();
  const queue = Array.from({ length: 1_000 }, () => places.take(silent, stop.signal));
  await expect(places.take(silent, never)).rejects.toThrow("Server busy: 1000 crawls are waiting");
  stop.abort();
  expect((await Promise.allSettled(queue)).every(({ status }) => status === "rejected")).toBe(true);
  expect(places.waiting).toBe(0);
});
