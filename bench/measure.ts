// Runs commands in turn and keeps what each run cost.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { median } from "./results.ts";

/** Cost of a run: milliseconds of processor time of all threads and of the main thread, and most resident memory. */
export interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly threadMs: number;
  readonly rssMb: number;
  /** Milliseconds from the start of the process to each of its requests. */
  readonly requestsMs: readonly number[];
}

export interface Contestant {
  readonly name: string;
  /** Arguments for node. */
  readonly args: readonly string[];
  readonly site: ServedSite;
  /** Number of counted runs; several are preceded by one that is not counted. */
  readonly rounds: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** A site in a process of its own. */
export interface ServedSite {
  readonly origin: string;
  close(): void;
}

/** A run that takes longer does not finish; the slowest peer takes a tenth of it. */
const TIMEOUT_MS = 180_000;

/** Certificate of sites over TLS, which the measured process trusts. */
const CERTIFICATE = join(import.meta.dirname, "../test/fixtures/loopback-certificate.pem");

export async function serveSite(
  pages: number,
  kilobytes: number,
  { latencyMs, tls = "plain" }: { readonly latencyMs: number; readonly tls?: "plain" | "tls" },
): Promise<ServedSite> {
  const args = ["bench/crawl-site.ts", String(pages), String(kilobytes), String(latencyMs), tls];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const origin of createInterface(child.stdout)) return { origin, close: () => child.kill() };
  throw new Error("the site ended before it listened");
}

/** One run. @throws Error when it fails */
async function run({ name, args, site, env }: Contestant): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const usage = join(folder, "usage.json");
  await ask(site.origin, "/reset");
  const startedAt = performance.now();
  const code = await new Promise<number | null>((resolve, reject) => {
    const preload = ["--require", join(import.meta.dirname, "usage-report.cjs")];
    const child = spawn(process.execPath, [...preload, ...args], {
      stdio: ["ignore", "ignore", "inherit"],
      timeout: TIMEOUT_MS,
      env: { ...process.env, BENCH_USAGE: usage, BROWSER_ENABLED: "false", NODE_EXTRA_CA_CERTS: CERTIFICATE, ...env },
    });
    child.on("error", reject);
    child.on("exit", resolve);
  });
  const wallMs = performance.now() - startedAt;
  if (code !== 0) throw new Error(`${name} ended with ${code ?? `nothing after ${TIMEOUT_MS / 1000} s`}`);
  const cost: Omit<Cost, "wallMs" | "requestsMs"> = JSON.parse(readFileSync(usage, "utf8"));
  rmSync(folder, { recursive: true });
  const arrivals: readonly number[] = JSON.parse(await ask(site.origin, "/arrivals"));
  return { wallMs, ...cost, requestsMs: arrivals.map((at) => at - performance.timeOrigin - startedAt) };
}

/** Asks the site about itself, over TLS too. */
async function ask(origin: string, path: string): Promise<string> {
  const { request } = origin.startsWith("https:") ? await import("node:https") : await import("node:http");
  return new Promise((resolve, reject) => {
    const asked = request(`${origin}${path}`, { ca: readFileSync(CERTIFICATE), agent: false }, async (response) => {
      resolve(await text(response));
    });
    asked.on("error", reject).end();
  });
}

/**
 * Runs every contestant in turn, several rounds each after one warm-up, and takes the median of each figure. A
 * contestant that fails is left out, with the reason on stderr.
 */
export async function compete(contestants: readonly Contestant[]): Promise<ReadonlyMap<string, Cost>> {
  const costs = new Map<string, Cost[]>(contestants.map(({ name }) => [name, []]));
  const most = Math.max(...contestants.map(({ rounds }) => rounds));
  for (let round = 0; round <= most; round++) {
    for (const contestant of contestants) {
      const mine = costs.get(contestant.name);
      const isLeftOut = round > contestant.rounds || (round === 0 && contestant.rounds === 1);
      if (mine === undefined || isLeftOut) continue;
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
  return {
    wallMs: median(costs.map(({ wallMs }) => wallMs)),
    cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
    threadMs: median(costs.map(({ threadMs }) => threadMs)),
    rssMb: median(costs.map(({ rssMb }) => rssMb)),
    requestsMs: costs.at(-1)?.requestsMs ?? [],
  };
}
