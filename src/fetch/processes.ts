import { readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PAGE_BYTES = 4096;

/** MiB that the processes hold together (shared memory counted for each), undefined where there is no `/proc`. */
export async function memoryMb(pids: readonly number[]): Promise<number | undefined> {
  try {
    const resident = await Promise.all(pids.map(residentPages));
    return Math.round((resident.reduce((sum, pages) => sum + pages, 0) * PAGE_BYTES) / 2 ** 20);
  } catch {
    // Not Linux, or one of them has just ended; the next page asks again.
    return undefined;
  }
}

async function residentPages(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, "utf8");
  return Number(statm.split(" ")[1]);
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
    // EPERM: somebody else's, and alive.
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}

/** Removes folders `<prefix><pid>-…` of the temporary folder whose process was killed before it could do so itself. */
export async function removeLeftovers(prefix: string): Promise<void> {
  const names = await readdir(tmpdir());
  const left = names.filter(
    (name) => name.startsWith(prefix) && !isAlive(Number.parseInt(name.slice(prefix.length), 10)),
  );
  await Promise.all(left.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true })));
}
