// The service for half an hour under crawls, disconnects, hostile pages, rendered pages and recrawls: what grows?
//   npm run bench:soak [-- MINUTES]     writes bench/soak.svg; fails when something grew
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromiumsOf } from "../test/servers/chromium-processes.ts";
import { openClient } from "../test/servers/client.ts";
import { HOSTILE_CASES, serveHostile } from "../test/servers/hostile.ts";
import { type ServeProcess, startProcess } from "../test/servers/process.ts";
import { serveSite } from "../test/servers/site.ts";
import { topicSite } from "../test/servers/topic-site.ts";
import { keepResult, table } from "./results.ts";
import { plot } from "./soak-plot.ts";

const minutes = Number(process.argv[2] ?? 30);
const SAMPLE_MS = 5_000;

export interface Sample {
  readonly atSeconds: number;
  readonly rssMb: number;
  readonly sockets: number;
  readonly files: number;
  readonly chromiums: number;
}

/** What the process holds, as the kernel counts it. */
async function sampleOf(pid: number, atSeconds: number): Promise<Sample> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const links = await Promise.all(
    // A descriptor may be closed between the listing and the look at it.
    (await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => "")),
  );
  const sockets = links.filter((link) => link.startsWith("socket:")).length;
  const rssMb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  return { atSeconds, rssMb, sockets, files: links.length - sockets, chromiums: chromiumsOf(pid).length };
}

const folder = await mkdtemp(join(tmpdir(), "bench-soak-"));
const server = await startProcess({ DATA_DIR: folder, ALLOW_PRIVATE_NETWORKS: "true" });
const site = await topicSite({ pages: 60, latencyMs: 5 });
const slow = await topicSite({ pages: 200, latencyMs: 100 });
const hostile = await serveHostile();
const scripted = await serveSite({
  "/": "<!doctype html><title></title><div id=root></div><script>document.title='Built';document.getElementById('root').innerHTML='<main><h1>Built by a script</h1><p>This text is here because a script put it here, and nobody else did.</p></main>'</script>",
});

const done = { crawls: 0, disconnects: 0, hostile: 0, rendered: 0, recrawls: 0 };
const end = performance.now() + minutes * 60_000;
const isOver = () => performance.now() > end;

async function crawl(url: string, request: object = {}): Promise<void> {
  const client = openClient(server.url, "/ws/crawl");
  await client.opened;
  client.send({ url, maxPages: 60, ...request });
  await client.closed;
}

/** Goes away in the middle of a crawl, as closed tabs do. */
async function disconnect(): Promise<void> {
  const client = openClient(server.url, "/ws/crawl");
  await client.opened;
  client.send({ url: slow.origin, maxPages: 200 });
  await client.next(({ content }) => content.startsWith("Progress: 5/"));
  client.socket.terminate();
  await client.closed;
}

async function recrawl(): Promise<void> {
  const { items }: { items: { id: string }[] } = JSON.parse(await (await fetch(`${server.url}/api/sites`)).text());
  for (const { id } of items) await (await fetch(`${server.url}/api/sites/${id}/recrawl`, { method: "POST" })).text();
  await sleep(2_000);
}

/** Does one thing after another until the time is over. */
async function keepOn(name: keyof typeof done, work: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; !isOver(); round++) {
    await work(round);
    done[name]++;
  }
}

const hostileUrl = (round: number) =>
  `http://127.0.0.1:${hostile.port}/${HOSTILE_CASES[round % HOSTILE_CASES.length]?.id ?? ""}`;

async function watch(process: ServeProcess): Promise<readonly Sample[]> {
  const started = performance.now();
  const samples: Sample[] = [];
  while (!isOver()) {
    samples.push(await sampleOf(process.pid, (performance.now() - started) / 1000));
    await sleep(SAMPLE_MS);
  }
  return samples;
}

const delayOf = async () =>
  Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]) *
  1000;

await crawl(site.origin, { enableAutoUpdate: true, recrawlIntervalMinutes: 1 });
const [samples] = await Promise.all([
  watch(server),
  keepOn("crawls", () => crawl(site.origin)),
  keepOn("disconnects", disconnect),
  keepOn("hostile", (round) => crawl(hostileUrl(round))),
  keepOn("rendered", () => crawl(scripted.origin)),
  keepOn("recrawls", recrawl),
]);
const delayMs = await delayOf();
await sleep(15_000);
const rest = await sampleOf(server.pid, minutes * 60 + 15);
server.kill("SIGTERM");
await server.exited;
await Promise.all([site.close(), slow.close(), hostile.close(), scripted.close()]);
await rm(folder, { recursive: true });

/** The median of a part of the run: single samples say little. */
function median(part: readonly Sample[], figure: (sample: Sample) => number): number {
  return part.map(figure).sort((a, b) => a - b)[part.length >> 1] ?? Number.NaN;
}
const quarter = Math.max(1, Math.floor(samples.length / 4));
const [second, last] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];
const figures = ["rssMb", "sockets", "files", "chromiums"] as const;
const rows = figures.map((name) => [
  name,
  median(second, (sample) => sample[name]).toFixed(0),
  median(last, (sample) => sample[name]).toFixed(0),
  Math.max(...samples.map((sample) => sample[name])).toFixed(0),
  rest[name].toFixed(0),
]);
await writeFile(join(import.meta.dirname, "soak.svg"), plot(samples));
keepResult(
  "npm run bench:soak",
  `${minutes} minutes: ${done.crawls} crawls of 60 pages, ${done.disconnects} disconnects, ${done.hostile} hostile pages, ` +
    `${done.rendered} rendered pages, ${done.recrawls} rounds of recrawls. Event-loop delay p99 ${delayMs.toFixed(0)} ms; ` +
    `canary ${hostile.canaryHits()}.\n\n${table(["median of", "second quarter", "last quarter", "most", "15 s after"], rows)}\n\n![Memory over time](soak.svg)`,
);
const grew = figures.filter(
  (name) => median(last, (sample) => sample[name]) > 1.2 * median(second, (sample) => sample[name]) + 5,
);
if (grew.length > 0) console.error(`Grew: ${grew.join(", ")}`);
process.exitCode = grew.length > 0 || hostile.canaryHits() > 0 ? 1 : 0;
