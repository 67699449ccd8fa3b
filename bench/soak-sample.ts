// What the service holds at one moment, as the kernel and its own metrics count it.
import { readdir, readFile, readlink } from "node:fs/promises";
import { chromiumsOf } from "../test/servers/chromium-processes.ts";

export interface Sample {
  readonly atSeconds: number;
  /** Memory of the service's own process. */
  readonly serviceMb: number;
  /** The part of it that V8 has for objects, garbage among them. */
  readonly heapMb: number;
  /** Memory of all Chromium processes; shared memory counts once. */
  readonly chromiumMb: number;
  readonly sockets: number;
  readonly files: number;
  readonly chromiums: number;
}

export interface Sampled {
  readonly pid: number;
  readonly url: string;
}

export async function sampleOf({ pid, url }: Sampled, atSeconds: number): Promise<Sample> {
  const chromiums = chromiumsOf(pid);
  const links = await Promise.all(
    // A descriptor may be closed between the listing and the look at it.
    (await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => "")),
  );
  const sockets = links.filter((link) => link.startsWith("socket:")).length;
  return {
    atSeconds,
    serviceMb: (await kilobytesOf(`/proc/${pid}/status`, "VmRSS")) / 1024,
    heapMb: (await metricOf(url, "nodejs_heap_size_total_bytes")) / 2 ** 20,
    chromiumMb: sum(await Promise.all(chromiums.map((id) => kilobytesOf(`/proc/${id}/smaps_rollup`, "Pss")))) / 1024,
    sockets,
    files: links.length - sockets,
    chromiums: chromiums.length,
  };
}

export async function metricOf(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1]);
}

/** A field of a file in /proc; 0 where the process has just ended. */
async function kilobytesOf(file: string, field: string): Promise<number> {
  const text = await readFile(file, "utf8").catch(() => "");
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
