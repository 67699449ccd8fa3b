import { createReadStream, createWriteStream, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { createRequire } from "node:module";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { chromium } from "playwright-core";
import { chromiumPaths } from "../../packages/crawler/src/fetch/browser/chromium.ts";

/** The Chromium of the tests: named by `CHROMIUM_PATH`, found on this machine, or npm's. */
const [found = await unpackedChromium()] = chromiumPaths(process.env.CHROMIUM_PATH, chromium.executablePath());
export const BROWSER = { enabled: true, chromiumPath: found };

/** npm's Chromium for Linux on x64 (`@sparticuz/chromium`), unpacked once for each user and version. */
async function unpackedChromium(): Promise<string> {
  const packed = join(createRequire(import.meta.url).resolve("@sparticuz/chromium"), "../../bin/chromium.br");
  const folder = join(homedir(), ".cache", "llmstxt-service");
  const path = join(folder, `chromium-${statSync(packed).size}`);
  if (existsSync(path)) return path;
  const unfinished = `${path}.${process.pid}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(unfinished, { mode: 0o700 }));
  // Renamed in one step, since another test may be looking for the file.
  await rename(unfinished, path);
  return path;
}

/** Known group leaders by owner: a renderer that outlives its leader keeps its process group. */
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

/** proc_pid_stat(5): `pid (name) state ppid pgrp …`; 0 for an ended process. */
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
