import { join } from "node:path";
import { pagesIn } from "@llmstxt-service/document/metadata";
import { count } from "@llmstxt-service/service/describe";
import type { Generated } from "@llmstxt-service/service/jobs/generate";
import { leftOutLines } from "@llmstxt-service/service/left-out-words";
import { printable } from "@llmstxt-service/service/printable";
import type { DeliveredFile } from "./delivery.ts";
import type { RunStats } from "./run-stats.ts";

interface RunEnd {
  readonly stats: RunStats;
  /** Pages asked for, and the most allowed. */
  readonly maxPages: number;
  readonly maxPagesLimit: number;
  /** Files written or unchanged; none with `--check`. */
  readonly delivered: readonly DeliveredFile[];
  /** File of the document, if one was written. */
  readonly document: string | undefined;
  /** Folder of `--publish`, if it was written. */
  readonly published: string | undefined;
  /** True if standard output is a terminal: the person may want a file. */
  readonly isOnScreen: boolean;
}

/** Result of a run for a person: pages, size, score, missing pages with reasons, files, and the next step. */
export function finalSummary(generated: Generated, ended: RunEnd): string {
  const { counts, validation } = generated;
  const { stats, delivered } = ended;
  const size = `${count(counts.characters, "character")}, about ${count(counts.tokens, "token")}`;
  const next = nextStep(generated, ended);
  return [
    `${count(counts.pages, "page")} in ${stats.seconds.toFixed(1)} s: ${size}, score ${validation.score} of 100.`,
    ...betterLine(generated),
    ...leftOutLines(stats.leftOut),
    ...(stats.failed === 0 ? [] : [`Could not be read: ${count(stats.failed, "page")}.`]),
    ...relativesLine(generated, ended),
    ...filesLine(delivered),
    ...(next === undefined ? [] : [`Next: ${next}`]),
  ]
    .map((line) => `${printable(line)}\n`)
    .join("");
}

/** Most findings listed; `validate` lists all. */
const MAX_BETTER = 3;

/** Faults that the program could not mend, those that cost most points first. */
function betterLine({ validation: { findings } }: Generated): readonly string[] {
  const dear = findings.filter(({ points }) => points > 0).sort((a, b) => b.points - a.points);
  if (dear.length === 0) return [];
  const named = dear.slice(0, MAX_BETTER).map(({ message, line, points }) => `${message} (line ${line}, +${points})`);
  return [`Could be better: ${named.join("; ")}.`];
}

function relativesLine({ relatives = [] }: Generated, { document, published }: RunEnd): readonly string[] {
  if (relatives.length === 0) return [];
  const named = relatives.slice(0, MAX_RELATIVES).map(({ name, text }) => `${name}, ${pagesOf(text)}`);
  const others = relatives.length > named.length ? "; …" : "";
  const how = document === undefined && published === undefined ? " -o llms.txt writes all of them." : "";
  return [`${count(relatives.length, "more file")}: ${named.join("; ")}${others}.${how}`];
}

const MAX_RELATIVES = 10;

const pagesOf = (text: string): string => count(pagesIn(text) ?? 0, "page");

function filesLine(files: readonly DeliveredFile[]): readonly string[] {
  const named = (is: DeliveredFile["state"]) => files.filter(({ state }) => state === is).map(({ file }) => file);
  const [wrote, unchanged] = [named("written"), named("unchanged")];
  return [
    ...(wrote.length === 0 ? [] : [`Wrote ${wrote.join(", ")}.`]),
    ...(unchanged.length === 0 ? [] : [`Unchanged: ${unchanged.join(", ")}.`]),
  ];
}

function nextStep({ validation, why }: Generated, ended: RunEnd): string | undefined {
  const { stats, maxPages, maxPagesLimit, document, published, isOnScreen } = ended;
  if (why === "asked") return undefined;
  const over = stats.leftOut.find(({ reason }) => reason === "over the limit");
  if (over !== undefined && maxPages < maxPagesLimit)
    return `--max-pages ${Math.min(maxPagesLimit, rounded(maxPages + over.count))} reads more of the site.`;
  if (published !== undefined)
    return `serve ${published} with your site; the settings for your server are in ${join(published, ".llmstxt")}.`;
  if (document === undefined) return isOnScreen ? "-o llms.txt writes it into a file." : undefined;
  if (validation.findings.length > 0) return `llmstxt validate ${document} --profile strict shows what costs points.`;
  return "put it at /llms.txt of your site; --publish <folder> adds Markdown pages.";
}

/** The number rounded up to one digit other than 0: 61 becomes 70. */
function rounded(pages: number): number {
  const step = 10 ** Math.floor(Math.log10(pages));
  return Math.ceil(pages / step) * step;
}
