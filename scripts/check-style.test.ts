import { expect, test } from "vitest";
import { faultsOf } from "./check-style.ts";
import { doubledNames, sizeOf } from "./type-names.ts";

test("parameters over three, boolean ones, a default and MOST_ are named with their lines", () => {
  const text = [
    "export const MOST_PAGES = 3;",
    "export function four(a: number, b: number, c: number, d: number) { return a + b + c + d; }",
    "export const flag = (isDue: boolean) => isDue;",
    "export const also = (isDue = true) => isDue;",
    'export function word(kind: "a" | "b") { switch (kind) { case "a": return 1; default: return 2; } }',
  ].join("\n");
  expect(
    faultsOf("a.ts", text)
      .map(({ fault, at }) => `${fault} ${at}`)
      .sort(),
  ).toEqual([
    "boolean a.ts:3",
    "boolean a.ts:4",
    "default a.ts:5",
    "most a.ts:1",
    "parameters a.ts:2",
    "unchecked a.ts:5",
  ]);
});

test("a file and a function that are too long to be read at once are named", () => {
  const text = `${"\n".repeat(211)}export function long() {\n${"  work();\n".repeat(67)}}\n`;
  expect(faultsOf("a.ts", text).map(({ fault, at }) => `${fault} ${at}`)).toEqual(["file a.ts:1", "function a.ts:212"]);
});

test("three parameters, an option and a switch that names every case are no fault", () => {
  const text = "export const plain = (a: number, b: string, { isDue }: { isDue: boolean }) => (isDue ? a : b);";
  expect(faultsOf("a.ts", text)).toEqual([]);
});

test("a switch that the compiler does not check is named: without a result a new case would do nothing", () => {
  const cases = 'case "a": return;';
  const text = [
    `export function send(to: "a"): void { switch (to) { ${cases} } }`,
    `export function found(to: "a"): string | undefined { switch (to) { ${cases} } }`,
    `export const handler = async (to: "a") => { switch (to) { ${cases} } };`,
    `export function mixed(to: "a"): number { switch (to) { ${cases} } work(); return 1; }`,
    `export function word(to: "a"): string { switch (to) { case "a": return ""; } }`,
    `export function tried(to: "a"): string { try { switch (to) { case "a": return ""; } } catch { return ""; } }`,
    `export function closed(to: "a"): void { switch (to) { ${cases} } to satisfies never; }`,
    `export function rest(to: string): number | undefined { switch (to) { case "a": return 1; } return undefined; }`,
  ].join("\n");
  const lines = faultsOf("a.ts", text).map(({ fault, at }) => `${fault} ${at}`);
  expect(lines).toEqual([1, 2, 3, 4].map((line) => `unchecked a.ts:${line}`));
});

test("a comment that begins with a relative clause is named, in every form of comment", () => {
  const text =
    "/** What it is. */\n// Whether it is.\n/*\n * How it is.\n */\n/** True if it is. What follows may ask. */\n";
  expect(faultsOf("a.ts", text).map(({ fault, at }) => `${fault} ${at}`)).toEqual(
    [1, 2, 3].map((line) => `riddle a.ts:${line}`),
  );
});

test("a comment that begins without the noun that it is about is named; a noun with the same letters is none", () => {
  const riddles = ["Of a page.", "Its name.", "Those of a site.", "So many pages.", "So much time.", "So few links."];
  const others = ["Less than a page.", "More of them.", "One that waits."];
  const good = ["Offers a file.", "Itself.", "Lesser pages.", "Moreover one.", "One page.", "Most pages of a site."];
  const text = [...riddles, ...others, ...good].map((words) => `/** ${words} */`).join("\n");
  expect(faultsOf("a.ts", text).map(({ fault, at }) => `${fault} ${at}`)).toEqual(
    [...riddles, ...others].map((_, at) => `riddle a.ts:${at + 1}`),
  );
});

test("a type's name that two files declare is named with both, exported or not; a use of it is none", () => {
  const sources = [
    { file: "a.ts", text: "export interface Place {}\nexport class Own {}\n" },
    { file: "b.ts", text: 'import type { Own } from "./a.ts";\ntype Place = Own;\n' },
  ];
  expect(doubledNames(sources)).toEqual([["Place", ["a.ts", "b.ts"]]]);
  expect(sizeOf(sources)).toBe("2 files, 3 types and classes, 4 lines");
});
