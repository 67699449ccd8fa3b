// Runs the built service under crawls, disconnects, hostile pages and recrawls, and reports what grows.
// npm run bench -- soak [MINUTES]
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openClient } from "../test/servers/client.ts";
import { endProcesses, startProcess } from "../test/servers/process.ts";
import { serveSite } from "../test/servers/site.ts";
import { keepResult, median, numbers, table } from "./results.ts";
import { BUILT, crawl, judge, residentMb, SETTINGS, sockets, startSites } from "./service-bench.ts";

const [minutes = 15] = numbers;
const SAMPLE_MS = 5_000;
/** Pause after the load, until only leaked memory and sockets are left. */
const REST_MS = 45_000;

const folder = await mkdtemp(join(tmpdir(), "bench-soak-"));
const settings = { ...SETTINGS, DATA_DIR: folder, RECRAWL_CONCURRENCY: "2" };
const done = { crawls: 0, disconnects: 0, hostile: 0, recrawls: 0 };
const end = { at: 0 };

/** Does one thing after another until the time is over. */
async function keepOn(name: keyof typeof done, work: (round: number) => Promise<unknown>): Promise<void> {
  for (let round = 0; performance.now() < end.at; round++) {
    await work(round);
    done[name]++;
  }
}

try {
  // The first start creates the database, which takes memory for a while and is not measured.
  const first = await startProcess(settings, { command: BUILT });
  while ((await (await fetch(`${first.url}/ready`)).json()).database !== "ok") await sleep(250);
  first.kill("SIGTERM");
  await first.exited;
  const server = await startProcess(settings, { command: BUILT });
  while ((await (await fetch(`${server.url}/ready`)).json()).database !== "ok") await sleep(250);
  const [sites, slow] = [await startSites(60, 5), await startSites(200, 100)];
  const hostile = await serveSite({
    "/deep": "<div>".repeat(200_000),
    "/wide": `<p ${"a=1 ".repeat(100_000)}>x</p>`,
    "/long": `<p>${"word ".repeat(200_000)}</p>`,
    "/reset": (request) => void request.socket.destroy(),
  });
  const enrolled = { enableAutoUpdate: true, maxPages: 60 };
  for (let site = 1; site <= 5; site++) await crawl(server, { url: sites.url(site), ...enrolled });
  await sleep(5_000);
  const sample = () => ({ mb: residentMb(server.pid), open: sockets(server.pid) });
  const before = sample();
  const samples: (typeof before)[] = [];
  end.at = performance.now() + minutes * 60_000;
  const watch = async () => {
    for (; performance.now() < end.at; await sleep(SAMPLE_MS)) samples.push(sample());
  };
  await Promise.all([
    watch(),
    keepOn("crawls", (round) => crawl(server, { url: sites.url(10 + (round % 90)), maxPages: 60 })),
    keepOn("hostile", (round) =>
      crawl(server, { url: `${hostile.origin}/${["deep", "wide", "long", "reset"][round % 4]}` }),
    ),
    keepOn("disconnects", async (round) => {
      const client = openClient(server.url, "/ws/crawl");
      await client.opened;
      client.send({ url: slow.url(1 + (round % 9)), maxPages: 200 });
      await client.next(({ content }) => content.startsWith("Progress: 5/"));
      client.socket.terminate();
      await client.closed;
    }),
    keepOn("recrawls", async () => {
      const { items } = await (await fetch(`${server.url}/api/sites`)).json();
      for (const { id } of items)
        await (await fetch(`${server.url}/api/sites/${id}/recrawl`, { method: "POST" })).text();
      await sleep(2_000);
    }),
  ]);
  await sleep(REST_MS);
  const after = sample();
  server.kill("SIGTERM");
  const exit = await server.exited;
  sites.close();
  slow.close();
  await hostile.close();
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const usual = (part: typeof samples, of: "mb" | "open") => median(part.map((one) => one[of]));
  const [second, last] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];
  const row = (name: string, of: "mb" | "open") => [
    name,
    ...[before[of], usual(second, of), usual(last, of), Math.max(...samples.map((one) => one[of])), after[of]].map(
      (n) => n.toFixed(0),
    ),
  ];
  keepResult(
    "npm run bench -- soak",
    `${minutes} minutes: ${done.crawls} crawls of 60 pages, ${done.disconnects} disconnects, ${done.hostile} hostile pages, ${done.recrawls} rounds of recrawls of 5 sites.\n\n` +
      table(
        ["median of", "before", "second quarter", "last quarter", "most", `${REST_MS / 1_000} s after`],
        [row("memory, MB", "mb"), row("sockets", "open")],
      ),
  );
  judge({
    "everything has been under way": Object.values(done).every((times) => times > 0),
    "memory comes back: at most 200 MB more": after.mb < before.mb + 200,
    "no socket is left open": after.open <= before.open + 10,
    "the service ends well": exit === 0,
  });
} finally {
  await endProcesses();
  await rm(folder, { recursive: true, force: true });
}
