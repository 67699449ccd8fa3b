import { expect, test } from "vitest";
import { type AskedShare, type Shares, withShare } from "./shares.ts";

const HOLD_MS = 4_000;

/** Processes that ask one after another; `given` says what each has. */
function opened(most: number) {
  const state = { now: 0, shares: {} as Shares };
  const ask = (holder: string, asked: Partial<AskedShare> = {}) => {
    const all = { wanted: most, held: 0, most, ...asked };
    state.shares = withShare(state.shares, { holder, now: state.now, holdMs: HOLD_MS }, all);
    return state.shares[holder]?.given ?? 0;
  };
  return { ask, state };
}

test("one process has all, two have half each once the first has renewed its share, and never more together", () => {
  const { ask } = opened(8);
  expect([ask("a"), ask("b")]).toEqual([8, 0]);
  expect([ask("a", { held: 6 }), ask("b"), ask("a", { held: 3 }), ask("b")]).toEqual([4, 2, 4, 4]);
});

test("what is given back, or was held by a process that died, goes to the others", () => {
  const { ask, state } = opened(8);
  ask("a");
  ask("a", { wanted: 0 });
  expect(ask("b")).toBe(8);
  state.now += HOLD_MS;
  expect(ask("c")).toBe(8);
});

test("where there are fewer requests than processes, each has its time", () => {
  const { ask, state } = opened(2);
  const names = ["a", "b", "c", "d", "e"];
  const rounds = Object.fromEntries(names.map((name) => [name, 0]));
  for (; state.now < 60_000; state.now += 250) {
    const given = names.map((name) => ask(name));
    for (const [index, name] of names.entries()) rounds[name] = (rounds[name] ?? 0) + (given[index] ?? 0);
    expect(given.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(2);
  }
  for (const name of names) expect(rounds[name]).toBeGreaterThan(60);
});
