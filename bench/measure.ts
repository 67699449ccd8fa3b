// Runs commands in turn and keeps what each run cost.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface Cost {
  readonly wallMs: number;
  /** Of all threads, and of the main one alone. */
  readonly cpuMs: number;
  readonly threadMs: number;
  readonly rssMb: number;
  readonly requests: number;
  readonly mostOpen: number;
  /** From the start of the process to its first request. */
  readonly firstMs: number;
}

export interface Contestant {
  readonly name: string;
  /** Arguments for node. */
  readonly args: readonly string[];
  readonly site: Served;
  /** How many runs are counted. */
  readonly rounds: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** A site in a process of its own. */
export interface Served {
  readonly origin: string;
  close(): void;
}

/** What hangs for so long does not finish; the slowest peer takes a tenth of it. */
const TIMEOUT_MS = 60_000;

export async function serveSite(pages: number, kilobytes: number, latencyMs: number): Promise<Served> {
  const args = ["bench/crawl-site.ts", String(pages), String(kilobytes), String(latencyMs)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const origin of createInterface(child.stdout)) return { origin, close: () => child.kill() };
  throw new Error("the site ended before it listened");
}

/** One run. @throws Error when it fails */
async function run({ name, args, site, env }: Contestant): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const usage = join(folder, "usage.json");
  await fetch(`${site.origin}/reset`);
  const startedAt = performance.now();
  const code = await new Promise<number | null>((resolve, reject) => {
    const preload = ["--require", join(import.meta.dirname, "usage-report.cjs")];
    const child = spawn(process.execPath, [...preload, ...args], {
      stdio: ["ignore", "ignore", "inherit"],
      timeout: TIMEOUT_MS,
      env: { ...process.env, BENCH_USAGE: usage, BROWSER_ENABLED: "false", ...env },
    });
    child.on("error", reject);
    child.on("exit", resolve);
  });
  const wallMs = performance.now() - startedAt;
  if (code !== 0) throw new Error(`${name} ended with ${code ?? `nothing after ${TIMEOUT_MS / 1000} s`}`);
  const cost: Pick<Cost, "cpuMs" | "threadMs" | "rssMb"> = JSON.parse(readFileSync(usage, "utf8"));
  rmSync(folder, { recursive: true });
  const { requests, mostOpen, firstAt } = await statsOf(site);
  return { wallMs, ...cost, requests, mostOpen, firstMs: firstAt - performance.timeOrigin - startedAt };
}

interface Stats extends Pick<Cost, "requests" | "mostOpen"> {
  readonly firstAt: number;
}

async function statsOf({ origin }: Served): Promise<Stats> {
  return JSON.parse(await (await fetch(`${origin}/stats`)).text());
}

/**
 * Every contestant in turn, each its rounds after one warm-up; the median of each figure. Who fails is left out, and
 * the reason said on stderr.
 */
export async function compete(contestants: readonly Contestant[]): Promise<ReadonlyMap<string, Cost>> {
  const costs = new Map<string, Cost[]>(contestants.map(({ name }) => [name, []]));
  const most = Math.max(...contestants.map(({ rounds }) => rounds));
  for (let round = 0; round <= most; round++) {
    for (const contestant of contestants) {
      const mine = costs.get(contestant.name);
      if (mine === undefined || round > contestant.rounds) continue;
      try {
        const cost = await run(contestant);
        if (round > 0) mine.push(cost);
      } catch (thrown) {
        console.error(String(thrown));
        costs.delete(contestant.name);
      }
    }
  }
  return new Map([...costs].map(([name, all]) => [name, medians(all)]));
}

function medians(costs: readonly Cost[]): Cost {
  const of = (figure: (cost: Cost) => number) => costs.map(figure).sort((a, b) => a - b)[costs.length >> 1] ?? 0;
  return {
    wallMs: of(({ wallMs }) => wallMs),
    cpuMs: of(({ cpuMs }) => cpuMs),
    threadMs: of(({ threadMs }) => threadMs),
    rssMb: of(({ rssMb }) => rssMb),
    requests: of(({ requests }) => requests),
    mostOpen: of(({ mostOpen }) => mostOpen),
    firstMs: of(({ firstMs }) => firstMs),
  };
}
