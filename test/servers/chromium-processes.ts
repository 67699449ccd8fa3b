import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";

/** The Chromium of the browser tests: the one that the product finds on this machine, or the one `CHROMIUM_PATH` names. */
export const BROWSER = { enabled: true, chromiumPath: process.env.CHROMIUM_PATH };

/** Leaders that were seen, by owner: a renderer that outlives its leader is still of its process group. */
const leaders = new Map<number, Set<number>>();

/**
 * Ids of the Chromium processes that the process `owner` started: those whose arguments name its folder, and all of
 * their process groups. Linux only.
 */
export function chromiumsOf(owner: number): number[] {
  const folder = `llmstxt-chromium-${owner}-`;
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const seen = leaders.get(owner) ?? new Set<number>();
  leaders.set(owner, seen);
  for (const pid of pids) if (tryRead(`/proc/${pid}/cmdline`).includes(folder)) seen.add(Number(pid));
  return pids.filter((pid) => seen.has(groupOf(pid))).map(Number);
}

export const chromiumFolders = (owner: number) =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`llmstxt-chromium-${owner}-`));

/** MiB that the largest of these processes holds. */
export const largestMb = (pids: readonly number[]) =>
  pids.reduce(
    (most, pid) => Math.max(most, Number(/VmRSS:\s+(\d+)/.exec(tryRead(`/proc/${pid}/status`))?.[1] ?? 0) / 1024),
    0,
  );

/** proc_pid_stat(5): `pid (name) state ppid pgrp …`; 0 for one that ended, or has and waits to be noticed. */
function groupOf(pid: string): number {
  const [state, , group] = tryRead(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, "")
    .split(" ");
  return state === "Z" ? 0 : Number(group ?? 0);
}

function tryRead(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process ended after it was listed.
    return "";
  }
}
