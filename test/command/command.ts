import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** The built command, as `npx llmstxt` runs it. `npm run test:system` builds it first. */
export const COMMAND = join(import.meta.dirname, "../../dist/cli.js");

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdin?: string;
  /** Called with a way to send a signal once the process runs. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs `llmstxt` with these arguments to its end, with nothing of this process's settings in its environment. */
export async function llmstxt(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, BROWSER_ENABLED: "false", ...options.env },
    stdio: "pipe",
  });
  child.stdin.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error; // EPIPE: the program has read enough
  });
  child.stdin.end(options.stdin ?? "");
  options.onStart?.((signal) => child.kill(signal));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

/** A folder that is removed after the tests of a file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "llmstxt-command-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Addresses in the lists of a document, in their order. */
export const linksIn = (document: string): string[] =>
  [...document.matchAll(/^- \[.*?\]\((\S+?)\)/gm)].map(([, url = ""]) => url);
