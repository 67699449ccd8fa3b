import { expect, test, vi } from "vitest";
import { Host, type Reaction, retryAfterMs } from "./host.ts";

const never = new AbortController().signal;
const ORIGIN = "https://x.dev";
const fast: Reaction = { ms: 50 };
const full = { refused: "503 Service Unavailable", retryAfterMs: undefined } satisfies Reaction;

async function ask(host: Host, reaction: Reaction, origin = ORIGIN) {
  await host.enter(origin, never);
  return host.leave(origin, reaction);
}

async function askTimes(host: Host, times: number, reaction: Reaction): Promise<void> {
  for (let n = 0; n < times; n++) await ask(host, reaction);
}

/** Number of requests that a host takes at once. */
async function widthOf(host: Host): Promise<number> {
  const stop = new AbortController();
  let inside = 0;
  const all = Array.from({ length: 40 }, () => host.enter(ORIGIN, stop.signal).then(() => inside++));
  for (let n = 0; n < 5; n++) await Promise.resolve();
  stop.abort();
  await Promise.allSettled(all);
  for (let n = 0; n < inside; n++) host.leave(ORIGIN, "nothing");
  return inside;
}

test("concurrency starts at four, or at twelve after a fast first answer, and grows by one with each answer up to the limit", async () => {
  const host = new Host(16);
  const widths = [await widthOf(host)];
  for (const times of [1, 2, 50]) {
    await askTimes(host, times, fast);
    widths.push(await widthOf(host));
  }
  expect(widths).toEqual([4, 13, 15, 16]);
});

test("a slow first answer leaves the start at four, and a lower limit is never exceeded", async () => {
  const slow = new Host(16);
  await ask(slow, { ms: 700 });
  const narrow = new Host(6);
  await ask(narrow, fast);
  expect([await widthOf(slow), await widthOf(narrow)]).toEqual([5, 6]);
});

test("an overloaded host gets half the concurrency, which then grows by one a round", async () => {
  const host = new Host(16);
  await askTimes(host, 12, fast);
  expect(await ask(host, full)).toEqual({ reason: "503 Service Unavailable", concurrency: 8 });
  await askTimes(host, 7, fast);
  expect(await widthOf(host)).toBe(8);
  await askTimes(host, 1, fast);
  expect(await widthOf(host)).toBe(9);
});

test("refusals of requests that were in flight together halve the concurrency only once", async () => {
  const host = new Host(16);
  await askTimes(host, 12, fast);
  for (let n = 0; n < 8; n++) await host.enter(ORIGIN, never);
  expect([1, 2, 3, 4].map(() => host.leave(ORIGIN, full)?.concurrency)).toEqual([8, undefined, undefined, undefined]);
});

test("answers far slower than the host's fastest halve the concurrency; a host that is always slow keeps it", async () => {
  const usedToBeFast = new Host(16);
  await ask(usedToBeFast, fast);
  expect(await ask(usedToBeFast, { ms: 3000 })).toEqual({ reason: "slow answers", concurrency: 6 });
  const alwaysSlow = new Host(16);
  await askTimes(alwaysSlow, 5, { ms: 3000 });
  expect(await widthOf(alwaysSlow)).toBeGreaterThanOrEqual(4);
});

test("waiting requests get slots in their order, and a cancelled one holds up nobody", async () => {
  const host = new Host(1);
  await host.enter(ORIGIN, never);
  const order: string[] = [];
  const leaver = new AbortController();
  const waiting = [
    host.enter(ORIGIN, never).then(() => order.push("first")),
    host.enter(ORIGIN, leaver.signal).catch(() => order.push("gave up")),
    host.enter(ORIGIN, never).then(() => order.push("third")),
  ];
  leaver.abort();
  await waiting[1];
  host.leave(ORIGIN, fast);
  await waiting[0];
  host.leave(ORIGIN, fast);
  await Promise.all(waiting);
  expect(order).toEqual(["gave up", "first", "third"]);
});

test("if a host asks for a pause of more than a minute, all waiting and new requests fail at once", async () => {
  const host = new Host(1);
  await host.enter(ORIGIN, never);
  const waiting = host.enter(ORIGIN, never);
  host.leave(ORIGIN, { refused: "429 Too Many Requests", retryAfterMs: 90_000 });
  const again = /^the host asked not to be asked for 90 s: it can be asked again at \d\d:\d\d:\d\d UTC$/;
  const told = { code: "host_asks_to_wait", message: expect.stringMatching(again) };
  await expect(waiting).rejects.toMatchObject(told);
  await expect(host.enter(ORIGIN, never)).rejects.toMatchObject(told);
});

test("the rest of a pause that a host asked for is known", async () => {
  const host = new Host(1);
  expect(host.pauseMs).toBe(0);
  await ask(host, { refused: "429 Too Many Requests", retryAfterMs: 30_000 });
  expect(Math.round(host.pauseMs / 1000)).toBe(30);
});

test("a host that refuses even single requests is asked at growing intervals, and each is reported", async () => {
  const host = new Host(1);
  const reason = full.refused;
  expect([await ask(host, full), await ask(host, full), await ask(host, fast)]).toEqual([
    { reason, concurrency: 1, gapMs: 250 },
    { reason, concurrency: 1, gapMs: 500 },
    undefined,
  ]);
});

test("all requests that wait for a delay continue when it is over", async () => {
  const host = new Host(16);
  host.setDelay(ORIGIN, 0.001);
  const asking = Array.from({ length: 300 }, () => ask(host, fast));
  expect(await Promise.all(asking)).toHaveLength(300);
});

test("a Crawl-delay is capped at ten seconds and slows down no other origin", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const host = new Host(16);
  host.setDelay("http://x.dev:8080", 1e9);
  let isIn = false;
  const waiting = host.enter("http://x.dev:8080", never).then(() => {
    isIn = true;
  });
  await askTimes(host, 30, fast);
  expect(await widthOf(host)).toBe(16);
  await vi.advanceTimersByTimeAsync(9_998);
  expect(isIn).toBe(false);
  await vi.advanceTimersByTimeAsync(2);
  await waiting;
  vi.useRealTimers();
});

test.each([
  ["120", 120_000],
  [" 0 ", 0],
  ["999999999", 86_400_000],
  ["Thu, 01 Jan 2026 00:00:30 GMT", 30_000],
  ["Wed, 31 Dec 2025 23:00:00 GMT", 0],
  ["-5", undefined],
  ["2026", 2_026_000],
  ["soon", undefined],
  [undefined, undefined],
])("Retry-After: %s is %s milliseconds", (field, ms) => {
  expect(retryAfterMs(field, new Date("2026-01-01T00:00:00Z"))).toBe(ms);
});
