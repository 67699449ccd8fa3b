import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { prepareEmbedded } from "./embedded.ts";

/** Disposing of it always ends it, with SIGKILL if it still runs. */
export interface ServeProcess extends AsyncDisposable {
  readonly pid: number;
  /** `http://127.0.0.1:<port>`; empty for a worker without WORKER_PORT. */
  readonly url: string;
  /** Lines of its log, each a JSON text. */
  readonly log: readonly string[];
  /** Exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>;
  kill(signal: NodeJS.Signals): void;
}

const running = new Set<ChildProcess>();

/** Ends processes that a failed test or an unfinished start left running. */
export async function endProcesses(): Promise<void> {
  await Promise.all([...running].map((child) => ended(child)));
}

/**
 * `llmstxt serve`, or `llmstxt worker`, as a process of its own, ready to work: from its sources, or as it was built. Its
 * log is in the message when it fails to start.
 */
export async function startProcess(
  environment: Readonly<Record<string, string>>,
  { command = "packages/cli/src/cli.ts", role = "serve" }: { command?: string; role?: "serve" | "worker" } = {},
): Promise<ServeProcess> {
  const { DATA_DIR, DATABASE_URL = "" } = environment;
  if (DATA_DIR !== undefined && DATABASE_URL === "") await prepareEmbedded(DATA_DIR);
  const child = spawn(process.execPath, [command, role], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: process.env.PATH, HOST: "127.0.0.1", PORT: "0", LOG_FORMAT: "json", ...environment },
  });
  running.add(child);
  const exited = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once("exit", (code, signal) => {
      running.delete(child);
      resolve(code ?? signal ?? 0);
    });
  });
  const log: string[] = [];
  const url = await ready(child, log, exited);
  return {
    pid: child.pid ?? 0,
    ...{ url, log, exited },
    kill: (signal) => void child.kill(signal),
    [Symbol.asyncDispose]: () => ended(child),
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return;
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await exit;
}

async function ready(child: ChildProcess, log: string[], exited: Promise<unknown>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  void exited.then((how) => reject(new Error(`it ended (${how}) before it was ready:\n${log.join("\n")}`)));
  if (child.stderr === null) throw new Error("stderr is not piped");
  createInterface(child.stderr).on("line", (line) => {
    // Read to the end, since a full pipe would block the process.
    log.push(line);
    if (log.length > 10_000) log.splice(0, 5_000);
    const [, url = ""] = /Listening on (http:\/\/127[^"\s]+)/.exec(line) ?? [];
    if (url !== "" || /"msg":"Working"/.test(line)) resolve(url);
  });
  return await promise;
}
