import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Database } from "../../packages/service/src/sites/database/database.ts";
import { sitesIn } from "../../packages/service/src/sites/store.ts";

export interface EmbeddedLedger {
  readonly kills: number;
  readonly acknowledged: number;
  readonly lost: number;
}

const WRITER = fileURLToPath(import.meta.resolve("./embedded-writer.ts"));

/** Kills a process that writes to the embedded database, over and over, and counts acknowledged rows that are gone. */
export async function embeddedKills(kills: number): Promise<EmbeddedLedger> {
  const folder = await mkdtemp(join(tmpdir(), "llmstxt-embedded-"));
  const acknowledged: string[] = [];
  try {
    for (let kill = 0; kill < kills; kill++) acknowledged.push(...(await writeUntilKilled(folder, kill)));
    const database = new Database({ type: "pglite", folder }, () => {});
    await database.opened(AbortSignal.timeout(60_000));
    const sites = sitesIn(database);
    const found = await Promise.all(acknowledged.map((url) => sites.find(url)));
    await database.close();
    return { kills, acknowledged: acknowledged.length, lost: found.filter((site) => site === undefined).length };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns what the process said was written, until it was killed after so many rows */
async function writeUntilKilled(folder: string, kill: number): Promise<string[]> {
  const writer = spawn(process.execPath, [WRITER, folder, String(kill)], { stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(writer, "exit");
  const written: string[] = [];
  for await (const line of createInterface({ input: writer.stdout })) {
    written.push(line);
    if (written.length === 5 + kill * 3) writer.kill("SIGKILL");
  }
  await exit;
  return written;
}
