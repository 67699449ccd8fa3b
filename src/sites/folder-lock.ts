import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Another living process has the folder open. */
export class FolderInUse extends Error {
  override readonly name = "FolderInUse";
}

/** What this process has locked: its own number in a lock file may also be that of a process killed before it. */
const ours = new Set<string>();

/**
 * Keeps a folder to one process. The embedded database does not do so itself, and two at once would destroy it.
 * A lock left by a process that was killed is taken over.
 * @returns gives it back
 * @throws FolderInUse
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, ".lock");
  await mkdir(folder, { recursive: true });
  const owner = `${process.pid} ${await startOf(process.pid)}`;
  while (!(await created(file, owner))) await removeDead(file, folder);
  ours.add(file);
  return async () => {
    ours.delete(file);
    await rm(file, { force: true });
  };
}

async function created(file: string, owner: string): Promise<boolean> {
  try {
    await writeFile(file, owner, { flag: "wx" });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** Removes the lock of a dead process. @throws FolderInUse where its owner lives */
async function removeDead(file: string, folder: string): Promise<void> {
  const owner = await content(file);
  if (owner === undefined) return;
  if (ours.has(file) || (await isAlive(owner)))
    throw new FolderInUse(`${folder} is in use by process ${Number.parseInt(owner, 10)}: one process at a time`);
  // Another may have taken over the same dead lock since it was read: what is moved away is looked at again.
  const aside = `${file}.${randomUUID()}`;
  await rename(file, aside).catch(ignoreMissing);
  if ((await content(aside)) !== owner) await link(aside, file).catch(ignoreMissing);
  await rm(aside, { force: true });
}

async function isAlive(owner: string): Promise<boolean> {
  const [pid = "", start = ""] = owner.split(" ");
  if (!/^[1-9]\d*$/.test(pid) || Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return hasCode(error, "EPERM");
  }
  // The number may have been given to another program since.
  return start === (await startOf(Number(pid)));
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

const hasCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code;
