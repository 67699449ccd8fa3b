// Runs a bench in its small form, for the tests of benches.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";

export const ROOT = join(import.meta.dirname, "../..");

/** Runs a bench in its small form; what it judges are counts and ratios, so that a busy machine changes nothing. */
export async function bench(
  name: string,
  ...args: readonly string[]
): Promise<{ code: number | null; notKept: string[] }> {
  const child = spawn(process.execPath, [`bench/${name}.ts`, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => child.on("close", resolve).on("error", reject));
  const [printed, said, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const notKept = said.split("\n").filter((line) => line.startsWith("Not kept"));
  if (code !== 0) console.error(`${printed}\n${said}`);
  return { code, notKept };
}

/** What a bench comes to whose bounds are all kept. */
export const KEPT = { code: 0, notKept: [] };
