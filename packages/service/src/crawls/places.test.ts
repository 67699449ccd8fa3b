import { expect, test } from "vitest";
import { CrawlPlaces } from "./places.ts";

const never = new AbortController().signal;
const silent = () => {};

test("places are given out in the order in which they were asked for", async () => {
  const places = new CrawlPlaces({ size: 2, each: 2 });
  const order: string[] = [];
  const first = await places.take("one", silent, never);
  const second = await places.take("one", silent, never);
  const later = ["third", "fourth"].map((name) =>
    places.take("one", silent, never).then((slot) => {
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
  const places = new CrawlPlaces({ size: 1 });
  const held = await places.take("one", silent, never);
  const told: Record<string, number[]> = { a: [], b: [], c: [] };
  const leave = new AbortController();
  const wait = (name: string, signal = never) => places.take("one", (ahead) => told[name]?.push(ahead), signal);
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
  const places = new CrawlPlaces({ size: 1 });
  const held = await places.take("one", silent, never);
  const heard: number[] = [];
  const messages: number[] = [];
  const waiting = Array.from({ length: 500 }, async (_, place) => {
    const slot = await places.take("one", (ahead) => (place === 499 ? heard : messages).push(ahead), never);
    slot[Symbol.dispose]();
  });
  held[Symbol.dispose]();
  await Promise.all(waiting);
  expect(heard.slice(0, 3)).toEqual([499, 399, 319]);
  expect(heard.slice(-10)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  expect(messages.length).toBeLessThan(500 * 30);
});

test("a place given back twice is free once", async () => {
  const places = new CrawlPlaces({ size: 1 });
  const held = await places.take("one", silent, never);
  held[Symbol.dispose]();
  held[Symbol.dispose]();
  expect(places.taken).toBe(0);
});

test("the thousand-and-first in the queue is turned away", async () => {
  const places = new CrawlPlaces({ size: 1 });
  await places.take("one", silent, never);
  const stop = new AbortController();
  const queue = Array.from({ length: 1_000 }, () => places.take("one", silent, stop.signal));
  await expect(places.take("one", silent, never)).rejects.toThrow("Server busy: 1000 crawls are waiting");
  stop.abort();
  expect((await Promise.allSettled(queue)).every(({ status }) => status === "rejected")).toBe(true);
  expect(places.waiting).toBe(0);
});

test("clients take turns: a crawl of one with two hundred waiting keeps another's for one crawl", async () => {
  const places = new CrawlPlaces({ size: 1 });
  const order: string[] = [];
  const crawl = async (client: string) => {
    const place = await places.take(client, silent, never);
    order.push(client);
    place[Symbol.dispose]();
  };
  const held = await places.take("many", silent, never);
  const many = Array.from({ length: 200 }, () => crawl("many"));
  const few = [crawl("few"), crawl("few")];
  held[Symbol.dispose]();
  await Promise.all([...many, ...few]);
  expect(order.slice(0, 5)).toEqual(["many", "few", "many", "few", "many"]);
});

test("who waits is told how many are ahead by turns of clients", async () => {
  const places = new CrawlPlaces({ size: 1 });
  await places.take("many", silent, never);
  const told: Record<string, number> = {};
  const wait = (client: string, name: string) =>
    void places.take(client, (ahead) => Object.assign(told, { [name]: ahead }), never);
  for (const name of ["m1", "m2", "m3"]) wait("many", name);
  wait("few", "f1");
  expect(told).toEqual({ m1: 0, f1: 1, m2: 2, m3: 3 });
});

test("a client has at most its share of the places, also where others are free", async () => {
  const places = new CrawlPlaces({ size: 4, each: 2 });
  const order: string[] = [];
  const crawl = (client: string, name: string) =>
    places.take(client, silent, never).then((place) => {
      order.push(name);
      return place;
    });
  const first = await crawl("many", "m1");
  await crawl("many", "m2");
  const third = crawl("many", "m3");
  await crawl("few", "f1");
  expect([places.taken, places.waiting]).toEqual([3, 1]);
  first[Symbol.dispose]();
  await third;
  expect(order).toEqual(["m1", "m2", "f1", "m3"]);
});

test("a queue that one client has filled is open to others", async () => {
  const places = new CrawlPlaces({ size: 1 });
  await places.take("many", silent, never);
  const stop = new AbortController();
  const queue = Array.from({ length: 1_000 }, () => places.take("many", silent, stop.signal));
  await expect(places.take("many", silent, never)).rejects.toThrow("Server busy: 1000 crawls are waiting");
  queue.push(...Array.from({ length: 10 }, () => places.take("few", silent, stop.signal)));
  await expect(places.take("few", silent, never)).rejects.toThrow("Server busy: 1010 crawls are waiting");
  stop.abort();
  await Promise.allSettled(queue);
  expect(places.waiting).toBe(0);
});
