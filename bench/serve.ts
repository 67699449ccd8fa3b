// The built service under load and bad manners: 16 crawls of 16 hosts at once beside 1,000 idle sockets, with its reading
// threads and without; and 20 stops in mid-crawl.
//   npm run bench:serve [-- --smoke]
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, type Closed, openClient } from "../test/servers/client.ts";
import { interrupted } from "../test/servers/interrupted.ts";
import { type ServeProcess, startProcess } from "../test/servers/process.ts";
import { isSmoke, judge, keepResult } from "./results.ts";

const CRAWLS = isSmoke ? 4 : 16;
const PAGES = isSmoke ? 50 : 200;
const IDLE_SOCKETS = isSmoke ? 100 : 1_000;
const STOPS = isSmoke ? 1 : 20;
/** After the last crawl, until what is left is what stays. */
const REST_MS = isSmoke ? 1_000 : 10_000;
const KEY = "bench-key-0123456789abcdef0123456789abcdef";

const SETTINGS = {
  API_KEY: KEY,
  DATABASE_URL: "none",
  ALLOW_PRIVATE_NETWORKS: "true",
  BROWSER_ENABLED: "false",
  LOG_LEVEL: "info",
};

interface Sites {
  readonly origins: readonly string[];
  close(): void;
}

/** Several sites, each on an address of its own (127.0.0.2 and on): politeness goes by host, and is not what is measured. */
async function startSites(count: number, pages: number, latencyMs: number): Promise<Sites> {
  const children = Array.from({ length: count }, (_, n) =>
    spawn(process.execPath, ["bench/serve-site.ts", String(pages), String(latencyMs), `127.0.0.${n + 2}`], {
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  return {
    origins: await Promise.all(children.map(firstLine)),
    close: () => {
      for (const child of children) child.kill();
    },
  };
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("stdout is not piped");
  for await (const line of createInterface(stdout)) return line;
  throw new Error("the site ended before it listened");
}

/** Resident memory in MB, as the kernel counts it. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Nanoseconds the main thread has run, and has been ready to run while others did. */
async function scheduled(pid: number): Promise<{ readonly ran: number; readonly waited: number }> {
  const [ran = 0, waited = 0] = (await readFile(`/proc/${pid}/schedstat`, "utf8")).split(" ").map(Number);
  return { ran, waited };
}

/** Asks for /health and the memory until told to stop. */
async function watch({ url, pid }: ServeProcess, signal: AbortSignal) {
  const answersMs: number[] = [];
  let peakMb = 0;
  while (!signal.aborted) {
    const askedAt = performance.now();
    await (await fetch(`${url}/health`)).text();
    answersMs.push(performance.now() - askedAt);
    peakMb = Math.max(peakMb, await residentMb(pid));
    await sleep(20);
  }
  return { answersMs: answersMs.sort((a, b) => a - b), peakMb };
}

const percentile = (sorted: readonly number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;

const crawlPath = `/ws/crawl?api_key=${KEY}`;

async function crawl(server: ServeProcess, url: string): Promise<Closed> {
  const client = openClient(server.url, crawlPath);
  await client.opened;
  client.send({ url, maxPages: PAGES });
  return await client.closed;
}

async function openIdle(server: ServeProcess): Promise<readonly Client[]> {
  const clients: Client[] = [];
  for (let opened = 0; opened < IDLE_SOCKETS; opened += 100) {
    const batch = Array.from({ length: 100 }, () => openClient(server.url, crawlPath));
    await Promise.all(batch.map((client) => client.opened));
    clients.push(...batch);
  }
  return clients;
}

/** How many clients saw exactly one end, a result or an error, and a close that goes with it. */
function wellEnded(closed: readonly Closed[]): number {
  return closed.filter(({ messages, code }) => {
    const ends = messages.filter(({ type }) => type === "result" || type === "error");
    return ends.length === 1 && code === (ends[0]?.type === "error" ? 1012 : 1000);
  }).length;
}

interface Outcome {
  readonly lines: readonly string[];
  readonly promises: Readonly<Record<string, boolean>>;
}

interface Loaded extends Outcome {
  readonly pagesPerSecond: number;
}

async function load(folder: string, name: string, more: Readonly<Record<string, string>>): Promise<Loaded> {
  const sites = await startSites(CRAWLS, PAGES, 20);
  const server = await startProcess({ ...SETTINGS, ...more, DATA_DIR: folder }, "dist/cli.js");
  const origin = (n: number) => sites.origins[n % sites.origins.length] ?? "";
  // Once beforehand: compiled code and connections are no leak.
  await Promise.all(Array.from({ length: CRAWLS }, (_, n) => crawl(server, origin(n))));
  await sleep(3_000);
  const startMb = await residentMb(server.pid);
  const stop = new AbortController();
  const watching = watch(server, stop.signal);
  const idle = await openIdle(server);
  const startedAt = performance.now();
  const before = await scheduled(server.pid);
  const closed = await Promise.all(Array.from({ length: CRAWLS }, (_, n) => crawl(server, origin(n))));
  const after = await scheduled(server.pid);
  const seconds = (performance.now() - startedAt) / 1000;
  stop.abort();
  const { answersMs, peakMb } = await watching;
  const results = closed.filter(({ messages }) => messages.some(({ type }) => type === "result")).length;
  const idleEnds = (await Promise.all(idle.map((client) => client.closed))).filter(({ code }) => code === 1000).length;
  await sleep(REST_MS);
  const endMb = await residentMb(server.pid);
  server.kill("SIGTERM");
  const exit = await server.exited;
  sites.close();
  const ran = after.ran - before.ran;
  const share = (ran / (ran + after.waited - before.waited)) * 100;
  const p99 = percentile(answersMs, 0.99);
  return {
    pagesPerSecond: (CRAWLS * PAGES) / seconds,
    lines: [
      `**${name}**: ${((CRAWLS * PAGES) / seconds).toFixed(0)} pages a second; ${CRAWLS} crawls of ${PAGES} pages beside ${idle.length} idle sockets: ${results} results in ${seconds.toFixed(1)} s`,
      `idle sockets told "No crawl request received" and closed: ${idleEnds}`,
      `/health, ${answersMs.length} times: p50 ${percentile(answersMs, 0.5).toFixed(1)} ms, ` +
        `p99 ${p99.toFixed(1)} ms, worst ${answersMs.at(-1)?.toFixed(1)} ms (wanted: p99 under 60)`,
      `the machine gave the service ${share.toFixed(0)} % of the processor time it asked for`,
      `memory: ${startMb.toFixed(0)} MB before, ${peakMb.toFixed(0)} at most, ${endMb.toFixed(0)} after: ` +
        `${((endMb / startMb - 1) * 100).toFixed(0)} % more (wanted: at most 20)`,
    ],
    promises: {
      "every crawl has its result": results === CRAWLS,
      "every idle socket is told and closed": idleEnds === idle.length,
      "a stop after it ends with 0": exit === 0,
      [`${name}: /health p99 under 60 ms`]: isSmoke || more.READER_THREADS === "0" || p99 < 60,
      "memory: at most 20 % more": isSmoke || endMb <= 1.2 * startMb,
    },
  };
}

async function stops(): Promise<Outcome> {
  // A quick site is done within the 20 seconds, a slow one is interrupted.
  const quick = await startSites(1, 40, 10);
  const slow = await startSites(1, 40, 4_000);
  let clients = 0;
  let well = 0;
  let slowest = 0;
  const left: string[] = [];
  for (let round = 0; round < STOPS; round++) {
    const folder = await mkdtemp(join(tmpdir(), "bench-stop-"));
    const server = await startProcess({ ...SETTINGS, DATA_DIR: folder, API_KEY: "" });
    const [siteUrl = ""] = (round % 4 === 3 ? slow : quick).origins;
    const afterMessages = Math.floor(Math.random() * (round % 4 === 3 ? 5 : 80));
    const { closed, exit, seconds } = await interrupted({ server, siteUrl, clients: 4, afterMessages });
    clients += closed.length;
    well += wellEnded(closed);
    slowest = Math.max(slowest, seconds);
    if (exit !== 0) left.push(`exit ${exit}`);
    left.push(...(await readdir(join(folder, "files"))).filter((name) => !name.endsWith(".txt")));
    await rm(folder, { recursive: true });
  }
  quick.close();
  slow.close();
  return {
    lines: [
      `${STOPS} stops at random moments: ${well} of ${clients} clients got one result or error and its close; ` +
        `slowest stop ${slowest.toFixed(1)} s; left behind: ${left.join(", ") || "nothing"}`,
    ],
    promises: {
      "every client is told how it ends": well === clients,
      "a stop leaves nothing behind": left.length === 0,
    },
  };
}

const folder = await mkdtemp(join(tmpdir(), "bench-serve-"));
const alone = await load(join(folder, "alone"), "read in the main thread", { READER_THREADS: "0" });
const threads = await load(join(folder, "threads"), "read in threads", {});
const gain = threads.pagesPerSecond / alone.pagesPerSecond;
const compared: Outcome = {
  lines: [`threads gain: ${gain.toFixed(2)} times the pages a second (wanted: 1.5)`],
  promises: { "threads gain half": isSmoke || gain >= 1.5 },
};
const outcomes = [alone, threads, compared, await stops()];
await rm(folder, { recursive: true });
keepResult("npm run bench:serve", outcomes.flatMap(({ lines }) => lines.map((line) => `- ${line}`)).join("\n"));
for (const { promises } of outcomes) judge(promises);
