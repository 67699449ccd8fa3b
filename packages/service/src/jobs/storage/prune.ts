import { isMemoryName, memoryName, namedAt, nameIn, plainFileName } from "../../store/names.ts";
import type { Store } from "../../store/store.ts";

export interface PruneOptions {
  readonly files: Pick<Store, "list">;
  /** Every URL that a row names, a batch at a time. */
  readonly storedUrls: AsyncIterable<readonly string[]>;
  readonly now: Date;
  /** Files that were named later are left alone: their row may still be being written. */
  readonly olderThanDays: number;
}

const DAY_MS = 86_400_000;

/**
 * Names of stored files of our own naming that no row names and that are older than asked for, by the date in the name.
 * An llms-full.txt goes by the text it lies beside. Holds a name for each file of the store, some hundred bytes.
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

export interface PruneMemoryOptions extends Pick<PruneOptions, "now" | "olderThanDays"> {
  readonly pages: Pick<Store, "list">;
  /** Addresses of the sites whose pages are remembered, a batch at a time. */
  readonly remembered: AsyncIterable<readonly string[]>;
}

/** Names of remembered pages whose site is gone, or forgot them, older than asked for by the store's own date. */
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
