import { expect, test } from "vitest";
import { Host, type HostSlot, Hosts } from "./host.ts";
import type { Observation } from "./pace.ts";

const never = new AbortController().signal;
const fast: Observation = { type: "answered", elapsedMs: 50 };
const full = { type: "refused", reason: "503 Service Unavailable" } as const satisfies Observation;

/** To the second, since that is what the words have. */
const AGAIN = /^the host asked not to be asked for 90 s: it can be asked again at \d\d:\d\d:\d\d UTC$/;

const slotOf = (maxConcurrency: number) => new Host(maxConcurrency).at("https://x.dev");

async function ask(host: HostSlot, seen: Observation) {
  await host.enter(never);
  return host.leave(seen);
}

async function askTimes(host: HostSlot, times: number, seen: Observation): Promise<void> {
  for (let i = 0; i < times; i++) await ask(host, seen);
}

test("concurrency starts at four, at eight after a fast first answer, and grows by one for each, up to the most", async () => {
  const host = slotOf(16);
  expect(host.concurrency).toBe(4);
  await askTimes(host, 1, fast);
  expect(host.concurrency).toBe(9);
  await askTimes(host, 3, fast);
  expect(host.concurrency).toBe(12);
  await askTimes(host, 50, fast);
  expect(host.concurrency).toBe(16);
});

test("a first answer that was no fast one, or a refusal, gives no quick start; nor is a lower limit passed", async () => {
  const slow = slotOf(16);
  await ask(slow, { type: "answered", elapsedMs: 700 });
  expect(slow.concurrency).toBe(5);
  const refused = slotOf(16);
  await ask(refused, full);
  expect(refused.concurrency).toBe(2);
  const narrow = slotOf(6);
  await ask(narrow, fast);
  expect(narrow.concurrency).toBe(6);
});

test("a host that had too much gets half, and after that one more a round only", async () => {
  const host = slotOf(16);
  await askTimes(host, 12, fast);
  expect(await ask(host, full)).toEqual({ reason: "503 Service Unavailable", concurrency: 8 });
  await askTimes(host, 7, fast);
  expect(host.concurrency).toBe(8);
  await askTimes(host, 1, fast);
  expect(host.concurrency).toBe(9);
});

test("refusals of requests that were in flight together halve the concurrency once, not once each", async () => {
  const host = slotOf(16);
  await askTimes(host, 12, fast);
  for (let i = 0; i < 8; i++) await host.enter(never);
  const slower = [1, 2, 3, 4].map(() => host.leave(full)?.concurrency);
  expect(slower).toEqual([8, undefined, undefined, undefined]);
});

test("answers far slower than the host's best halve it; a host that was never fast is left as it is", async () => {
  const usedToBeFast = slotOf(16);
  await ask(usedToBeFast, fast);
  expect(await ask(usedToBeFast, { type: "answered", elapsedMs: 3000 })).toEqual({
    reason: "slow answers",
    concurrency: 4,
  });
  const alwaysSlow = slotOf(16);
  await askTimes(alwaysSlow, 5, { type: "answered", elapsedMs: 3000 });
  expect(alwaysSlow.concurrency).toBeGreaterThanOrEqual(4);
});

test("waiting requests get a slot in the order in which they came, and one that gives up holds up no other", async () => {
  const host = slotOf(1);
  await host.enter(never);
  const order: string[] = [];
  const leaver = new AbortController();
  const waiting = [
    host.enter(never).then(() => order.push("first")),
    host.enter(leaver.signal).catch(() => order.push("gave up")),
    host.enter(never).then(() => order.push("third")),
  ];
  leaver.abort();
  await waiting[1];
  host.leave(fast);
  await waiting[0];
  host.leave(fast);
  await Promise.all(waiting);
  expect(order).toEqual(["gave up", "first", "third"]);
});

