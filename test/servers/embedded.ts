import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";

const MODULES = join(import.meta.dirname, "../../node_modules");

/**
 * Puts an empty embedded database into a data folder: a copy, since making one takes ten seconds of a core. An existing
 * one stays.
 */
export async function prepareEmbedded(dataDir: string): Promise<void> {
  const folder = join(dataDir, "database");
  if (!existsSync(folder)) await cp(await emptyDatabase(), folder, { recursive: true });
}

let made: Promise<string> | undefined;

const emptyDatabase = (): Promise<string> => {
  made ??= make();
  return made;
};

/** Kept from run to run. */
async function make(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(MODULES, "@electric-sql/pglite/package.json"), "utf8"));
  const cache = join(MODULES, ".cache/llmstxt-service");
  const kept = join(cache, `embedded-${version}`);
  if (existsSync(kept)) return kept;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "database-"));
  const database = await PGlite.create(folder);
  await database.close();
  // Another test file may have been faster.
  await rename(folder, kept).catch((error) => {
    if (!existsSync(kept)) throw error;
  });
  await rm(folder, { recursive: true, force: true });
  return kept;
}
