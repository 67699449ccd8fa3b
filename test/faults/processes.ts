import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";

/** A running `llmstxt serve` or `llmstxt worker`. */
export interface Running {
  readonly child: ChildProcess;
  /** Log of the process, a JSON text a line. */
  readonly log: readonly string[];
  /** Resolves when a line of its log contains `text`; rejects when it ends first. */
  said(text: string): Promise<void>;
  /** Ends it with a signal and waits for that. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Longest silence of a process that is starting. */
const START_MS = 60_000;

/** File that starts the command of this checkout. */
export const THIS_RELEASE = join(import.meta.dirname, "../../packages/cli/src/start.ts");

export function startProcess(
  command: "serve" | "worker",
  environment: Readonly<Record<string, string>>,
  program = THIS_RELEASE,
): Running {
  const child = spawn(process.execPath, [program, command], {
    cwd: environment.DATA_DIR,
    env: {
      PATH: process.env.PATH,
      LOG_FORMAT: "json",
      BROWSER_ENABLED: "false",
      ALLOW_PRIVATE_NETWORKS: "true",
      ...environment,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const log: string[] = [];
  let rest = "";
  child.stderr?.on("data", (chunk) => {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    log.push(...lines);
    child.emit("said");
  });
  return {
    child,
    log,
    async said(text) {
      while (!log.some((line) => line.includes(text))) {
        if (hasEnded(child)) throw new Error(`${command} ended before it said ${text}: ${log.slice(-5).join("\n")}`);
        const heard = new AbortController();
        const signal = AbortSignal.any([heard.signal, AbortSignal.timeout(START_MS)]);
        await Promise.race([once(child, "said", { signal }), once(child, "exit", { signal })]);
        heard.abort();
      }
    },
    async end(signal) {
      if (hasEnded(child)) return;
      const exit = once(child, "exit");
      child.kill(signal);
      await exit;
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Below the range from which connections get their own ports, one of which could otherwise be in the way of a restart. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;

/** A port that is free now: a server that is killed and started again must be found where it was. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + randomInt(PORTS);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => resolve(true));
    });
    await new Promise((resolve) => probe.close(resolve));
    if (isFree) return port;
  }
}
