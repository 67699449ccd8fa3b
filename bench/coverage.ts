// What the tests run of the library's packages, line by line and branch by branch.
//   npm run bench -- coverage     every line: coverage/index.html
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { keepResult, table } from "./results.ts";

const ROOMS = ["page", "crawler", "document"];

/** What runs these rooms in the test's own process; the built command is measured by nobody. */
const SYSTEM = ["crawl", "fetch", "hostile", "browser", "chromium-path", "enhance", "llmstxt"];

const ARGUMENTS = [
  "run",
  ...ROOMS.map((room) => `packages/${room}/src/`),
  ...SYSTEM.map((name) => `test/${name}`),
  // Half a second for a megabyte is no promise of instrumented code.
  ...["--exclude", "packages/page/src/hostile.test.ts"],
  "--coverage.enabled",
  "--coverage.provider=v8",
  `--coverage.include=packages/{${ROOMS}}/src/**/*.ts`,
  "--coverage.exclude=packages/**/*.test.ts",
  "--coverage.exclude=packages/**/example-*.ts",
  "--coverage.reportOnFailure",
  ...["json-summary", "html"].map((reporter) => `--coverage.reporter=${reporter}`),
  "--reporter=dot",
];

interface Share {
  readonly total: number;
  readonly covered: number;
}
type Summary = Readonly<Record<string, Readonly<Record<"lines" | "branches" | "functions", Share>>>>;

const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, ...ARGUMENTS], { stdio: ["ignore", "inherit", "inherit"] });
const summary: Summary = JSON.parse(readFileSync("coverage/coverage-summary.json", "utf8"));

function percent(room: string, kind: "lines" | "branches" | "functions"): string {
  const shares = Object.entries(summary).flatMap(([file, one]) =>
    file.includes(`/packages/${room}/src/`) ? [one[kind]] : [],
  );
  const sum = (of: (share: Share) => number) => shares.reduce((total, share) => total + of(share), 0);
  return ((sum(({ covered }) => covered) / sum(({ total }) => total)) * 100).toFixed(1);
}

keepResult(
  "npm run bench -- coverage",
  table(
    ["room", "lines, %", "branches, %", "functions, %"],
    ROOMS.map((room) => [room, percent(room, "lines"), percent(room, "branches"), percent(room, "functions")]),
  ),
);
process.exitCode = status ?? 1;
