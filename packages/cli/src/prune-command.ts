import type { Config } from "../../config.ts";
import { forgottenPages, unnamedFiles } from "../../jobs/storage/storage.ts";
import { rememberedSites, storedUrls } from "../../sites/texts/texts.ts";
import { count } from "../describe.ts";
import { openBlobs, openFiles } from "../files.ts";
import { printable } from "../printable.ts";
import { withSites } from "./sites/with-sites.ts";

export interface PruneFlags {
  readonly dryRun: boolean;
  /** Days. */
  readonly olderThan: number;
}

interface Shell {
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Removes stored files that no row names, and remembered pages of sites that are gone, or says which it would. */
export async function pruneFiles(config: Config, { dryRun, olderThan }: PruneFlags, shell: Shell): Promise<void> {
  const { print, signal } = shell;
  const did = dryRun ? "Would remove" : "Removed";
  await withSites(config, async ({ database }) => {
    const files = await openFiles(config, () => config.publicUrl ?? "");
    const blobs = openBlobs(config);
    const at = { now: new Date(), olderThanDays: olderThan };
    const names = await unnamedFiles({ ...at, files, storedUrls: storedUrls(database) }, signal);
    for (const name of names) {
      signal.throwIfAborted();
      if (!dryRun) await files.remove(name, signal);
      print(printable(`${did} ${name}`));
    }
    const forgotten = await forgottenPages({ ...at, blobs, remembered: rememberedSites(database) }, signal);
    for (const name of forgotten) {
      signal.throwIfAborted();
      if (!dryRun) await blobs.remove(name, signal);
      print(`${did} memory/${name}`);
    }
    print(`${did} ${count(names.length + forgotten.length, "file")}`);
  });
}
