// Shared by the benches of the service: sites in a process of their own, and the kernel's figures of the service.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createInterface } from "node:readline";
import { openClient } from "../test/servers/client.ts";
import type { ServeProcess } from "../test/servers/process.ts";

/** The built command: what is shipped is measured. */
export const BUILT = "dist/cli.js";

export const SETTINGS = { ALLOW_PRIVATE_NETWORKS: "true", BROWSER_ENABLED: "false", RECRAWL_SCHEDULE: "" };

/** Sites in a process of their own: its work is not the service's. */
export async function startSites(pages: number, latencyMs: number) {
  const args = ["bench/many-sites.ts", String(pages), String(latencyMs)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  process.once("exit", () => child.kill());
  const [port] = await once(createInterface(child.stdout), "line");
  return { url: (site: number) => `http://127.0.5.${site}:${port}`, close: () => child.kill() };
}

/** Asks for a crawl and waits for its end. */
export async function crawl({ url }: Pick<ServeProcess, "url">, request: object, key = "") {
  const client = openClient(url, `/ws/crawl${key && `?api_key=${key}`}`);
  await client.opened;
  client.send(request);
  return await client.closed;
}

const status = (pid: number) => readFileSync(`/proc/${pid}/status`, "utf8");

/** Resident memory in MB. */
export const residentMb = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(status(pid))?.[1] ?? 0) / 1024;

/** Open sockets; the embedded database opens more of its files as it uses them. */
export const sockets = (pid: number): number =>
  readdirSync(`/proc/${pid}/fd`).filter((fd) => linkOf(`/proc/${pid}/fd/${fd}`).startsWith("socket:")).length;

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ""; // closed since it was listed
  }
}

/** Seconds of processor time of all threads. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export const percentile = (figures: readonly number[], part: number): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length * part)] ?? Number.NaN;

/** Prints each promise and whether it holds; the bench fails if one does not. */
export function judge(promises: Readonly<Record<string, boolean>>): void {
  for (const [promise, isKept] of Object.entries(promises)) {
    console.log(`${isKept ? "held" : "BROKEN"}: ${promise}`);
    if (!isKept) process.exitCode = 1;
  }
}
