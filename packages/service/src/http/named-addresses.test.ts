import { afterEach, expect, test, vi } from "vitest";
import { NamedAddresses, packAddresses } from "./named-addresses.ts";

afterEach(() => {
  vi.useRealTimers();
});

const MIB = 2 ** 20;

test("addresses are kept as bytes that threads share, one a line", async () => {
  const packed = await packAddresses(["https://x.dev/", "https://x.dev/%E4%BD%A0"]);
  expect(packed.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(Buffer.from(packed).toString()).toBe("https://x.dev/\nhttps://x.dev/%E4%BD%A0");
  expect(await packAddresses([])).toHaveLength(0);
});

test("at most 64 MiB are kept of all sites together, and the oldest go first", () => {
  const kept = new NamedAddresses();
  for (let site = 0; site < 20; site++) kept.keep(`https://${site}.dev`, new Uint8Array(16 * MIB));
  expect(kept.bytes).toBe(64 * MIB);
  expect([kept.get("https://15.dev") === undefined, kept.get("https://16.dev")?.length]).toEqual([true, 16 * MIB]);
  kept.keep("https://huge.dev", new Uint8Array(65 * MIB));
  expect(kept.bytes).toBe(0);
});

test("addresses that are not asked for again are released by their age, without another request", () => {
  vi.useFakeTimers();
  const kept = new NamedAddresses();
  kept.keep("https://a.dev", new Uint8Array(MIB));
  vi.advanceTimersByTime(200_000);
  kept.keep("https://b.dev", new Uint8Array(MIB));
  kept.keep("https://a.dev", new Uint8Array(2 * MIB));
  vi.advanceTimersByTime(299_000);
  expect(kept.bytes).toBe(3 * MIB);
  vi.advanceTimersByTime(1_000);
  expect(kept.bytes).toBe(0);
});
