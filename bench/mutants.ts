// Mutants of the rules that decide what is fetched, listed or trusted: which of them no fast test notices.
//   npm run bench -- mutants [-- FILE …]     the survivors: coverage/mutants.json
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isInstalled } from "./install.ts";
import { keepResult, table } from "./results.ts";

const STRYKER = join(import.meta.dirname, "mutants/node_modules/@stryker-mutator/core/bin/stryker.js");
const REPORT = "coverage/mutants.json";

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

function run(files: readonly string[]): void {
  const only = files.length === 0 ? [] : ["--mutate", files.join(",")];
  const args = [STRYKER, "run", "bench/mutants/stryker.config.json", ...only];
  const { status } = spawnSync(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error(`Stryker ended with ${status}`);
}

if (!isInstalled("mutants")) process.exit(0);
const isLast = process.argv.includes("--last");
if (!isLast) run(process.argv.slice(2).filter((file) => !file.startsWith("--")));
const { files }: Report = JSON.parse(readFileSync(REPORT, "utf8"));

const rows = Object.entries(files)
  .map(([file, { mutants }]) => {
    const count = (...statuses: readonly string[]) => mutants.filter(({ status }) => statuses.includes(status)).length;
    return { file, noticed: count("Killed", "Timeout"), survived: count("Survived"), unseen: count("NoCoverage") };
  })
  .sort((a, b) => a.file.localeCompare(b.file));
const total = rows.reduce(
  (sum, row) => ({
    file: "all",
    noticed: sum.noticed + row.noticed,
    survived: sum.survived + row.survived,
    unseen: sum.unseen + row.unseen,
  }),
  { file: "all", noticed: 0, survived: 0, unseen: 0 },
);
keepResult(
  "npm run bench -- mutants",
  table(
    ["", "mutants", "noticed", "not noticed", "in code no fast test runs", "noticed, %"],
    [...rows, total].map(({ file, noticed, survived, unseen }) => {
      const all = noticed + survived + unseen;
      return [file, ...[all, noticed, survived, unseen].map(String), ((noticed / all) * 100).toFixed(0)];
    }),
  ),
);
