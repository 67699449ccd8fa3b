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
    ["@@ -2,7 +2,7 @@", " 2", " 3", " 4", "-5", "+five", " 6", " 7", " 8"].join("\n"),
  );
});

test("changes far apart have a head each", () => {
  const before = lines(...Array.from({ length: 30 }, (_, index) => `line ${index}`));
  const diff = unifiedDiff(before, before.replace("line 3\n", "").replace("line 25", "line twenty-five"));
  expect(diff.split("\n").filter((line) => line.startsWith("@@"))).toEqual(["@@ -1,7 +1,6 @@", "@@ -23,7 +22,7 @@"]);
});

/** What a reader of a difference without heads would put together: context and one side. */
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
