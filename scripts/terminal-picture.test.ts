import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Frame, sampled, terminalFrames, wrapped } from "./terminal-frames.ts";
import { terminalLines, terminalPicture } from "./terminal-picture.ts";

test("text behind a redraw replaces the living line, and text with a line feed stays", () => {
  expect(terminalFrames("\r\u001b[2Kone\r\u001b[2Ktwo\r\u001b[2Ksaid\r\n\r\u001b[2Kthree\r\u001b[2Kdone\r\n")).toEqual([
    { lines: [], living: "" },
    { lines: [], living: "one" },
    { lines: [], living: "two" },
    { lines: ["said"], living: "" },
    { lines: ["said"], living: "three" },
    { lines: ["said", "done"], living: "" },
  ]);
});

test("the picture shows the first and the last of many frames", () => {
  const frames = Array.from({ length: 100 }, (_, n): Frame => ({ lines: [], living: `${n}` }));
  const shown = sampled(frames, 5).map(({ living }) => living);
  expect([shown.length, shown[0], shown[4]]).toEqual([5, "0", "99"]);
  expect(sampled(frames.slice(0, 3), 5)).toHaveLength(3);
});

test("a line breaks at the width, between characters and not within one", () => {
  expect(wrapped("abcdef", 4)).toEqual(["abcd", "ef"]);
  expect(wrapped("⠋😀⠋😀⠋", 2)).toEqual(["⠋😀", "⠋😀", "⠋"]);
});

test("text of a page is text in the picture, and no markup", () => {
  const svg = terminalPicture(terminalLines("llmstxt x", [{ lines: ["<script>&"], living: "" }], []), "a & b");
  expect(svg).toContain("&lt;script&gt;&amp;");
  expect(svg).toContain('aria-label="a &amp; b"');
});

test("the picture of the README is small, moves only by style, and says what the command says today", () => {
  const svg = readFileSync("docs/images/terminal.svg", "utf8");
  expect(svg.length).toBeLessThan(20_000);
  expect(svg).not.toMatch(/<script|<image|href=|@import|url\(/);
  for (const words of [
    "prefers-color-scheme: dark",
    "prefers-reduced-motion",
    "Left out: ",
    "Wrote llms.txt.",
    "Next: ",
  ])
    expect(svg).toContain(words);
});
