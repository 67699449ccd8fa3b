import { randomUUID } from "node:crypto";
import { type FileHandle, link, mkdir, open, readFile, readlink, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { CrawlError } from "@llmstxt-service/page/errors";

/**
 * Folders that this process has locked: a lock file with its number may also be left by a killed process that had the
 * same number.
 */
const ours = new Set<string>();

const BEAT_MS = 5_000;

/**
 * Milliseconds after which an unrefreshed lock is stale: many beats, since a busy process or a slow disk must not lose
 * it.
 */
const STALE_MS = 30_000;

/**
 * Locks a folder for this process: the embedded database has no lock of its own, and two processes would destroy it. A
 * lock that a killed process left is taken over: at once if it was of this machine or container, else after 30 seconds
 * without a refresh, since processes elsewhere cannot be seen.
 * @returns releases the lock
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
    // Another process may have the lock by now, if this one was suspended until it seemed dead.
    if ((await content(file)) === owner) await rm(file, { force: true });
  };
}

/** The lock file, new and open; undefined if it exists already. */
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

/**
 * Refreshes a lock by its handle, so never one that replaced it.
 * @returns stops that and closes the handle
 */
function beating(lock: FileHandle): () => Promise<void> {
  let beat = Promise.resolve();
  const timer = setInterval(() => {
    const now = new Date();
    // A lock that cannot be refreshed still counts on this machine, where its owner is seen to live.
    beat = lock.utimes(now, now).catch(() => {});
  }, BEAT_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await beat;
    await lock.close();
  };
}

/**
 * Removes the lock of a dead process.
 * @throws CrawlError `folder_in_use` if its owner lives
 */
async function removeDead(file: string, folder: string): Promise<void> {
  const owner = await content(file);
  if (owner === undefined) return;
  if (ours.has(file) || (await isAlive(owner, file)))
    throw new CrawlError("folder_in_use", { folder, owner: await inWords(owner) });
  // Another process may have replaced the dead lock since it was read, so the file that was moved aside is checked
  // again.
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

/**
 * True if the lock was refreshed recently, by clocks that agree, as those of containers on one machine do. A clock set
 * back must not keep a lock for ever.
 */
async function isFresh(file: string): Promise<boolean> {
  const found = await stat(file).catch(ignoreMissing);
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) < STALE_MS;
}

/**
 * Scope in which process numbers are unique: a boot of a machine, and in it a container (its namespace of process
 * numbers), as two containers both have a process 1. On other systems than Linux it is the machine's name.
 */
async function ourPlace(): Promise<string> {
  const boot = await content("/proc/sys/kernel/random/boot_id");
  const container = await readlink("/proc/self/ns/pid").catch(ignoreMissing);
  return boot === undefined ? encodeURIComponent(hostname()) : `${boot.trim()}/${container ?? ""}`;
}

/** Start time of a process, as Linux counts it; empty on other systems. */
async function startOf(pid: number): Promise<string> {
  const stat = await content(`/proc/${pid}/stat`);
  // Field 22; the second field, the program's name in brackets, may contain spaces.
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
