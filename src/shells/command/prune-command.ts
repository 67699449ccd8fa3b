import type { Config } from "../../config.ts";
import { unnamedFiles } from "../../jobs/prune.ts";
import { storedUrls } from "../../sites/stored-urls.ts";
import { count } from "../describe.ts";
import { openFiles } from "../files.ts";
import { printable } from "../printable.ts";
import { withSites } from "./with-sites.ts";

export interface PruneFlags {
  readonly dryRun: boolean;
  /** Days. */
  readonly olderThan: number;
}

interface Shell {
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Removes stored files that no row names, or says which it would. */
export async function pruneFiles(
  config: Config,
  { dryRun, olderThan }: PruneFlags,
  { print, signal }: Shell,
): Promise<void> {
  await withSites(config, async ({ database }) => {
    const files = await openFiles(config, () => config.publicUrl ?? "");
    const options = { files, storedUrls: storedUrls(database), now: new Date(), olderThanDays: olderThan };
    const names = await unnamedFiles(options, signal);
    for (const name of names) {
      signal.throwIfAborted();
      if (!dryRun) await files.remove(name, signal);
      print(printable(`${dryRun ? "Would remove" : "Removed"} ${name}`));
    }
    print(`${dryRun ? "Would remove" : "Removed"} ${count(names.length, "file")}`);
  });
}
