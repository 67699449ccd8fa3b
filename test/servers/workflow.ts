// Runs the steps of a workflow as GitHub's runner does, as far as ours go: environment, outputs, the page of the run, and
// our own action among the steps. What other actions do (a checkout, Node) is here already: they are passed over.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";
import { z } from "zod";

const ROOT = join(import.meta.dirname, "../..");

const texts = z.record(z.string(), z.string());

const step = z.object({
  id: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  run: z.string().optional(),
  env: texts.optional(),
});

const compositeAction = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
  outputs: z.record(z.string(), z.object({ description: z.string(), value: z.string() })),
  runs: z.object({ using: z.literal("composite"), steps: z.array(step) }),
});

const workflow = z.object({
  env: texts.optional(),
  jobs: z.record(z.string(), z.object({ steps: z.array(step) })),
});

type Step = z.infer<typeof step>;

/** action.yml at the root. */
export const ownAction = compositeAction.parse(parse(readFileSync(join(ROOT, "action.yml"), "utf8")));

export interface RunnerOptions {
  readonly workspace: string;
  /** `github.*` and the like, by their dotted names. */
  readonly contexts: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** Folder with the action, as the runner has fetched it. */
  readonly action?: string;
}

export interface JobRun {
  /** Exit code of the step that failed, or 0. */
  readonly code: number;
  /** Everything the steps printed. */
  readonly log: string;
  /** The page of the run. */
  readonly summary: string;
}

/** Runs the jobs of a workflow one after another, in one folder. */
export async function runWorkflow(source: string, options: RunnerOptions): Promise<JobRun> {
  const { env = {}, jobs } = workflow.parse(parse(source));
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const outer = new Map(Object.entries(options.contexts));
  const given = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, evaluated(value, outer)]));
  const own = Object.fromEntries(Object.entries(given).map(([name, value]) => [`env.${name}`, value]));
  const runner = new Runner({ ...options, env: { ...options.env, ...given } });
  return runner.run(steps, new Map(Object.entries({ ...options.contexts, ...own })));
}

/** Runs our action alone. */
export async function runAction(
  inputs: Readonly<Record<string, string>>,
  options: RunnerOptions,
): Promise<JobRun & { readonly outputs: Readonly<Record<string, string>> }> {
  const known = new Map(Object.entries(options.contexts));
  const ran = await new Runner(options).run([{ id: "it", uses: "./llmstxt-service@here", with: inputs }], known);
  const outputs = Object.keys(ownAction.outputs).map((name) => [name, known.get(`steps.it.outputs.${name}`) ?? ""]);
  return { ...ran, outputs: Object.fromEntries(outputs) };
}

class Runner {
  readonly #options: RunnerOptions;
  readonly #temp = mkdtempSync(join(tmpdir(), "llmstxt-runner-"));
  readonly #outputs = join(this.#temp, "output");
  readonly #summary = join(this.#temp, "summary");
  #log = "";

  constructor(options: RunnerOptions) {
    this.#options = options;
    writeFileSync(this.#summary, "");
  }

  async run(steps: readonly Step[], known: Map<string, string>): Promise<JobRun> {
    const code = await this.#runAll(steps, known);
    return { code, log: this.#log, summary: readFileSync(this.#summary, "utf8") };
  }

  async #runAll(steps: readonly Step[], known: Map<string, string>): Promise<number> {
    for (const one of steps) {
      const code = one.uses?.includes("/llmstxt-service@")
        ? await this.#runOwn(one, known)
        : await this.#runStep(one, known);
      if (code !== 0) return code;
    }
    return 0;
  }

  async #runOwn({ id, with: given = {} }: Step, outer: Map<string, string>): Promise<number> {
    const known = new Map([...outer].filter(([name]) => !/^(inputs|steps|env)\./.test(name)));
    for (const [name, { default: value }] of Object.entries(ownAction.inputs))
      known.set(`inputs.${name}`, evaluated(String(given[name] ?? value), outer));
    const code = await this.#runAll(ownAction.runs.steps, known);
    for (const [name, { value }] of Object.entries(ownAction.outputs))
      outer.set(`steps.${id}.outputs.${name}`, evaluated(value, known));
    return code;
  }

  async #runStep({ id, run: script, env = {} }: Step, known: Map<string, string>): Promise<number> {
    if (script === undefined) return 0;
    writeFileSync(this.#outputs, "");
    const { workspace } = this.#options;
    const own = Object.entries(env).map(([name, value]) => [name, evaluated(value, known)]);
    const files = { GITHUB_OUTPUT: this.#outputs, GITHUB_STEP_SUMMARY: this.#summary, RUNNER_TEMP: this.#temp };
    const { action = ROOT } = this.#options;
    const places = { GITHUB_WORKSPACE: workspace, GITHUB_ACTION_PATH: action };
    const runs = { CI: "true", GITHUB_ACTIONS: "true", ...places, ...files };
    const ran = await bash(script, workspace, { ...runs, ...this.#options.env, ...Object.fromEntries(own) });
    this.#log += ran.log;
    for (const line of readFileSync(this.#outputs, "utf8").split("\n"))
      known.set(`steps.${id}.outputs.${line.split("=", 1)[0]}`, line.slice(line.indexOf("=") + 1));
    return ran.code;
  }
}

/** Dotted names, and the first of several that is not empty. */
const evaluated = (value: string, known: ReadonlyMap<string, string>): string =>
  value.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) =>
    expression.split("||").reduce((found, name) => found || (known.get(name.trim()) ?? ""), ""),
  );

async function bash(script: string, cwd: string, env: Readonly<Record<string, string>>) {
  const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
  const child = spawn("bash", args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? 1)));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { log: stdout + stderr, code };
}
