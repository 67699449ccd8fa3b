// Runs commands in turn and keeps what each run cost.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly rssMb: number;
  readonly requests: number;
  readonly mostOpen: number;
}

export interface Contestant {
  readonly name: string;
  /** Arguments for node. */
  readonly args: readonly string[];
  readonly cwd?: string;
}

/** A site in a process of its own. */
export interface Served {
  readonly origin: string;
  close(): void;
}

export async function serveSite(pages: number, kilobytes: number, latencyMs: number): Promise<Served> {
  const args = ["bench/crawl-site.ts", String(pages), String(kilobytes), String(latencyMs)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const origin of createInterface(child.stdout)) return { origin, close: () => child.kill() };
  throw new Error("the site ended before it listened");
}

/** One run of one contestant against a site. @throws Error when it fails */
export async function run({ name, args, cwd }: Contestant, { origin }: Served): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const usage = join(folder, "usage.json");
  await fetch(`${origin}/reset`);
  const started = performance.now();
  const code = await new Promise<number | null>((resolve, reject) => {
    const preload = ["--import", join(import.meta.dirname, "usage-report.ts")];
    const child = spawn(process.execPath, [...preload, ...args], {
      cwd,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, BENCH_USAGE: usage, BROWSER_ENABLED: "false" },
    });
    child.on("error", reject);
    child.on("exit", resolve);
  });
  const wallMs = performance.now() - started;
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  const cost: Pick<Cost, "cpuMs" | "rssMb"> = JSON.parse(readFileSync(usage, "utf8"));
  const stats: Pick<Cost, "requests" | "mostOpen"> = JSON.parse(await (await fetch(`${origin}/stats`)).text());
  rmSync(folder, { recursive: true });
  return { wallMs, ...cost, ...stats };
}

/** Every contestant in turn, `rounds` times after one warm-up; the median of each figure. */
export async function compete(
  contestants: readonly Contestant[],
  site: Served,
  rounds: number,
): Promise<ReadonlyMap<string, Cost>> {
  const costs = new Map<string, Cost[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const contestant of contestants) {
      const cost = await run(contestant, site);
      if (round > 0) costs.get(contestant.name)?.push(cost);
    }
  }
  return new Map([...costs].map(([name, all]) => [name, medians(all)]));
}

function medians(costs: readonly Cost[]): Cost {
  const of = (figure: (cost: Cost) => number) => costs.map(figure).sort((a, b) => a - b)[costs.length >> 1] ?? 0;
  return {
    wallMs: of(({ wallMs }) => wallMs),
    cpuMs: of(({ cpuMs }) => cpuMs),
    rssMb: of(({ rssMb }) => rssMb),
    requests: of(({ requests }) => requests),
    mostOpen: of(({ mostOpen }) => mostOpen),
  };
}
