import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";

/** A running `llmstxt serve` or `llmstxt worker`. */
export interface Running {
  readonly child: ChildProcess;
  /** Its log, a JSON text a line. */
  readonly log: readonly string[];
  /** Resolves when a line of its log contains `text`; rejects when it ends first. */
  said(text: string): Promise<void>;
  /** Ends it with a signal and waits for that. */
  end(signal: NodeJS.Signals): Promise<void>;
}

const START = join(import.meta.dirname, "../../src/shells/start.ts");

export function startProcess(command: "serve" | "worker", environment: Readonly<Record<string, string>>): Running {
  const child = spawn(process.execPath, [START, command], {
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
        await Promise.race([once(child, "said"), once(child, "exit")]);
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

/** A port that is free now: a server that is killed and started again must be found where it was. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No free port");
  return address.port;
}
