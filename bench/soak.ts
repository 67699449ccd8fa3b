// The service for half an hour under crawls, disconnects, hostile pages, rendered pages and recrawls: what grows?
//   npm run bench:soak [-- MINUTES] [-- --smoke]     writes bench/soak.svg; fails when something grew or was left behind
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromiumFolders, chromiumsOf } from "../test/servers/chromium-processes.ts";
import { openClient } from "../test/servers/client.ts";
import { HOSTILE_CASES, serveHostile } from "../test/servers/hostile.ts";
import { startProcess } from "../test/servers/process.ts";
import { serveSite } from "../test/servers/site.ts";
import { topicSite } from "../test/servers/topic-site.ts";
import { isSmoke, judge, keepResult, numbers, table } from "./results.ts";
import { plot } from "./soak-plot.ts";
import { metricOf, type Sample, sampleOf } from "./soak-sample.ts";

const [minutes = isSmoke ? 0.2 : 30] = numbers;
const SAMPLE_MS = isSmoke ? 1_000 : 5_000;
/** Before and after the load: an idle Chromium is closed after half a minute. */
const REST_MS = isSmoke ? 6_000 : 45_000;
/** In less everything is still warming up, and the room for finished crawls is being filled. */
const isLongEnough = minutes >= 15;

const folder = await mkdtemp(join(tmpdir(), "bench-soak-"));
const start = () => startProcess({ DATA_DIR: folder, ALLOW_PRIVATE_NETWORKS: "true" }, "dist/cli.js");
// The first start makes the database, which for a while takes a gigabyte: not what is looked at here.
let server = await start();
// Whatever goes wrong here, it does not run on.
process.once("exit", () => server.kill("SIGKILL"));
const site = await topicSite({ pages: 60, latencyMs: 5 });
const slow = await topicSite({ pages: 200, latencyMs: 100 });
const hostile = await serveHostile();
const scripted = await serveSite({
  "/": "<!doctype html><title></title><div id=root></div><script>document.title='Built';document.getElementById('root').innerHTML='<main><h1>Built by a script</h1><p>This text is here because a script put it here, and nobody else did.</p></main>'</script>",
});

const done = { crawls: 0, disconnects: 0, hostile: 0, rendered: 0, recrawls: 0 };
let end = 0;
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

async function watch(): Promise<readonly Sample[]> {
  const started = performance.now();
  const samples: Sample[] = [];
  while (!isOver()) {
    samples.push(await sampleOf(server, (performance.now() - started) / 1000));
    await sleep(SAMPLE_MS);
  }
  return samples;
}

await crawl(site.origin, { enableAutoUpdate: true, recrawlIntervalMinutes: 1 });
server.kill("SIGTERM");
await server.exited;
server = await start();
await crawl(site.origin);
// The database opens beside everything else.
while (!(await fetch(`${server.url}/api/sites`)).ok) await sleep(200);
await sleep(isSmoke ? 0 : REST_MS);
const before = await sampleOf(server, 0);
end = performance.now() + minutes * 60_000;
const [samples] = await Promise.all([
  watch(),
  keepOn("crawls", () => crawl(site.origin)),
  keepOn("disconnects", disconnect),
  keepOn("hostile", (round) => crawl(hostileUrl(round))),
  keepOn("rendered", () => crawl(scripted.origin)),
  keepOn("recrawls", recrawl),
]);
const delayMs = (await metricOf(server.url, "nodejs_eventloop_lag_p99_seconds")) * 1000;
await sleep(REST_MS);
const after = await sampleOf(server, minutes * 60 + REST_MS / 1000);
server.kill("SIGTERM");
const exit = await server.exited;
const left = chromiumsOf(server.pid).length + chromiumFolders(server.pid).length;
await Promise.all([site.close(), slow.close(), hostile.close(), scripted.close()]);
await rm(folder, { recursive: true });

const FIGURES = {
  serviceMb: "service, MB",
  heapMb: "of it V8's heap, MB",
  chromiumMb: "Chromium, MB",
  sockets: "sockets",
  files: "other descriptors",
  chromiums: "Chromium processes",
} as const;
type Figure = keyof typeof FIGURES;
const figures: readonly Figure[] = ["serviceMb", "heapMb", "chromiumMb", "sockets", "files", "chromiums"];

/** The median of a part of the run: single samples say little. */
function median(part: readonly Sample[], figure: Figure): number {
  return part.map((sample) => sample[figure]).sort((a, b) => a - b)[part.length >> 1] ?? Number.NaN;
}
const quarter = Math.max(1, Math.floor(samples.length / 4));
const [second, last] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];

/** Figures that grew by more than a tenth and by more than usual variation: a Chromium, its pipes, some connections. */
const grew = figures.filter((name) => median(last, name) > 1.1 * median(second, name) + 10);
const rows = figures.map((name) => [
  FIGURES[name],
  ...[before[name], median(second, name), median(last, name), Math.max(...samples.map((sample) => sample[name]))].map(
    (value) => value.toFixed(0),
  ),
  after[name].toFixed(0),
]);
const verdict = grew.length === 0 ? "Nothing grew" : `**Grew: ${grew.map((name) => FIGURES[name]).join(", ")}**`;
if (!isSmoke) await writeFile(join(import.meta.dirname, "soak.svg"), plot(samples));
keepResult(
  "npm run bench:soak",
  `${minutes} minutes: ${done.crawls} crawls of 60 pages, ${done.disconnects} disconnects, ${done.hostile} hostile pages, ` +
    `${done.rendered} rendered pages, ${done.recrawls} rounds of recrawls. Event-loop delay p99 ${delayMs.toFixed(0)} ms. ` +
    `${verdict} between the second quarter and the last; left behind ${left} Chromium processes and folders, ` +
    `${hostile.canaryHits()} requests to an address inside.\n\n` +
    `${table(["median of", "before", "second quarter", "last quarter", "most", `${REST_MS / 1000} s after`], rows)}` +
    "\n\n![Memory over time](soak.svg)",
);
judge({
  "nothing grows": !isLongEnough || grew.length === 0,
  "everything has been under way": Object.values(done).every((times) => times > 0),
  "sockets end with what they were for": after.sockets <= before.sockets + 10,
  "Chromium ends when idle": isSmoke || after.chromiums === 0,
  "memory comes back": isSmoke || after.serviceMb < before.serviceMb + 200,
  "the service ends well": exit === 0,
  "no Chromium is left behind": left === 0,
  "no address inside is reached": hostile.canaryHits() === 0,
});
