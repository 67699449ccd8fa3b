import { count } from "@llmstxt-service/service/describe";
import { forgottenPages, unnamedFiles } from "@llmstxt-service/service/jobs/storage";
import { printable } from "@llmstxt-service/service/printable";
import type { Config } from "@llmstxt-service/service/settings/config";
import { rememberedSites, storedUrls } from "@llmstxt-service/service/sites/texts";
import { openFiles, openMemory } from "@llmstxt-service/service/stores";
import { type Shell, withSites } from "./sites/with-sites.ts";

export interface PruneFlags {
  readonly dryRun: boolean;
  readonly olderThan: number;
}

/** Removes stored files that no row names, and stored pages of sites that are gone; or only lists them. */
export async function pruneFiles(
  config: Config,
  { dryRun, olderThan }: PruneFlags,
  { print, signal }: Shell,
): Promise<void> {
  const did = dryRun ? "Would remove" : "Removed";
  await withSites(config, async ({ database }) => {
    const files = await openFiles(config, () => config.publicUrl ?? "");
    const pages = await openMemory(config);
    const at = { now: new Date(), olderThanDays: olderThan };
    const names = await unnamedFiles({ ...at, files, storedUrls: storedUrls(database) }, signal);
    for (const name of names) {
      signal.throwIfAborted();
      if (!dryRun) await files.remove(name, signal);
      print(printable(`${did} ${name}`));
    }
    const forgotten = await forgottenPages({ ...at, pages, remembered: rememberedSites(database) }, signal);
    for (const name of forgotten) {
      signal.throwIfAborted();
      if (!dryRun) await pages.remove(name, signal);
      print(`${did} memory/${name}`);
    }
    print(`${did} ${count(names.length + forgotten.length, "file")}`);
  });
}
