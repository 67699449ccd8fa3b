import { afterEach, beforeEach, expect, test, vi } from "vitest";

const wakers: (() => void)[] = [];
vi.stubGlobal("addEventListener", (_: string, wake: () => void) => void wakers.push(wake));
vi.stubGlobal("document", { hidden: false });
const { changed, invalidate, watchQuery } = await import("./query.ts");
const { sessionEnded, session } = await import("./session.ts");

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A query that counts how often it was asked, and answers with the count. */
function counted(key: string, rest: object = {}) {
  const query = { key, times: 0, ask: async () => ++query.times, ...rest };
  return query;
}

test("those who look at the same thing ask once, and see the last answer when they come back; an old one is asked for again", async () => {
  const query = counted("/same");
  const seen: unknown[] = [];
  const leave = [watchQuery(query, () => {}), watchQuery(query, (asked) => seen.push(asked))];
  await vi.runAllTimersAsync();
  expect([query.times, seen]).toEqual([1, [{ type: "there", value: 1, isOld: false }]]);
  for (const go of leave) go();
  watchQuery(query, (asked) => seen.push(asked))();
  await vi.advanceTimersByTimeAsync(29_999);
  expect([query.times, seen.length]).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(1);
  const again = watchQuery(query, (asked) => seen.push(asked));
  await vi.runAllTimersAsync();
  expect(seen.at(-1)).toMatchObject({ value: 2 });
  again();
});

test("a change has all of its room asked anew, and what nobody looks at forgotten; others are left alone", async () => {
  const [list, site, crawl] = [counted("/sites?q=a"), counted("/sites/s1"), counted("/crawls")];
  const leave = [list, crawl].map((query) => watchQuery(query, () => {}));
  watchQuery(site, () => {})();
  await vi.runAllTimersAsync();
  await expect(changed("/sites", Promise.reject(new Error("perhaps done, perhaps not")))).rejects.toThrow("perhaps");
  await vi.runAllTimersAsync();
  expect([list.times, crawl.times]).toEqual([2, 1]);
  const states: unknown[] = [];
  leave.push(watchQuery(list, (asked) => states.push(asked)));
  invalidate("/sites");
  expect(states).toMatchObject([{ isOld: false }, { type: "there", value: 2, isOld: true }]);
  for (const go of leave) go();
});

test("a query is asked every 2 s while the server works, else every 30 s, not while the page is hidden, and never once nobody looks", async () => {
  const query = counted("/again", { isWorking: (times: number) => times < 3 });
  const leave = watchQuery(query, () => {});
  await vi.advanceTimersByTimeAsync(2_000);
  expect(query.times).toBe(2);
  vi.stubGlobal("document", { hidden: true });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(query.times).toBe(2);
  vi.stubGlobal("document", { hidden: false });
  for (const wake of wakers) wake();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(query.times).toBe(3);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(query.times).toBe(4);
  leave();
  await vi.advanceTimersByTimeAsync(1_000);
  const back = watchQuery(query, () => {});
  await vi.advanceTimersByTimeAsync(28_000);
  expect(query.times).toBe(4);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(query.times).toBe(5);
  back();
  invalidate("/again");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(query.times).toBe(5);
});

test("what was there stays where the server fails, and it is asked until it answers", async () => {
  let isDown = false;
  const answer = async () => (isDown ? Promise.reject(new TypeError("no answer")) : "up");
  const query = { key: "/down", ask: answer, isWorking: () => false };
  const seen: unknown[] = [];
  const leave = watchQuery(query, (asked) => seen.push(asked));
  await vi.advanceTimersByTimeAsync(0);
  isDown = true;
  invalidate("/down");
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.at(-1)).toEqual({ type: "there", value: "up", isOld: false });
  const late = watchQuery({ ...query, key: "/never" }, (asked) => seen.push(asked));
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.at(-1)).toMatchObject({ type: "refused", why: "The server did not answer in time." });
  isDown = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(seen.at(-1)).toMatchObject({ type: "there" });
  leave();
  late();
});

test("an answer follows from what it is as of: another time asks anew and shows what was there until then", async () => {
  const query = counted("/versions");
  const seen: unknown[] = [];
  const leave = [watchQuery({ ...query, asOf: "monday" }, () => {})];
  await vi.runAllTimersAsync();
  leave.push(watchQuery({ ...query, asOf: "tuesday" }, (asked) => seen.push(asked)));
  await vi.runAllTimersAsync();
  expect(seen).toMatchObject([{ value: 1 }, { value: 2 }]);
  for (const go of leave) go();
});

test("what somebody was answered is gone when they sign out", async () => {
  const query = counted("/secret");
  watchQuery(query, () => {})();
  await vi.runAllTimersAsync();
  session.set({ signedIn: true });
  sessionEnded();
  const seen: unknown[] = [];
  const leave = watchQuery(query, (asked) => seen.push(asked));
  expect(seen).toEqual([]);
  leave();
});
