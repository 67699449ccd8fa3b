import { expect, test } from "vitest";
import { validateLlmsTxt } from "./validate.ts";

/** Lines that once took a time that grew with the square of their length, by the pattern that is repeated in them. */
const LINES: Readonly<Record<string, (filling: (pattern: string) => string) => string>> = {
  "white space in an address": (filling) => `- [a](http://x.test/${filling(" ")}x)`,
  "angle brackets in an address": (filling) => `- [a](http://x.test/${filling("> ")}x)`,
  "white space behind a link": (filling) => `- [a](http://x.test/)${filling(" ")}x`,
  "white space in a title": (filling) => `- [a${filling(" ")}b](http://x.test/)`,
  "separators in titles": (filling) => `- [${filling("a | ")}](http://x.test/)\n`.repeat(3),
  "colons in titles": (filling) => `- [${filling("a: ")}](http://x.test/)\n`.repeat(3),
  "brackets without an end": (filling) => `- ${filling("[")}`,
  "links without an end": (filling) => `- ${filling("[a](")}`,
  "parentheses in an address": (filling) => `- [a](http://x.test/${filling("()")}`,
  "white space in a section's name": (filling) => `## a${filling(" ")}b`,
  "dashes in a section's name": (filling) => `## ${filling("a-")}_`,
  "white space in a summary": (filling) => `> a${filling(" ")}b`,
  "an import in an excerpt": (filling) => `- [a](http://x.test/): import ${filling(" ")}`,
  "braces in an excerpt": (filling) => `- [a](http://x.test/): ${filling("{{")}`,
  "comments in an excerpt": (filling) => `- [a](http://x.test/): ${filling("<!--")}`,
  "a loading notice in an excerpt": (filling) => `- [a](http://x.test/): ${filling("loading  ")}`,
};

/** Milliseconds of this thread's CPU: the least of three runs. */
function cpuMs(call: () => void): number {
  const runs = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage();
    call();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return runs.reduce((least, ms) => Math.min(least, ms));
}

const CHARACTERS = 200_000;
/** Linear work grows four times; the rest is for a machine that others use, too. Work that is squared grows sixteen times. */
const GROWTH = 9;
/** Work that takes no time grows by chance. */
const NOTHING_MS = 15;

test.each(Object.entries(LINES))("%s costs the validator time that grows with its length only", (_name, write) => {
  const fileOf = (characters: number) =>
    `# X\n\n> s\n\nd\n\n## A\n\n${write((pattern) => pattern.repeat(characters / pattern.length))}\n`;
  const [short, long] = [fileOf(CHARACTERS), fileOf(CHARACTERS * 4)];
  const before = cpuMs(() => validateLlmsTxt(short));
  expect(cpuMs(() => validateLlmsTxt(long))).toBeLessThan(Math.max(before, NOTHING_MS) * GROWTH);
});
