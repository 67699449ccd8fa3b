import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { CrawlFetch, Fetched } from "../fetch/fetch.ts";
import { withSlots } from "./slots.ts";

const SLOTS = 8;
const never = new AbortController().signal;

/** Every request is answered at once; its page is read when the test says so. */
function answeredAtOnce() {
  const unread: (() => void)[] = [];
  const page: CrawlFetch["page"] = async ({ url, onAnswered }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    unread.push(resolve);
    onAnswered?.();
    await promise;
    const fetched: Fetched = {
      url,
      chain: [url],
      status: 200,
      headers: {},
      body: new Uint8Array(),
      wireBytes: 0,
      rung: "plain",
      attempts: [],
      elapsedMs: 0,
    };
    return fetched;
  };
  return { unread, slotted: withSlots({ page, plain: page, setDelay: () => {} }, SLOTS) };
}

test("pages are asked for while others are read, until two answers wait beyond the slots", async () => {
  const { unread, slotted } = answeredAtOnce();
  const pages = Array.from({ length: 100 }, (_, n) => slotted.page({ url: `https://a.test/${n}` }, never));
  await turn();
  expect(unread).toHaveLength(SLOTS + 2);
  for (let read = 1; read <= 100; read++) {
    unread[read - 1]?.();
    await turn();
    expect(unread.length - read).toBeGreaterThanOrEqual(Math.min(SLOTS, 100 - read));
    expect(unread.length - read).toBeLessThanOrEqual(SLOTS + 2);
  }
  await Promise.all(pages);
  expect([slotted.idle(), slotted.asked()]).toEqual([SLOTS, 100]);
});
