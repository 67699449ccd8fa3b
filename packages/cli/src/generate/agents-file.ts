import { readFile, realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { agentsIndex, type IndexedSite, type MarkerProblem, withBlock } from "@llmstxt-service/document/agents-md";
import { CrawlError } from "@llmstxt-service/page/errors";
import { unlessMissing } from "@llmstxt-service/service/store/on-disk";
import { fileProblem } from "../file-problem.ts";
import type { DeliveryFlags } from "./asked-files.ts";
import { checkWritable, writeOutput } from "./output.ts";
import { compare } from "./staleness.ts";

/** The file to change; undefined if none is asked for. */
const agentsFileOf = ({ agentsMd }: DeliveryFlags): string | undefined => (agentsMd === true ? "AGENTS.md" : agentsMd);

/**
 * Refuses a file that could not be written, before other work is done.
 * @param others files that the same run writes
 * @throws CrawlError `wrong_usage`
 */
export async function checkAgentsFile(flags: DeliveryFlags, others: readonly (string | undefined)[]): Promise<void> {
  const file = agentsFileOf(flags);
  if (file === undefined) return;
  if (others.some((other) => other !== undefined && resolve(other) === resolve(file)))
    throw wrong(`${file} cannot be written twice: --agents-md and another flag name it`);
  await changed(file, "");
  if (!flags.check) await checkWritable(file);
}

/**
 * Updates the site's index in the file, or with `--check` only compares it.
 * @returns true if it is up to date
 */
export async function bringUpToDate(site: IndexedSite, flags: DeliveryFlags): Promise<boolean> {
  const file = agentsFileOf(flags);
  if (file === undefined) return true;
  const { before, after } = await changed(file, agentsIndex(site));
  if (flags.check) return compare([{ file, text: after.toString("utf8") }], flags);
  const isThere = before?.equals(after) === true;
  // A symbolic link, such as one from CLAUDE.md, stays one.
  if (!isThere) await writeOutput(before === undefined ? file : await realpath(file), after);
  if (!flags.quiet) process.stderr.write(`${isThere ? "Unchanged" : "Wrote the site's index in"}: ${file}.\n`);
  return true;
}

/** Bytes of the file, now and with this block. Decoding as Latin-1 keeps all other bytes, in any encoding. */
async function changed(file: string, block: string) {
  const before = await readFile(file).catch((thrown: unknown) => {
    try {
      return unlessMissing(thrown);
    } catch {
      throw wrong(`Cannot read ${file}: ${fileProblem(thrown, "")}`);
    }
  });
  if (before?.includes(0)) throw wrong(`${file} is no UTF-8 text: save it as that first`);
  const after = withBlock(before?.toString("latin1") ?? "", Buffer.from(block).toString("latin1"));
  if (typeof after !== "string") throw wrong(`${file} stays as it is: ${problemWords(after)}`);
  return { before, after: Buffer.from(after, "latin1") };
}

function problemWords(problem: MarkerProblem): string {
  switch (problem.type) {
    case "conflict":
      return `line ${problem.line} begins a merge conflict; solve that first`;
    case "markers": {
      const { begins, ends } = problem;
      const at = (lines: readonly number[]) => (lines.length === 0 ? "nowhere" : `in line ${lines.join(", ")}`);
      return `the index begins ${at(begins)} and ends ${at(ends)}; leave each of its two markers once, the beginning first, or neither`;
    }
  }
}

const wrong = (detail: string): CrawlError => new CrawlError("wrong_usage", { detail });
