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
  /** Pages that were asked for, and most that may be. */
  readonly maxPages: number;
  readonly maxPagesLimit: number;
  /** Files that were written, or are unchanged; none with `--check`. */
  readonly delivered: readonly DeliveredFile[];
  /** The file of the document, where one was written. */
  readonly document: string | undefined;
  /** The folder of `--publish`, where it was written. */
  readonly published: string | undefined;
  /** True if a person sees standard output: they could have a file. */
  readonly isOnScreen: boolean;
}

/** Result of a run, for a person: pages, size, score, what is missing and why, the files, and what to do next. */
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

/** Findings named; `validate` tells all. */
const MAX_BETTER = 3;

/** Faults that the program could not mend by itself, the dearest first. */
function betterLine({ validation: { findings } }: Generated): readonly string[] {
  const dear = findings.filter(({ points }) => points > 0).sort((a, b) => b.points - a.points);
  if (dear.length === 0) return [];
  const named = dear.slice(0, MAX_BETTER).map(({ message, line, points }) => `${message} (line ${line}, +${points})`);
  return [`Could be better: ${named.join("; ")}.`];
}

/** Documents of other languages and versions. */
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

/** The one thing most worth doing now. */
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

/** The next number with one digit that is no 0: 61 is 70. */
function rounded(pages: number): number {
  const step = 10 ** Math.floor(Math.log10(pages));
  return Math.ceil(pages / step) * step;
}
