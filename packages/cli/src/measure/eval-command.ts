import { openGenerateWorld } from "@llmstxt-service/service/generate-world";
import { loadConfig } from "@llmstxt-service/service/settings/config";
import { pagesOf } from "../mcp-command.ts";
import { readSource } from "../read-source.ts";
import { type Evaluation, evaluate, type FileSource, kindsOf, parseQuestions } from "./eval.ts";
import { agentOpener } from "./eval-agent.ts";
import { evalReport } from "./eval-report.ts";
import { openSources } from "./eval-sources.ts";

export interface EvalFlags {
  readonly against?: readonly string[];
  readonly questions?: string;
  readonly origin?: string;
  readonly model?: true;
  readonly arms?: true;
  readonly json?: true;
}

/** Measures how well files lead to the answers in their listed pages, and prints the figures. */
export async function runEval(file: string, flags: EvalFlags, signal: AbortSignal): Promise<void> {
  const { origin, questions, json } = flags;
  const config = loadConfig(process.cwd());
  const openAgent = flags.model && agentOpener(config);
  const world = openGenerateWorld(config, (notice) => process.stderr.write(`${notice}\n`));
  try {
    const given =
      questions === undefined
        ? undefined
        : parseQuestions(await readSource(questions, () => world.fetching, signal), questions);
    const names = [file, ...(flags.against ?? [])];
    const opened = { world, ...(origin !== undefined && { origin }) };
    const { sources, access } = await openSources(names, opened, signal);
    const offered = ({ name }: FileSource) => pagesOf(name, world, signal);
    const made = await evaluate(
      sources,
      { access, ...(given && { questions: given }), ...(openAgent && { openAgent }), ...(flags.arms && { offered }) },
      signal,
    );
    process.stdout.write(json ? `${JSON.stringify(jsonOf(made))}\n` : evalReport(made));
  } finally {
    await world.fetching.close();
  }
}

/** JSON of the figures, as docs/explanation/eval.md defines it. */
const jsonOf = ({ questions, files, read, pageCharacters }: Evaluation) => ({
  questions: questions.length,
  kinds: kindsOf(questions),
  files: files.map(({ file, lexical, agent, arms }) => ({
    file,
    lexical,
    ...(agent && { agent }),
    ...(arms && { arms }),
  })),
  pages: { read, characters: pageCharacters },
});
