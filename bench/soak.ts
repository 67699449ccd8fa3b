// The service for half an hour under crawls, disconnects, hostile pages, rendered pages and recrawls: what grows, and does
// everybody get a share?
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
import { isSmoke, judge, keepResult, median, numbers, table } from "./results.ts";
import { addressOf, crawlFrom, EQUAL, jain, LEAST_JAIN, MOST_TIMES, OWN_ADDRESS } from "./shares.ts";
import { plot } from "./soak-plot.ts";
import { metricOf, type Sample, sampleOf } from "./soak-sample.ts";

const [minutes = isSmoke ? 0.2 : 30] = numbers;
const SAMPLE_MS = isSmoke ? 1_000 : 5_000;
/** Before and after the load: an idle Chromium is closed after half a minute. */
const REST_MS = isSmoke ? 6_000 : 45_000;
/** In less everything is still warming up, and the room for finished crawls is being filled. */
const isLongEnough = minutes >= 15;

/** A small crawl is timed for a while, then equal clients share what there is for as long, and so on. */
const TURN_MS = isSmoke ? 500 : 10_000;
const SMALL_PAGES = 20;
/** Small crawls that are timed before the load. */
const ALONE = isSmoke ? 1 : 20;

const folder = await mkdtemp(join(tmpdir(), "bench-soak-"));
const start = () => startProcess({ DATA_DIR: folder, ALLOW_PRIVATE_NETWORKS: "true" }, "dist/cli.js");
// The first start makes the database, which for a while takes a gigabyte: not what is looked at here.
let server = await start();
// Whatever goes wrong here, it does not run on.
process.once("exit", () => server.kill("SIGKILL"));
const site = await topicSite({ pages: 60, latencyMs: 5 });
const small = await topicSite({ pages: SMALL_PAGES, latencyMs: 1 });
const slow = await topicSite({ pages: 200, latencyMs: 100 });
const hostile = await serveHostile();
const scripted = await serveSite({
  "/": "<!doctype html><title></title><div id=root></div><script>document.title='Built';document.getElementById('root').innerHTML='<main><h1>Built by a script</h1><p>This text is here because a script put it here, and nobody else did.</p></main>'</script>",
});

const done = { crawls: 0, disconnects: 0, hostile: 0, rendered: 0, recrawls: 0, shareTurns: 0 };
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

const alone: number[] = [];
const beside: number[] = [];
/** Crawls that each of the equal clients had. */
const had = Array.from({ length: EQUAL }, () => 0);
let incomplete = 0;

/** A crawl of the small site. @returns how long it took, in milliseconds */
async function smallCrawl(address: string): Promise<number> {
  const began = performance.now();
  const pages = await crawlFrom(address, server.url, { url: small.origin, maxPages: SMALL_PAGES });
  if (pages !== SMALL_PAGES) incomplete++;
  return performance.now() - began;
}

/** One client's small crawls are timed, then as many clients as are equal crawl the same, each as often as it can. */
async function shareTurns(): Promise<void> {
  const turn = () => {
    const turnEnd = performance.now() + TURN_MS;
    return () => isOver() || performance.now() > turnEnd;
  };
  for (const isDone = turn(); !isDone(); ) beside.push(await smallCrawl(OWN_ADDRESS));
  const isDone = turn();
  const clients = had.map(async (_, client) => {
    while (!isDone()) {
      await smallCrawl(addressOf(client));
      had[client] = (had[client] ?? 0) + 1;
    }
  });
  await Promise.all(clients);
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
for (let round = 0; round <= ALONE; round++) {
  const tookMs = await smallCrawl(OWN_ADDRESS);
  if (round > 0) alone.push(tookMs); // not the first one, which loads code
}
const before = await sampleOf(server, 0);
end = performance.now() + minutes * 60_000;
const [samples] = await Promise.all([
  watch(),
  keepOn("crawls", () => crawl(site.origin)),
  keepOn("disconnects", disconnect),
  keepOn("hostile", (round) => crawl(hostileUrl(round))),
  keepOn("rendered", () => crawl(scripted.origin)),
  keepOn("recrawls", recrawl),
  keepOn("shareTurns", shareTurns),
]);
const delayMs = (await metricOf(server.url, "nodejs_eventloop_lag_p99_seconds")) * 1000;
await sleep(REST_MS);
const after = await sampleOf(server, minutes * 60 + REST_MS / 1000);
server.kill("SIGTERM");
const exit = await server.exited;
const left = chromiumsOf(server.pid).length + chromiumFolders(server.pid).length;
await Promise.all([site.close(), small.close(), slow.close(), hostile.close(), scripted.close()]);
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
const usual = (part: readonly Sample[], figure: Figure): number => median(part.map((sample) => sample[figure]));
const quarter = Math.max(1, Math.floor(samples.length / 4));
const [second, last] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];

/** Figures that grew by more than a tenth and by more than usual variation: a Chromium, its pipes, some connections. */
const grew = figures.filter((name) => usual(last, name) > 1.1 * usual(second, name) + 10);
const rows = figures.map((name) => [
  FIGURES[name],
  ...[before[name], usual(second, name), usual(last, name), Math.max(...samples.map((sample) => sample[name]))].map(
    (value) => value.toFixed(0),
  ),
  after[name].toFixed(0),
]);
const times = median(beside) / median(alone);
const verdict = grew.length === 0 ? "Nothing grew" : `**Grew: ${grew.map((name) => FIGURES[name]).join(", ")}**`;
if (!isSmoke) await writeFile(join(import.meta.dirname, "soak.svg"), plot(samples));
keepResult(
  "npm run bench:soak",
  `${minutes} minutes: ${done.crawls} crawls of 60 pages, ${done.disconnects} disconnects, ${done.hostile} hostile pages, ` +
    `${done.rendered} rendered pages, ${done.recrawls} rounds of recrawls. Event-loop delay p99 ${delayMs.toFixed(0)} ms. ` +
    `${verdict} between the second quarter and the last; left behind ${left} Chromium processes and folders, ` +
    `${hostile.canaryHits()} requests to an address inside.\n\n` +
    `A crawl of ${SMALL_PAGES} pages took ${median(alone).toFixed(0)} ms alone, ${median(beside).toFixed(0)} beside all of this (${times.toFixed(2)} times; ` +
    `${beside.length} crawls, the longest ${Math.max(...beside).toFixed(0)}). ${EQUAL} equal clients, beside all of this too, had ` +
    `${had.join(", ")} crawls: Jain's index ${jain(had).toFixed(3)}.\n\n` +
    `${table(["median of", "before", "second quarter", "last quarter", "most", `${REST_MS / 1000} s after`], rows)}` +
    "\n\n![Memory over time](soak.svg)",
);
judge({
  "nothing grows": !isLongEnough || grew.length === 0,
  "everything has been under way": Object.values(done).every((times) => times > 0),
  "every small crawl ends with its pages": incomplete === 0,
  [`a small crawl takes at most ${MOST_TIMES} times as long beside others`]: isSmoke || times <= MOST_TIMES,
  "equal clients are served equally": isSmoke || jain(had) >= LEAST_JAIN,
  "sockets end with what they were for": after.sockets <= before.sockets + 10,
  "Chromium ends when idle": isSmoke || after.chromiums === 0,
  "memory comes back": isSmoke || after.serviceMb < before.serviceMb + 200,
  "the service ends well": exit === 0,
  "no Chromium is left behind": left === 0,
  "no address inside is reached": hostile.canaryHits() === 0,
});
