import { link, lstat, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { hasCode, unlessMissing } from "./on-disk.ts";

/** Files written at once: a disk syncs many in the time of one. */
export const WRITES_AT_ONCE = 16;

export interface WholeFile {
  /** Path of the file, in a folder that exists. */
  readonly path: string;
  readonly content: string | Uint8Array | AsyncIterable<string | Uint8Array>;
  /** Default: the mode of new files of the process. */
  readonly mode?: number;
  /** Folder of the same file system for the incomplete file. Default: the file's own folder. */
  readonly unfinishedIn?: string;
}

/**
 * Writes a file whole or not at all, even if the process is killed or the power fails: writes beside it, syncs, renames
 * over the former file, and syncs the folder.
 * @throws Error of the file system; the signal's reason
 */
export const writeWhole = (file: WholeFile, signal?: AbortSignal): Promise<void> =>
  written(file, (unfinished) => rename(unfinished, file.path), signal);

/**
 * Writes a whole file if none exists. A hard link fails if the name is taken, so two writers never get the same name.
 * @returns false if the name is taken
 */
export async function writeNew(file: WholeFile, signal?: AbortSignal): Promise<boolean> {
  if ((await lstat(file.path).catch(unlessMissing)) !== undefined) return false;
  try {
    await written(file, (unfinished) => link(unfinished, file.path), signal);
    return true;
  } catch (thrown) {
    if (hasCode(thrown, "EEXIST")) return false;
    throw thrown;
  }
}

async function written(
  { path, content, mode, unfinishedIn = dirname(path) }: WholeFile,
  place: (unfinished: string) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const unfinished = join(unfinishedIn, `${UNFINISHED}${crypto.randomUUID()}`);
  try {
    const file = await open(unfinished, "wx", mode);
    try {
      await file.writeFile(content, { ...(signal && { signal }) });
      await file.sync();
    } finally {
      await file.close();
    }
    signal?.throwIfAborted();
    await place(unfinished);
    await syncFolder(dirname(path));
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * Writes a file without syncing it, for a reader that detects a damaged one. It is faster, and a kill leaves no
 * incomplete file beside it.
 */
export const writeFleeting = ({ path, content, mode }: WholeFile, signal?: AbortSignal): Promise<void> =>
  writeFile(path, content, { ...(mode !== undefined && { mode }), ...(signal && { signal }) });

/** Makes a folder, and its missing parents, so that a power cut does not undo them. */
export async function makeFolder(folder: string): Promise<void> {
  const whole = resolve(folder);
  const first = await mkdir(whole, { recursive: true });
  if (first === undefined) return;
  for (let at = whole; at.length >= first.length; at = dirname(at)) await syncFolder(dirname(at));
}

/** Error codes of file systems that cannot sync a folder, and of a folder that may be written but not read. */
const UNSYNCED = ["EACCES", "EPERM", "EINVAL", "ENOTSUP", "EISDIR"];

/** Syncs a folder: without that a power cut may lose a file's name. Windows cannot open folders, and needs no sync. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    await handle.sync().finally(() => handle.close());
  } catch (thrown) {
    if (!UNSYNCED.some((code) => hasCode(thrown, code))) throw thrown;
  }
}

/** Beginning of an incomplete file's name. Its dot keeps the file out of listings, and the server refuses dot files. */
const UNFINISHED = ".partial-";

const isUnfinished = (name: string): boolean => /^\.partial-[0-9a-f-]{36}$/.test(name);

/** Milliseconds after which an incomplete file counts as left behind: no write takes as long. */
export const STALE_MS = 3_600_000;

/** Removes incomplete files older than this in a folder and below it, which killed processes left. */
export async function sweepUnfinished(folder: string, olderThanMs: number): Promise<void> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessMissing)) ?? [];
  for (const { name, parentPath } of entries) {
    if (!isUnfinished(name)) continue;
    const path = join(parentPath, name);
    const found = await stat(path).catch(unlessMissing); // another process may have finished with it
    if (found !== undefined && Date.now() - found.mtimeMs >= olderThanMs) await rm(path, { force: true });
  }
}
