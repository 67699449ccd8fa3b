import { expect, test } from "vitest";
import { WrongSecrets } from "./wrong-secrets.ts";

/** Answers of a door, in the order in which they are given, on a clock that the test moves. */
function door() {
  let now = 0;
  const held: { readonly until: number; readonly resolve: () => void }[] = [];
  const wait = (ms: number) => new Promise<void>((resolve) => void held.push({ until: now + ms, resolve }));
  const wrong = new WrongSecrets({ now: () => now, wait });
  const answers: string[] = [];
  return {
    answers,
    async guess(address: string, times = 1) {
      for (let n = 0; n < times; n++) void wrong.settle(address).then((answer) => answers.push(answer));
      await Promise.resolve();
    },
    /** Seconds for which each answer that is held back still waits. */
    waits: () => held.map(({ until }) => (until - now) / 1_000),
    async pass(seconds: number) {
      now += seconds * 1_000;
      for (const { resolve } of held.filter(({ until }) => until <= now)) resolve();
      held.splice(0, Infinity, ...held.filter(({ until }) => until > now));
      await new Promise(setImmediate);
    },
  };
}

test("ten wrong secrets a minute are answered at once, the eleventh after a second, later ones after ten at most", async () => {
  const { guess, waits, answers, pass } = door();
  await guess("192.0.2.1", 10);
  expect([answers.length, waits()]).toEqual([10, []]);
  await guess("192.0.2.1", 12);
  expect(waits()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10]);
  await guess("192.0.2.2");
  expect(answers).toHaveLength(11);
  await pass(2);
  expect(answers).toHaveLength(13);
  await pass(58);
  await guess("192.0.2.1", 10);
  expect([answers.length, waits()]).toEqual([33, []]);
  expect(new Set(answers)).toEqual(new Set(["wrong"]));
});

test("with twenty of an address waiting further ones are told at once, also in the next minute, until some are answered", async () => {
  const { guess, waits, answers, pass } = door();
  await guess("192.0.2.1", 10);
  await pass(55);
  await guess("192.0.2.1", 23);
  expect(waits()).toHaveLength(20);
  expect(answers.slice(10)).toEqual(["tooMany", "tooMany", "tooMany"]);
  await pass(5);
  answers.length = 0;
  await guess("192.0.2.1", 16);
  expect(answers.filter((answer) => answer === "tooMany")).toEqual(["tooMany"]);
  expect(waits()).toHaveLength(20);
});

test.each([
  ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true],
  ["2001:0db8:1:2::1", "2001:db8:1:2::", true],
  ["fe80::1%eth0", "fe80::2%eth0", true],
  ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
  ["::ffff:192.0.2.1", "::ffff:192.0.2.2", false],
  ["192.0.2.1", "192.0.2.2", false],
])("%s and %s are one client: %s", async (one, other, isOne) => {
  const { guess, waits } = door();
  await guess(one, 10);
  await guess(other);
  expect(waits().length > 0).toBe(isOne);
});

test("however many addresses guess, only so many are remembered, the latest ones", async () => {
  const { guess, waits } = door();
  for (let n = 0; n < 30_000; n++) await guess(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
  await guess("10.0.117.47", 10);
  expect(waits()).toEqual([1]);
  await guess("10.0.0.0", 10);
  expect(waits()).toEqual([1]);
});
