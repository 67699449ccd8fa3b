import { randomUUID } from "node:crypto";
import { type FileHandle, link, mkdir, open, readFile, readlink, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { CrawlError } from "@llmstxt-service/page/errors";

/** Folders that this process has locked: its own number in a lock file may also be that of a process killed before it. */
const ours = new Set<string>();

const BEAT_MS = 5_000;

/** Many beats: a process that is only busy, or held up by its disk, must not lose its lock. */
const STALE_MS = 30_000;

/**
 * Keeps a folder to one process. The embedded database does not do so itself, and two at once would destroy it.
 * A lock left by a process that was killed is taken over: of this machine or container at once, of another one, whose
 * processes cannot be seen from here, when nobody has kept it fresh for 30 seconds.
 * @returns gives it back
 * @throws CrawlError `folder_in_use`
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, ".lock");
  await mkdir(folder, { recursive: true });
  const owner = `${process.pid} ${await startOf(process.pid)} ${await ourPlace()}`;
  let lock = await created(file, owner);
  while (lock === undefined) {
    await removeDead(file, folder);
    lock = await created(file, owner);
  }
  ours.add(file);
  const stopBeating = beating(lock);
  return async () => {
    await stopBeating();
    ours.delete(file);
    // Another may hold it by now, if this process was stopped for so long that it seemed dead.
    if ((await content(file)) === owner) await rm(file, { force: true });
  };
}

/** The lock file, new and open; undefined where there is one. */
async function created(file: string, owner: string): Promise<FileHandle | undefined> {
  const lock = await open(file, "wx").catch(ignoreTaken);
  try {
    await lock?.writeFile(owner);
    return lock;
  } catch (error) {
    await lock?.close();
    await rm(file, { force: true });
    throw error;
  }
}

/** Keeps a lock fresh, by its handle: never one that took its place. @returns stops that and closes the handle */
function beating(lock: FileHandle): () => Promise<void> {
  let beat = Promise.resolve();
  const timer = setInterval(() => {
    const now = new Date();
    // A lock that cannot be kept fresh still counts here, where its owner is seen to live.
    beat = lock.utimes(now, now).catch(() => {});
  }, BEAT_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await beat;
    await lock.close();
  };
}

/** Removes the lock of a dead process. @throws CrawlError `folder_in_use` where its owner lives */
async function removeDead(file: string, folder: string): Promise<void> {
  const owner = await content(file);
  if (owner === undefined) return;
  if (ours.has(file) || (await isAlive(owner, file)))
    throw new CrawlError("folder_in_use", { folder, owner: await inWords(owner) });
  // Another may have taken over the same dead lock since it was read: what is moved away is looked at again.
  const aside = `${file}.${randomUUID()}`;
  await rename(file, aside).catch(ignoreMissing);
  if ((await content(aside)) !== owner || (await isAlive(owner, aside))) await link(aside, file).catch(ignoreMissing);
  await rm(aside, { force: true });
}

async function inWords(owner: string): Promise<string> {
  const [pid, , place] = owner.split(" ");
  return `process ${pid}${place === (await ourPlace()) ? "" : " of another container or machine"}`;
}

async function isAlive(owner: string, file: string): Promise<boolean> {
  const [pid = "", start = "", place] = owner.split(" ");
  if (place !== (await ourPlace())) return isFresh(file);
  if (!/^[1-9]\d*$/.test(pid) || Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return hasCode(error, "EPERM");
  }
  // The number may have been given to another program since.
  return start === (await startOf(Number(pid)));
}

/** By two clocks that agree: those of containers on one machine do. One set back must not keep a lock for ever. */
async function isFresh(file: string): Promise<boolean> {
  const found = await stat(file).catch(ignoreMissing);
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) < STALE_MS;
}

/**
 * Scope in which process numbers mean the same: a boot of a machine and in it a container (its namespace of process numbers).
 * Two containers both have a process 1. Elsewhere than on Linux the machine's name has to do.
 */
async function ourPlace(): Promise<string> {
  const boot = await content("/proc/sys/kernel/random/boot_id");
  const container = await readlink("/proc/self/ns/pid").catch(ignoreMissing);
  return boot === undefined ? encodeURIComponent(hostname()) : `${boot.trim()}/${container ?? ""}`;
}

/** When a process started, in a number only Linux knows; the same nothing for all elsewhere. */
async function startOf(pid: number): Promise<string> {
  const stat = await content(`/proc/${pid}/stat`);
  // Field 22; the second one, the program's name in brackets, may hold spaces.
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

const content = (file: string) => readFile(file, "utf8").catch(ignoreMissing);

function ignoreMissing(error: unknown): undefined {
  if (!hasCode(error, "ENOENT") && !hasCode(error, "EEXIST")) throw error;
}

function ignoreTaken(error: unknown): undefined {
  if (!hasCode(error, "EEXIST")) throw error;
}

const hasCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code;
