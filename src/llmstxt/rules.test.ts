import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RULES } from "./rules.ts";

test("docs/document.md tells every rule as it is, and no other", () => {
  const text = readFileSync(new URL("../../docs/document.md", import.meta.url), "utf8");
  const told = text.split("\n").filter((line) => /^\| `/.test(line));
  const rules = Object.entries(RULES).map(
    ([rule, { level, message, fix }]) => `| \`${rule}\` | ${level} | ${message} | ${fix} |`,
  );
  expect(told).toEqual(rules);
});
