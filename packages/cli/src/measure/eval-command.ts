import { READERS_HERE } from "@llmstxt-service/crawler/crawl/reading";
import { openGenerateWorld } from "@llmstxt-service/service/generate-world";
import type { GenerateWorld } from "@llmstxt-service/service/jobs/world";
import { loadConfig } from "@llmstxt-service/service/settings/config";
import { isAddress, readSource } from "../read-source.ts";
import { type Evaluation, evaluate, type FileSource, networkAccess, parseQuestions } from "./eval.ts";
import { agentOpener } from "./eval-agent.ts";
import { evalReport } from "./eval-report.ts";

export interface EvalFlags {
  readonly against?: readonly string[];
  readonly questions?: string;
  readonly model?: true;
  readonly json?: true;
}

/** Measures how well files lead to the answers in the pages they list, and prints it. */
export async function runEval(file: string, flags: EvalFlags, signal: AbortSignal): Promise<void> {
  const config = loadConfig(process.cwd());
  const openAgent = flags.model && agentOpener(config);
  const world = openGenerateWorld(config, (notice) => process.stderr.write(`${notice}\n`));
  try {
    const names = [file, ...(flags.against ?? [])];
    const sources = await readSources(names, world, signal);
    const given = flags.questions === undefined ? undefined : await readQuestions(flags.questions, world, signal);
    const access = accessOf(names, world, signal);
    const made = await evaluate(
      sources,
      { access, ...(given && { questions: given }), ...(openAgent && { openAgent }) },
      signal,
    );
    process.stdout.write(flags.json ? `${JSON.stringify(jsonOf(made))}\n` : evalReport(made));
  } finally {
    await world.fetching.close();
  }
}

async function readSources(
  names: readonly string[],
  { fetching }: GenerateWorld,
  signal: AbortSignal,
): Promise<FileSource[]> {
  const sources: FileSource[] = [];
  for (const name of names) {
    const text = await readSource(name, () => fetching, signal);
    sources.push({ name, text, ...(isAddress(name) && { url: name }) });
  }
  return sources;
}

const readQuestions = async (file: string, { fetching }: GenerateWorld, signal: AbortSignal) =>
  parseQuestions(await readSource(file, () => fetching, signal), file);

function accessOf(names: readonly string[], { fetching, settings }: GenerateWorld, signal: AbortSignal) {
  const { concurrency, productToken, respectRobots } = settings;
  const reader = READERS_HERE.forCrawl({ withMarkdown: false }, signal);
  return networkAccess({ fetching, reader, typed: names.filter(isAddress), concurrency, productToken, respectRobots });
}

/** The public shape: docs/explanation/eval.md. */
const jsonOf = ({ questions, files, pageCharacters }: Evaluation) => ({
  questions: questions.length,
  files: files.map(({ file, lexical, agent }) => ({ file, lexical, ...(agent && { agent }) })),
  pages: { characters: pageCharacters },
});
