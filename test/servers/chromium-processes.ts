import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";

/** Ids of the Chromium processes that the process `owner` started: its folder is in their arguments. Linux only. */
export function chromiumsOf(owner: number): number[] {
  const folder = `llmstxt-chromium-${owner}-`;
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => commandOf(pid).includes(folder)).map(Number);
}

export const chromiumFolders = (owner: number) =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`llmstxt-chromium-${owner}-`));

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    // It ended between the listing and the reading.
    return "";
  }
}
