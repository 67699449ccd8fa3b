import { execFile } from "node:child_process";
import { readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** MiB that each process holds (shared memory counted for each); none for those that have ended, and none on Windows. */
export async function residentMb(pids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (process.platform === "win32" || pids.length === 0) return new Map();
  const kilobytes = process.platform === "linux" ? await fromProc(pids) : await fromPs(pids);
  return new Map(kilobytes.map(([pid, kb]) => [pid, Math.round(kb / 1024)]));
}

type Kilobytes = readonly (readonly [pid: number, kilobytes: number])[];

async function fromProc(pids: readonly number[]): Promise<Kilobytes> {
  const found = pids.map(async (pid) => {
    // The process may have ended since it was listed.
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    const kb = /^VmRSS:\s{0,40}(\d+) kB/m.exec(status)?.[1];
    return kb === undefined ? [] : [[pid, Number(kb)] as const];
  });
  return (await Promise.all(found)).flat();
}

async function fromPs(pids: readonly number[]): Promise<Kilobytes> {
  // If none of the processes is left, ps exits with 1 and prints nothing.
  const { stdout } = await promisify(execFile)("ps", ["-o", "pid=,rss=", "-p", pids.join(",")]).catch(() => ({
    stdout: "",
  }));
  const lines = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  return lines.flatMap(([pid, kb]) => (pid !== undefined && kb !== undefined ? [[pid, kb] as const] : []));
}

/** Kills a process and all it started, where it leads a group of its own. */
export function killGroup(pid: number): void {
  for (const target of process.platform === "win32" ? [pid] : [-pid, pid]) {
    try {
      process.kill(target, "SIGKILL");
    } catch {
      // ESRCH: it is gone already, which is what was wanted.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // EPERM: the process is alive and belongs to another user.
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}

/**
 * Removes folders `<prefix><pid>-…` of `folder` whose process was killed before it could do so itself.
 * Others may leave folders of such names there, too: what cannot be removed is passed over.
 */
export async function removeLeftovers(prefix: string, folder = tmpdir()): Promise<void> {
  const names = await readdir(folder);
  const left = names.filter((name) => name.startsWith(prefix) && isLeftover(name.slice(prefix.length)));
  const removed = left.map((name) => rm(join(folder, name), { recursive: true, force: true }));
  // A folder of another user (EACCES, EPERM), or one that another process of ours is removing at this moment.
  await Promise.allSettled(removed);
}

function isLeftover(rest: string): boolean {
  const pid = /^(\d+)-/.exec(rest)?.[1];
  return pid !== undefined && !isAlive(Number(pid));
}
