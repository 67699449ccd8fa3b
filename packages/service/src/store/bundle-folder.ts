import { lstat, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { forEachAtOnce } from "@llmstxt-service/crawler/waiting/at-once";
import { CrawlError } from "@llmstxt-service/page/errors";
import { sha256 } from "@llmstxt-service/page/sha256";
import { removeFile, unlessMissing } from "./on-disk.ts";
import { makeFolder, sweepUnfinished, WRITES_AT_ONCE, writeWhole } from "./write-whole.ts";
import { isIndexPath, LIST_PATH, type Lists, listsText, NOTES, tryLists, type Written, writtenOf } from "./written.ts";

/** A bundle for a folder, where paths are those of the site. */
interface FolderBundle {
  readonly folder: string;
  /** Path of the base URL. Each base has a list of its own, and removes only files in that list. */
  readonly base: string;
  /** Texts by path, in the order of writing: the index last. */
  readonly files: ReadonlyMap<string, string>;
}

/** List of files about to be written: after a kill it shows that they are of this program. */
const PENDING_PATH = `${NOTES}pending.json`;

/**
 * Writes a bundle over an earlier one: pages first, the index last, then removes the other files of the earlier one.
 * Each file is replaced as a whole. Only listed files are touched, and only if they are as they were written.
 * @throws CrawlError `storage_failed` that names a file that no earlier bundle wrote, before anything is written
 */
export async function writeBundle(
  bundle: FolderBundle,
  signal: AbortSignal,
): Promise<Readonly<Record<"written" | "unchanged" | "removed", number>>> {
  const { folder, files, base } = bundle;
  try {
    const lists = await readLists(folder, LIST_PATH);
    const pending = await readLists(folder, PENDING_PATH);
    const now = writtenOf(files);
    const found = await digestsOf(folder, [...now.keys()], signal);
    const [first] = foreignOf(found, now, [lists, pending]);
    if (first !== undefined) throw foreign(join(folder, first.path), first.why);
    await makeFolder(join(folder, NOTES));
    await sweepUnfinished(join(folder, NOTES), 0);
    await replace(folder, PENDING_PATH, listsText({ ...pending, [base]: Object.fromEntries(now) }));
    const changed = [...files].filter(([path]) => found.get(path) !== now.get(path));
    const write = async ([path, text]: readonly [string, string]) => {
      signal.throwIfAborted();
      await replace(folder, path, text);
    };
    await forEachAtOnce(
      changed.filter(([path]) => !isIndexPath(path)),
      WRITES_AT_ONCE,
      write,
    );
    for (const file of changed.filter(([path]) => isIndexPath(path))) await write(file);
    const gone = await goneOf(folder, { base, now, known: [lists, pending] });
    for (const path of gone) await removeFile(folder, path);
    await replace(folder, LIST_PATH, listsText({ ...lists, [base]: Object.fromEntries(now) }));
    await rm(join(folder, PENDING_PATH), { force: true });
    return { written: changed.length, unchanged: files.size - changed.length, removed: gone.length };
  } catch (thrown) {
    if (thrown instanceof CrawlError || signal.aborted) throw thrown;
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new CrawlError("storage_failed", { detail: `Cannot publish to ${folder}: ${why}` }, { cause: thrown });
  }
}

/**
 * Paths of an earlier bundle that this one would remove.
 * @throws CrawlError `storage_failed`
 */
export async function goneFiles({ folder, base, files }: FolderBundle): Promise<readonly string[]> {
  const known = [await readLists(folder, LIST_PATH), await readLists(folder, PENDING_PATH)];
  return goneOf(folder, { base, now: writtenOf(files), known });
}

async function readLists(folder: string, path: string): Promise<Lists> {
  const text = await readFile(join(folder, path), "utf8").catch(unlessMissing);
  const lists = text === undefined ? {} : tryLists(text);
  if (lists !== undefined) return lists;
  throw foreign(join(folder, path), "it is not the list that an earlier bundle wrote");
}

/**
 * SHA-256 of the file at each path; `no file` for anything else there, such as a folder. A path with nothing is left
 * out.
 */
async function digestsOf(
  folder: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for (const path of paths) {
    signal.throwIfAborted();
    const found = await lstat(join(folder, path)).catch(unlessMissing);
    if (found === undefined) continue;
    digests.set(path, found.isFile() ? sha256(await readFile(join(folder, path))) : "no file");
  }
  return digests;
}

interface ForeignFile {
  readonly path: string;
  readonly why: string;
}

/**
 * Files in the way of the bundle: no earlier bundle wrote them, or they were changed since.
 * @throws CrawlError `storage_failed`
 */
export async function foreignFiles(
  { folder, files }: FolderBundle,
  signal: AbortSignal,
): Promise<readonly ForeignFile[]> {
  const known = [await readLists(folder, LIST_PATH), await readLists(folder, PENDING_PATH)];
  return foreignOf(await digestsOf(folder, [...files.keys()], signal), writtenOf(files), known);
}

const foreignOf = (found: ReadonlyMap<string, string>, now: Written, known: readonly Lists[]): readonly ForeignFile[] =>
  [...found].flatMap(([path, digest]) => {
    const digests = known.flatMap((lists) => Object.values(lists).flatMap((list) => list[path] ?? []));
    if (digests.includes(digest) || digest === now.get(path)) return [];
    return [{ path, why: digests.length > 0 ? "it was changed since" : "no earlier bundle wrote it" }];
  });

const foreign = (file: string, why: string): CrawlError =>
  new CrawlError("storage_failed", { detail: `${file} is in the way: ${why}. Move it away, or publish elsewhere` });

/** Listed files that the new bundle does not have. A file that somebody has changed stays. */
async function goneOf(
  folder: string,
  { base, now, known }: { readonly base: string; readonly now: Written; readonly known: readonly Lists[] },
): Promise<readonly string[]> {
  const gone: string[] = [];
  for (const path of new Set(known.flatMap((lists) => Object.keys(lists[base] ?? {})))) {
    if (now.has(path) || isOfAnother(path, base, known)) continue;
    const found = await readFile(join(folder, path)).catch(unlessMissing);
    if (found !== undefined && known.some((lists) => lists[base]?.[path] === sha256(found))) gone.push(path);
  }
  return gone;
}

const isOfAnother = (path: string, base: string, known: readonly Lists[]): boolean =>
  known.some((lists) => Object.entries(lists).some(([of, list]) => of !== base && list[path] !== undefined));

/** Replaces a file; until it is complete it is in the folder of notes, where no page looks for it. */
async function replace(folder: string, path: string, content: string): Promise<void> {
  const file = join(folder, path);
  await makeFolder(dirname(file));
  await writeWhole({ path: file, content, unfinishedIn: join(folder, NOTES) });
}
