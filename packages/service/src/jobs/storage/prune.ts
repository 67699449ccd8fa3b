import { isMemoryName, memoryName, namedAt, nameIn, plainFileName } from "../../store/names.ts";
import type { Store } from "../../store/store.ts";

interface PruneOptions {
  readonly files: Pick<Store, "list">;
  /** Every URL that a row names, in batches. */
  readonly storedUrls: AsyncIterable<readonly string[]>;
  readonly now: Date;
  /** Age in days from which files are removed: the row of a newer one may still be being written. */
  readonly olderThanDays: number;
}

const DAY_MS = 86_400_000;

/**
 * Names of files that this program named, that no row names, and whose name has an older date than asked for. An
 * llms-full.txt counts with its text. It holds the names of all files of the store, some hundred bytes each.
 */
export async function unnamedFiles(
  { files, storedUrls, now, olderThanDays }: PruneOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const before = startOf({ now, olderThanDays });
  const found = new Map<string, string[]>();
  for await (const { name } of files.list("", "own", signal)) {
    const at = namedAt(name);
    if (at === undefined || at.getTime() >= before) continue;
    const plain = plainFileName(name);
    found.set(plain, [...(found.get(plain) ?? []), name]);
  }
  for await (const urls of storedUrls) for (const url of urls) found.delete(nameIn(url));
  return [...found.values()].flat().toSorted();
}

const startOf = ({ now, olderThanDays }: Pick<PruneOptions, "now" | "olderThanDays">): number =>
  now.getTime() - olderThanDays * DAY_MS;

interface PruneMemoryOptions extends Pick<PruneOptions, "now" | "olderThanDays"> {
  readonly pages: Pick<Store, "list">;
  /** Addresses of the sites whose pages are stored, in batches. */
  readonly remembered: AsyncIterable<readonly string[]>;
}

/** Names of stored pages whose site is gone or has none any more, older than asked for by the store's own date. */
export async function forgottenPages(
  { pages, remembered, now, olderThanDays }: PruneMemoryOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const before = startOf({ now, olderThanDays });
  const found = new Set<string>();
  for await (const { name, modifiedAt } of pages.list("", "all", signal))
    if (isMemoryName(name) && modifiedAt !== undefined && modifiedAt.getTime() < before) found.add(name);
  for await (const sites of remembered) for (const baseUrl of sites) found.delete(memoryName(baseUrl));
  return [...found].toSorted();
}
