import { expect, test } from "vitest";
import { WrongSecrets } from "./wrong-secrets.ts";

test("an address is refused after ten wrong secrets, until the minute is over", () => {
  let now = 0;
  const wrong = new WrongSecrets(() => now);
  for (let n = 0; n < 9; n++) wrong.add("192.0.2.1");
  expect(wrong.refusedFor("192.0.2.1")).toBeUndefined();
  now = 20_000;
  wrong.add("192.0.2.1");
  expect(wrong.refusedFor("192.0.2.1")).toBe(40);
  expect(wrong.refusedFor("192.0.2.2")).toBeUndefined();
  now = 60_000;
  expect(wrong.refusedFor("192.0.2.1")).toBeUndefined();
  wrong.add("192.0.2.1");
  expect(wrong.refusedFor("192.0.2.1")).toBeUndefined();
});

test.each([
  ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true],
  ["2001:0db8:1:2::1", "2001:db8:1:2::", true],
  ["fe80::1%eth0", "fe80::2%eth0", true],
  ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
  ["::ffff:192.0.2.1", "::ffff:192.0.2.2", false],
  ["192.0.2.1", "192.0.2.2", false],
])("%s and %s are one client: %s", (one, other, isOne) => {
  const wrong = new WrongSecrets(() => 0);
  for (let n = 0; n < 10; n++) wrong.add(one);
  expect(wrong.refusedFor(other) !== undefined).toBe(isOne);
});

test("however many addresses guess, only so many are remembered, the latest ones", () => {
  const wrong = new WrongSecrets(() => 0);
  for (let n = 0; n < 30_000; n++) wrong.add(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
  for (let n = 0; n < 9; n++) wrong.add("10.0.117.47");
  expect(wrong.refusedFor("10.0.117.47")).toBe(60);
  for (let n = 0; n < 9; n++) wrong.add("10.0.0.0");
  expect(wrong.refusedFor("10.0.0.0")).toBeUndefined();
});
