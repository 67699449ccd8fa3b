// Writes the table of docs/reference/validate.md from the rules that the validator goes by, so that the two cannot part.
import { readFileSync, writeFileSync } from "node:fs";
import { levelOf, RULES, type Rule } from "../packages/document/src/check/rules.ts";
import { costOf } from "../packages/document/src/check/score.ts";

const FILE = "docs/reference/validate.md";
const HEAD =
  "| rule | v2 | strict | part | share of it | what is wrong | what to do |\n|---|---|---|---|---|---|---|\n";

/** The table of docs/reference/validate.md, to the letter. */
export function rulesTable(): string {
  const rows = (Object.keys(RULES) as Rule[]).map((rule) => {
    const { message, fix } = RULES[rule];
    const cost = costOf(rule);
    const share = cost === undefined ? "|" : `${cost.part} | ${Math.round(cost.loss * 100)} %`;
    return `| \`${rule}\` | ${levelOf(rule, "v2") ?? ""} | ${levelOf(rule, "strict")} | ${share} | ${message} | ${fix} |\n`;
  });
  return HEAD + rows.join("");
}

if (import.meta.main) {
  const text = readFileSync(FILE, "utf8");
  const at = text.indexOf("| rule |");
  writeFileSync(FILE, `${text.slice(0, at < 0 ? undefined : at)}${rulesTable()}`);
}
