// Writes the table of docs/reference/validate.md from the rules that the validator goes by, so that the two cannot part.
import { readFileSync, writeFileSync } from "node:fs";
import { levelOf, pointsOf, RULES, type Rule } from "../packages/document/src/check/rules.ts";

const FILE = "docs/reference/validate.md";
const HEAD = "| rule | v2 | strict | points | what is wrong | what to do |\n|---|---|---|---|---|---|\n";

/** The table of docs/reference/validate.md, to the letter. */
export function rulesTable(): string {
  const rows = (Object.keys(RULES) as Rule[]).map((rule) => {
    const { message, fix } = RULES[rule];
    const points = [...new Set([pointsOf(rule, "v2"), pointsOf(rule, "strict")])].filter((one) => one > 0).join(" / ");
    return `| \`${rule}\` | ${levelOf(rule, "v2") ?? ""} | ${levelOf(rule, "strict")} | ${points} | ${message} | ${fix} |\n`;
  });
  return HEAD + rows.join("");
}

if (import.meta.main) {
  const text = readFileSync(FILE, "utf8");
  const at = text.indexOf("| rule |");
  writeFileSync(FILE, `${text.slice(0, at < 0 ? undefined : at)}${rulesTable()}`);
}