test("while a host wants to be left alone for more than a minute, whoever asks or waits is told so at once", async () => {
  const host = slotOf(1);
  await host.enter(never);
  const waiting = host.enter(never);
  host.leave({ type: "refused", reason: "429 Too Many Requests", retryAfterMs: 90_000 });
  const told = { code: "host_asks_to_wait", message: expect.stringMatching(AGAIN) };
  await expect(waiting).rejects.toMatchObject(told);
  await expect(host.enter(never)).rejects.toMatchObject(told);
});

test("requests that wait, or come while a host has asked for a pause, hear how long it still is", async () => {
  const host = slotOf(1);
  const heard: string[] = [];
  const left = new AbortController();
  await host.enter(never);
  const enter = (name: string) =>
    host.enter(left.signal, (leftMs) => void heard.push(`${name} ${leftMs > 0 && leftMs <= 30_000}`)).catch(() => {});
  const waiting = enter("waiting");
  host.leave({ type: "refused", reason: "429 Too Many Requests", retryAfterMs: 30_000 });
  const late = enter("late");
  left.abort(new Error("enough"));
  await Promise.all([waiting, late]);
  expect(heard).toEqual(["waiting true", "late true"]);
});

test("a host that refuses one request at a time is asked at greater distances, and each is told", async () => {
  const host = slotOf(1);
  const told = [await ask(host, full), await ask(host, full), await ask(host, fast)];
  expect(told).toEqual([
    { reason: full.reason, concurrency: 1, gapMs: 250 },
    { reason: full.reason, concurrency: 1, gapMs: 500 },
    undefined,
  ]);
});

test("everybody who waits for a delay to pass is woken, also when it passes at that very moment", async () => {
  const host = slotOf(16);
  host.setDelay(0.001);
  const asking = Array.from({ length: 300 }, async () => {
    await host.enter(never);
    host.leave(fast);
  });
  await Promise.all(asking);
  expect(host.concurrency).toBe(1);
});

test("after a refusal no request is sent to the host for at least a quarter of a second", async () => {
  const host = slotOf(4);
  await host.enter(never);
  await host.enter(never);
  const refusedAt = performance.now();
  host.leave({ type: "refused", reason: "429 Too Many Requests" });
  await host.enter(never);
  expect(performance.now() - refusedAt).toBeGreaterThanOrEqual(249);
});

test("a delay holds for the origin that asked for it, and the host's other origins keep their pace beside it", async () => {
  const host = new Host(16);
  const [slow, quick] = [host.at("http://x.dev:8080"), host.at("https://x.dev")];
  slow.setDelay(10_000);
  const stop = new AbortController();
  const waiting = slow.enter(stop.signal);
  await askTimes(quick, 30, fast);
  expect([slow.concurrency, quick.concurrency]).toEqual([1, 16]);
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ code: "aborted" });
});

test("a host that another process crawls is asked one request at a time, until it is not", async () => {
  let isLimited = true;
  const hosts = new Hosts(8, { isLimited: (hostname) => isLimited && hostname === "x.dev" });
  const slot = hosts.slotFor("https://x.dev/");
  let inside = 0;
  const all = Array.from({ length: 4 }, () => slot.enter(never).then(() => inside++));
  await Promise.resolve();
  expect([slot.concurrency, inside, hosts.slotFor("https://y.dev/").concurrency]).toEqual([1, 1, 4]);
  isLimited = false;
  slot.leave({ type: "none" });
  await Promise.all(all);
  expect(inside).toBe(4);
});

test("two origins of a host share its slots", async () => {
  const host = new Host(16);
  const [one, two] = [host.at("http://x.dev"), host.at("https://x.dev")];
  for (const slot of [one, two, one, two]) await slot.enter(never);
  let isIn = false;
  const fifth = one.enter(never).then(() => {
    isIn = true;
  });
  await Promise.resolve();
  expect(isIn).toBe(false);
  two.leave({ type: "none" });
  await fifth;
});
