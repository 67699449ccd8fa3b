import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RULES } from "./rules.ts";
import { validateLlmsTxt } from "./validate.ts";

test("docs/document.md tells every rule as it is, and no other", () => {
  const text = readFileSync(new URL("../../../docs/document.md", import.meta.url), "utf8");
  const told = text.split("\n").filter((line) => /^\| `/.test(line));
  const rules = Object.entries(RULES).map(
    ([rule, { level, message, fix }]) => `| \`${rule}\` | ${level} | ${message} | ${fix} |`,
  );
  expect(told).toEqual(rules);
});

const EXAMPLES = new URL("../../../docs/examples/", import.meta.url);

test.each(readdirSync(EXAMPLES).filter((name) => name.endsWith(".txt")))("the example %s has no finding", (name) => {
  const { findings } = validateLlmsTxt(readFileSync(new URL(name, EXAMPLES), "utf8"), { descLength: 500 });
  expect(findings).toEqual([]);
});
