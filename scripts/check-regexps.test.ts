import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { regexpProblems } from "./check-regexps.ts";

/** What the check says of a file with this text, without the folder's name. */
async function problemsOf(text: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "regexps-"));
  writeFileSync(join(folder, "file.ts"), text);
  return (await regexpProblems([folder])).map((problem) => problem.slice(folder.length + 1));
}

test("an expression that backtracks is named with its place and its growth", async () => {
  expect(await problemsOf("\nexport const end = /\\s+$/;")).toEqual(["file.ts:2: 2nd degree polynomial: /\\s+$/"]);
});

test("an expression with the bound of its input beside it is let through, and so is a linear one", async () => {
  expect(await problemsOf("// Bound: a URL, 2,048 characters.\nexport const end = /\\s+$/;")).toEqual([]);
  expect(await problemsOf("export const word = /[a-z]+/g;")).toEqual([]);
});

test("an expression made at run time has to state its bound", async () => {
  expect(await problemsOf("export const made = (text: string) => new RegExp(text);")).toEqual([
    "file.ts:1: made at run time: state what bounds it",
  ]);
  expect(await problemsOf('export const made = new RegExp("(a+)+b");')).toEqual(["file.ts:1: exponential: /(a+)+b/"]);
});
