import { expect, test } from "vitest";
import { endedTurn, type Line, newLine, withTurn } from "./turns.ts";

const HOLD_MS = 4_000;

interface Played {
  /** When requests began, and when their answers were there. */
  readonly requests: readonly (readonly [number, number])[];
  readonly asked: number;
  readonly byProcess: readonly number[];
}

interface Game {
  readonly processes: number;
  readonly delayMs: number;
  /** Milliseconds of the next answer. */
  readonly answerMs: () => number;
  /** Requests a process makes in one turn. */
  readonly requests: () => number;
  /** Milliseconds that a process comes late. */
  readonly lateMs: () => number;
}

/** Processes that ask without end for ten minutes, by a clock of their own. */
function play({ processes, delayMs, answerMs, requests, lateMs }: Game): Played {
  let line: Line | undefined;
  let asked = 0;
  const made: (readonly [number, number])[] = [];
  const byProcess = Array.from({ length: processes }, () => 0);
  const events = byProcess.map((_, process) => ({ at: process, process, restMs: 0 }));
  for (;;) {
    const event = events.toSorted((a, b) => a.at - b.at)[0];
    if (event === undefined || event.at > 600_000) break;
    const { at: now, process } = event;
    const count = requests();
    const asking = { holder: `${process}`, now, holdMs: HOLD_MS };
    const asks = { delayMs, forMs: count * delayMs, restMs: event.restMs };
    const [next, turn] = withTurn(line ?? newLine(asking, asks), asking, asks);
    line = next;
    asked++;
    event.restMs = 0;
    event.at = now + turn.waitMs + lateMs();
    if (!turn.isMine) continue;
    for (let request = 0; request < count; request++) {
      const endsAt = event.at + answerMs();
      made.push([event.at, endsAt]);
      byProcess[process] = (byProcess[process] ?? 0) + 1;
      event.at = request + 1 < count ? endsAt + delayMs : endsAt;
    }
    event.restMs = delayMs;
  }
  return { requests: made, asked, byProcess };
}

const between = (least: number, most: number) => () => least + Math.random() * (most - least);

test.each([
  { processes: 1, delayMs: 1_000, most: 2 },
  { processes: 2, delayMs: 1_000, most: 2 },
  { processes: 4, delayMs: 1_000, most: 2 },
  { processes: 7, delayMs: 300, most: 5 },
  { processes: 4, delayMs: 10_000, most: 1 },
])("$processes processes keep a delay of $delayMs ms after each answer, and waste hardly any time", (game) => {
  const { requests, asked, byProcess } = play({
    ...game,
    answerMs: between(5, 0.4 * game.delayMs),
    requests: () => Math.ceil(Math.random() * game.most),
    lateMs: between(0, 5),
  });
  const gaps = requests.slice(1).map(([at], index) => at - (requests[index]?.[1] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(game.delayMs - 0.001);
  const ideal = requests.reduce((sum, [began, ended]) => sum + ended - began + game.delayMs, 0);
  expect(ideal / 600_000).toBeGreaterThan(0.9);
  expect(asked / requests.length).toBeLessThan(4);
  expect(Math.min(...byProcess)).toBeGreaterThan(0.6 * Math.max(...byProcess));
});

test("a process that died with the turn, or with a place in the line, holds up the others until its time has passed", () => {
  const asks = { delayMs: 100, forMs: 100, restMs: 0 };
  const at = (now: number, holder: string) => ({ now, holder, holdMs: HOLD_MS });
  let [line, turn] = withTurn(newLine(at(0, "dead"), asks), at(0, "dead"), asks);
  expect(turn).toMatchObject({ isMine: true, waitMs: 100 });
  [line, turn] = withTurn(line, at(150, "waits"), asks);
  expect(turn).toMatchObject({ isMine: false, waitMs: 50, processes: 2 });
  const waited = [turn.waitMs];
  for (let now = 200; !turn.isMine; now += turn.waitMs) {
    [line, turn] = withTurn(line, at(now, "waits"), asks);
    waited.push(turn.waitMs);
    expect(now).toBeLessThanOrEqual(100 + HOLD_MS);
  }
  line = endedTurn(line, at(5_000, "waits"), 100);
  [line] = withTurn(line, at(5_000, "dead in line"), asks);
  [line] = withTurn(line, at(5_000, "behind"), asks);
  [, turn] = withTurn(endedTurn(line, at(5_010, "dead in line"), 0), at(5_200, "behind"), asks);
  expect(turn.isMine).toBe(true);
});
