import { expect, test } from "vitest";
import { cpuGrowth } from "../../../../test/cpu-growth.ts";
import { examplePage } from "../../../../test/llmstxt/example-page.ts";
import type { Part } from "./part.ts";
import { joinedSeries } from "./series.ts";

/** Numbered folders as parts of a site. */
const chapters = (count: number) => {
  const { page } = examplePage("https://x.dev/a", {});
  const entries = [0, 1].map(
    (n) => ({ url: `https://x.dev/${n}`, page, path: [`${n}`] }) as unknown as Part["entries"][0],
  );
  return Array.from({ length: count }, (_, n) => ({
    name: `Chapter ${n}`,
    trail: [{ key: `chapter_${n}`, label: `Chapter ${n}` }],
    entries,
  })) as readonly Part[];
};

test("a series of folders is joined to as many parts as have room, none left out, and thousands cost as much each", () => {
  const joined = joinedSeries(chapters(1_001), 12);
  expect([joined.length, joined.reduce((sum, { entries }) => sum + entries.length, 0)]).toEqual([12, 2_002]);
  expect(joined[0]?.name).toMatch(/^Chapter 0 – Chapter \d+$/);
  expect(joined.at(-1)?.name).toMatch(/ – Chapter 1000$/);
  const prepare = (count: number) => {
    const parts = chapters(count);
    return () => joinedSeries(parts, 12);
  };
  expect(cpuGrowth(prepare, 1_000)).toBeLessThan(3);
});
