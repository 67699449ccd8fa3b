import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { PglitePool } from "../../packages/service/src/pglite.ts";

const MODULES = join(import.meta.dirname, "../../node_modules");

/**
 * An empty embedded database in `folder`, as its first start makes it: a copy, since making one takes ten seconds of a
 * core. One that is there stays as it is.
 */
export async function prepareEmbedded(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  made ??= make();
  await cp(await made, folder, { recursive: true });
}

let made: Promise<string> | undefined;

/** Kept from run to run. */
async function make(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(MODULES, "@electric-sql/pglite/package.json"), "utf8"));
  const cache = join(MODULES, ".cache/llmstxt-service");
  const kept = join(cache, `pglite-${version}`);
  if (existsSync(kept)) return kept;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "database-"));
  const pool = await PglitePool.open(join(folder, "pgdata"));
  await pool.end();
  // Another test file may have been quicker.
  await rename(join(folder, "pgdata"), kept).catch((error) => {
    if (!existsSync(kept)) throw error;
  });
  await rm(folder, { recursive: true, force: true });
  return kept;
}
