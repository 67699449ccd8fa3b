import { expect, test } from "vitest";
import { Host } from "./host.ts";
import type { Observation } from "./pace.ts";

const never = new AbortController().signal;
const fast: Observation = { type: "answered", elapsedMs: 50 };
const full: Observation = { type: "refused", reason: "503 Service Unavailable" };

async function ask(host: Host, seen: Observation) {
  await host.enter(never);
  return host.leave(seen);
}

async function askTimes(host: Host, times: number, seen: Observation): Promise<void> {
  for (let i = 0; i < times; i++) await ask(host, seen);
}

test("concurrency starts at four and grows by one for each fast answer, up to the most", async () => {
  const host = new Host(16);
  expect(host.concurrency).toBe(4);
  await askTimes(host, 5, fast);
  expect(host.concurrency).toBe(9);
  await askTimes(host, 50, fast);
  expect(host.concurrency).toBe(16);
});

test("a host that had too much gets half, and after that one more a round only", async () => {
  const host = new Host(16);
  await askTimes(host, 12, fast);
  expect(await ask(host, full)).toEqual({ reason: "503 Service Unavailable", concurrency: 8 });
  await askTimes(host, 7, fast);
  expect(host.concurrency).toBe(8);
  await askTimes(host, 1, fast);
  expect(host.concurrency).toBe(9);
});

test("what was in flight together halves it once, not once each", async () => {
  const host = new Host(16);
  await askTimes(host, 12, fast);
  for (let i = 0; i < 8; i++) await host.enter(never);
  const slower = [1, 2, 3, 4].map(() => host.leave(full)?.concurrency);
  expect(slower).toEqual([8, undefined, undefined, undefined]);
});

test("answers far slower than the host's best halve it; a host that was never fast is left as it is", async () => {
  const usedToBeFast = new Host(16);
  await ask(usedToBeFast, fast);
  expect(await ask(usedToBeFast, { type: "answered", elapsedMs: 3000 })).toEqual({
    reason: "slow answers",
    concurrency: 2,
  });
  const alwaysSlow = new Host(16);
  await askTimes(alwaysSlow, 5, { type: "answered", elapsedMs: 3000 });
  expect(alwaysSlow.concurrency).toBeGreaterThanOrEqual(4);
});

test("who waits gets a slot in the order of asking, and who gives up loses its place only", async () => {
  const host = new Host(1);
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
  const host = new Host(1);
  await host.enter(never);
  const waiting = host.enter(never);
  host.leave({ type: "refused", reason: "429 Too Many Requests", retryAfterMs: 90_000 });
  const told = { code: "http_status_passing", message: "the host asked not to be asked for 90 s" };
  await expect(waiting).rejects.toMatchObject(told);
  await expect(host.enter(never)).rejects.toMatchObject(told);
});

test("everybody who waits for a delay to pass is woken, also when it passes at that very moment", async () => {
  const host = new Host(16);
  host.setDelay(0.001);
  const asking = Array.from({ length: 300 }, async () => {
    await host.enter(never);
    host.leave(fast);
  });
  await Promise.all(asking);
  expect(host.concurrency).toBe(1);
});

test("whom a host refused and everybody else leave it alone for a quarter of a second at least", async () => {
  const host = new Host(4);
  await host.enter(never);
  await host.enter(never);
  const refusedAt = performance.now();
  host.leave({ type: "refused", reason: "429 Too Many Requests" });
  await host.enter(never);
  expect(performance.now() - refusedAt).toBeGreaterThanOrEqual(249);
});
