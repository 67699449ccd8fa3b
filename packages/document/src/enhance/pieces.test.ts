import { expect, test } from "vitest";
import { parseLlmsTxt } from "../check/parse.ts";
import { validateLlmsTxt } from "../check/validate.ts";
import { piecesOf } from "./pieces.ts";

const HEAD = "# X\n\n> Tables.\n\nGenerated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 9\n";

function section(name: string, items: number, words = 10): string {
  const lines = Array.from(
    { length: items },
    (_, n) => `- [${name} ${n}](https://x.dev/${name}/${n}): ${"word ".repeat(words).trim()}`,
  );
  return `\n## ${name}\n\n${lines.join("\n")}\n`;
}

const urlsOf = (text: string) => parseLlmsTxt(text).sections.flatMap(({ items }) => items.map(({ url }) => url));

test("a document within the budget is one piece, byte for byte", () => {
  const text = HEAD + section("Docs", 3) + section("Blog", 2);
  expect(piecesOf(text, 12_000)).toEqual([text]);
});

test("a larger one is cut between sections, and each piece is a document with the head of the whole", () => {
  const text = HEAD + section("Docs", 3) + section("Blog", 3) + section("Optional", 3);
  const pieces = piecesOf(text, 700);
  expect(pieces).toEqual([HEAD + section("Docs", 3) + section("Blog", 3), HEAD + section("Optional", 3)]);
});

test("a section over the budget is cut between items", () => {
  const text = HEAD + section("Docs", 100);
  const pieces = piecesOf(text, 2_000);
  expect(pieces.length).toBeGreaterThan(4);
  for (const piece of pieces) {
    expect(piece.length).toBeLessThanOrEqual(2_000);
    expect(piece.startsWith(`${HEAD}\n## Docs\n\n- [`)).toBe(true);
    expect(validateLlmsTxt(piece, { profile: "strict" }).valid).toBe(true);
  }
  expect(pieces.flatMap(urlsOf)).toEqual(urlsOf(text));
});

test("an item over the budget is a piece of its own, not cut and not lost", () => {
  const text = HEAD + section("Docs", 2, 1_000);
  expect(piecesOf(text, 1_000).map(urlsOf)).toEqual([["https://x.dev/Docs/0"], ["https://x.dev/Docs/1"]]);
});

test("a document without links is one piece", () => {
  expect(piecesOf(HEAD, 1_000)).toEqual([HEAD]);
});
