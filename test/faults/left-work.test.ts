import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { manyPages } from "../command/killed-crawls.ts";
import { endProcesses } from "../servers/process.ts";
import { leftCrawl, leftRecrawl } from "./left-work.ts";

afterAll(endProcesses);

const PAGES = 150;
/** Requests that a kill may cost again: 2 % of a crawl of a thousand pages, however short this one is. */
const AGAIN = 20;
const answers = manyPages(PAGES);

/** For a worker that stops to give away what it has. */
const HANDED_OVER_MS = 5_000;

test("a crawl goes on after its service was stopped or killed: the same bytes, and hardly anything asked for twice", async () => {
  const whole = await leftCrawl(answers, { pages: PAGES, kills: [] });
  // Processes that got further are no losses, however soon they end: three losses in a row would end the crawl.
  const kills = [
    ...[25, 50, 75, 100].map((at) => ({ at, signal: "SIGKILL" as const })),
    { at: 125, signal: "SIGTERM" as const },
  ];
  const broken = await leftCrawl(answers, { pages: PAGES, kills });
  expect(broken.text).toBe(whole.text);
  expect(broken.asked - whole.asked).toBeLessThanOrEqual(kills.length * AGAIN);
  expect([whole.left, broken.left, broken.resumed]).toEqual([0, 0, kills.length]);
});

test("what is damaged of a crawl's answers is told, and asked for again", async () => {
  const pages = 40;
  const whole = await leftCrawl(answers, { pages, kills: [] });
  const whileAway = async (journals: string) => {
    const entries = await readdir(journals, { recursive: true, withFileTypes: true });
    for (const { name, parentPath } of entries.filter((entry) => entry.isFile()).slice(0, 2))
      await writeFile(join(parentPath, name), "damaged");
  };
  const broken = await leftCrawl(answers, { pages, kills: [{ at: 40, signal: "SIGKILL", whileAway }] });
  expect([broken.text, broken.left]).toEqual([whole.text, 0]);
  expect(broken.events).toMatch(/"type":"answersLost","why":"damaged","bytes":14/);
  expect(broken.asked).toBeGreaterThan(whole.asked);
});

test("a recrawl goes on elsewhere when its worker stops, which takes less than five seconds", async () => {
  const whole = await leftRecrawl(answers, { pages: PAGES, kills: [] });
  const broken = await leftRecrawl(answers, { pages: PAGES, kills: [{ at: 70, signal: "SIGTERM" }] });
  expect(broken.text).toBe(whole.text);
  expect(broken.asked - whole.asked).toBeLessThanOrEqual(AGAIN);
  expect([whole.left, broken.left]).toEqual([0, 0]);
  for (const ms of broken.endedMs) expect(ms).toBeLessThan(HANDED_OVER_MS);
});
