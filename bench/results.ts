// bench/RESULTS.md: one section a bench, replaced by each run, with date, commit and machine.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";

const FILE = join(import.meta.dirname, "RESULTS.md");

const HEAD = `# Results

Each section is written by the command it names. Medians of runs in turn with their rivals; shared cores: ratios and CPU hold, seconds do not.
`;

/** Arguments that are numbers, in their order. */
export const numbers: readonly number[] = process.argv.slice(2).map(Number).filter(Number.isFinite);

/** Prints a bench's Markdown and keeps it under its heading. */
export function keepResult(heading: string, body: string): void {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const machine = `${cpus().length} cores, Node ${process.versions.node}`;
  const section = `## ${heading}\n\n${new Date().toISOString().slice(0, 10)}, ${commit}, ${machine}.\n\n${body.trim()}\n`;
  console.log(section);
  const before = existsSync(FILE) ? readFileSync(FILE, "utf8") : HEAD;
  const sections = before.split(/^(?=## )/m);
  const at = sections.findIndex((text) => text.startsWith(`## ${heading}\n`));
  if (at < 0) sections.push(`\n${section}`);
  else sections[at] = `${section}${at < sections.length - 1 ? "\n" : ""}`;
  writeFileSync(FILE, sections.join("").replace(/\n{3,}/g, "\n\n"));
}

/** The middle one of the figures; of an even number the upper of both. NaN of none. */
export const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
