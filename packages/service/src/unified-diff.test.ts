import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { unifiedDiff } from "./unified-diff.ts";

const lines = (...all: readonly string[]) => all.map((line) => `${line}\n`).join("");

test("equal texts have no difference", () => {
  expect(unifiedDiff(lines("a", "b"), lines("a", "b"))).toBe("");
});

test("a change stands between three lines of what is around it", () => {
  const before = lines("1", "2", "3", "4", "5", "6", "7", "8", "9");
  expect(unifiedDiff(before, before.replace("5", "five"))).toBe(
    ["@@ -2,7 +2,7 @@", " 2", " 3", " 4", "-5", "+five", " 6", " 7", " 8", ""].join("\n"),
  );
});

test("changes far apart have a head each", () => {
  const before = lines(...Array.from({ length: 30 }, (_, index) => `line ${index}`));
  const diff = unifiedDiff(before, before.replace("line 3\n", "").replace("line 25", "line twenty-five"));
  expect(diff.split("\n").filter((line) => line.startsWith("@@"))).toEqual(["@@ -1,7 +1,6 @@", "@@ -23,7 +22,7 @@"]);
});

/** A reader's reconstruction of a difference without heads: context and one side. */
const side = (diff: string, sign: "-" | "+") =>
  diff
    .split("\n")
    .filter((line) => line.startsWith(" ") || line.startsWith(sign))
    .map((line) => line.slice(1));

test("whatever the texts, the lines of a difference are lines of both, in order", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 }).map((all) => lines(...all));
  const isWithin = (part: readonly string[], whole: string) => {
    let at = 0;
    for (const line of whole.split("\n")) if (line === part[at]) at++;
    return at === part.length;
  };
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = unifiedDiff(before, after);
      expect(isWithin(side(diff, "-"), before)).toBe(true);
      expect(isWithin(side(diff, "+"), after)).toBe(true);
      expect(diff === "").toBe(before === after);
    }),
  );
});

test("a new text begins at line 0, and a missing newline at the end is said", () => {
  expect(unifiedDiff("", "a\nb\n")).toBe("@@ -0,0 +1,2 @@\n+a\n+b\n");
  expect(unifiedDiff("a\n", "")).toBe("@@ -1,1 +0,0 @@\n-a\n");
  expect(unifiedDiff("a", "a\n")).toBe("@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n");
});

test("texts of 20,000 other lines are one hunk, and take no search", () => {
  const text = (word: string) => lines(...Array.from({ length: 20_000 }, (_, index) => `${word} ${index}`));
  const diff = unifiedDiff(text("old"), text("new"));
  expect(diff.split("\n", 2)).toEqual(["@@ -1,20000 +1,20000 @@", "-old 0"]);
  expect(side(diff, "+")).toEqual(text("new").split("\n").slice(0, -1));
});

/** Lines of a text, of which the last one may have no newline. */
const anyText = fc
  .tuple(fc.array(fc.constantFrom("a", "b", "", "-- a", "\\"), { maxLength: 12 }), fc.boolean())
  .map(([all, hasEnd]) => (hasEnd ? lines(...all) : all.join("\n")));

test.skipIf(spawnSync("patch", ["--version"]).status !== 0)("patch makes the one text of the other with it", () => {
  const folder = mkdtempSync(join(tmpdir(), "patch-"));
  const [file, out] = [join(folder, "old"), join(folder, "new")];
  const property = fc.property(anyText, anyText, (before, after) => {
    fc.pre(before !== after && before !== "" && after !== "");
    writeFileSync(file, before);
    const input = `--- old\n+++ new\n${unifiedDiff(before, after)}`;
    const { status, stdout } = spawnSync("patch", ["--output", out, file], { input, encoding: "utf8" });
    expect([status, readFileSync(out, "utf8")], stdout).toEqual([0, after]);
  });
  fc.assert(property, { numRuns: 50 });
  rmSync(folder, { recursive: true });
});
