// Recrawls a backlog of 1,000 sites with 1, 2 and 4 workers: sites a minute, and what each costs the database.
//   npm run bench:recrawl [-- SECONDS_EACH LATENCY_MS] [-- --smoke]

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { openQueue } from "../packages/service/src/jobs/queue.ts";
import { Database } from "../packages/service/src/sites/database/database.ts";
import { sitesIn } from "../packages/service/src/sites/store.ts";
import { serveManySites } from "../test/faults/many-sites.ts";
import { startProcess } from "../test/faults/processes.ts";
import { startPostgres } from "../test/servers/postgres.ts";
import { siteRequest } from "../test/servers/site-request.ts";
import { databaseCpu } from "./database-cpu.ts";
import { isSmoke, judge, keepResult, numbers, table } from "./results.ts";

const SITES = isSmoke ? 60 : 1_000;
const WORKERS = isSmoke ? [2] : [1, 2, 4];
/** What 4 workers do, in what 1 does. */
const FLOOR = 3.5;

const [seconds = 40, delayMs = isSmoke ? 20 : 250] = numbers;

const postgres = await startPostgres(["fsync=off"]);
const database = new Database({ type: "postgres", url: postgres.url }, () => {});
const connection = await database.opened(AbortSignal.timeout(30_000));
const sites = sitesIn(database);
const queue = await openQueue(connection, console.error);

/** Sites that were crawled: a backlog may take several runs. */
const processed = async () => {
  const counted = sql<{ done: string }>`select count(*) as done from crawl_sites where crawls > 0`;
  return Number((await database.run((db) => counted.execute(db))).rows[0]?.done);
};

/** Sites a minute, from the tenth site that is done on: starting is not measured. */
async function rate(workers: number, folder: string) {
  await database.run((db) => sql`truncate crawl_sites, recrawl_runs, pgboss.job cascade`.execute(db));
  const website = await serveManySites(delayMs, { hosts: 32 });
  for (let site = 0; site < SITES; site++) {
    const url = website.url(site);
    const request = siteRequest(url, { scope: "path" });
    await sites.enrol({ request, recrawlIntervalMinutes: 60, sentinelUrl: null });
  }
  await sites.startRun(SITES, queue.add);
  const environment = { DATABASE_URL: postgres.url, DATA_DIR: folder, LOG_LEVEL: "error" };
  const processes = Array.from({ length: workers }, () => startProcess("worker", environment));
  while ((await processed()) < 10 * workers) await sleep(100);
  const before = { done: await processed(), cpu: databaseCpu(postgres), at: performance.now() };
  // To the end of the backlog, or of the time.
  while (performance.now() - before.at < seconds * 1_000 && (await processed()) < SITES) await sleep(200);
  const all = await processed();
  const [done, cpu, minutes] = [
    all - before.done,
    databaseCpu(postgres) - before.cpu,
    (performance.now() - before.at) / 60_000,
  ];
  await Promise.all(processes.map((running) => running.end("SIGTERM")));
  await website.close();
  const twice = [...website.visitors.values()].filter((visitors) => visitors.length > 1).length;
  return { workers, all, twice, sitesPerMinute: done / minutes, cpuMsPerSite: (cpu * 1_000) / done };
}

const folder = await mkdtemp(join(tmpdir(), "llmstxt-bench-"));
const rates = [];
for (const workers of WORKERS) rates.push(await rate(workers, folder));
await queue.close();
await database.close();
await postgres.close();
await rm(folder, { recursive: true, force: true });

const rows = rates.map(({ workers, sitesPerMinute, cpuMsPerSite, all, twice }) =>
  [workers, sitesPerMinute.toFixed(0), cpuMsPerSite.toFixed(1), all, twice].map(String),
);
const speedup = (rates.at(-1)?.sitesPerMinute ?? 0) / (rates[0]?.sitesPerMinute ?? 1);
keepResult(
  "npm run bench:recrawl",
  `${SITES} sites of 4 pages, ${delayMs} ms a response, one site at a time a worker, ${seconds} s each at most. ` +
    `${WORKERS.at(-1)} workers do ${speedup.toFixed(2)} times what ${WORKERS[0]} does (floor ${FLOOR}).\n\n` +
    table(["workers", "sites a minute", "database CPU ms a site", "sites crawled", "crawled twice"], rows),
);
judge({
  "no site is crawled twice": rates.every(({ twice }) => twice === 0),
  [`4 workers do ${FLOOR} times what 1 does`]: isSmoke || speedup >= FLOOR,
  "every site is crawled": !isSmoke || rates.every(({ all }) => all === SITES),
});
