// Recrawls a backlog of 1,000 sites with 1, 2 and 4 workers: sites a minute, and what each costs the database; and what
// a site costs it that has not changed.
//   npm run bench:recrawl [-- SECONDS_EACH LATENCY_MS] [-- --smoke]

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { openQueue } from "../packages/service/src/jobs/queue.ts";
import { Database } from "../packages/service/src/sites/database/database.ts";
import { sitesIn } from "../packages/service/src/sites/store.ts";
import { type ManySites, serveManySites } from "../test/faults/many-sites.ts";
import { startProcess } from "../test/faults/processes.ts";
import { startPostgres } from "../test/servers/postgres.ts";
import { siteRequest } from "../test/servers/site-request.ts";
import { databaseCpu } from "./database-cpu.ts";
import { isSmoke, judge, keepResult, numbers, table } from "./results.ts";

const SITES = isSmoke ? 60 : 1_000;
const WORKERS = isSmoke ? [2] : [1, 2, 4];
/** What 4 workers do, in what 1 does. */
const FLOOR = 3.5;
/** Sites that have not changed, and bounds of what each costs the database. */
const UNCHANGED = isSmoke ? 30 : 300;
const MAX_STATEMENTS = 12;
const MAX_WAL_KB = 4;
const MAX_UPDATES = 1;

const [seconds = 40, delayMs = isSmoke ? 20 : 250] = numbers;

const postgres = await startPostgres([
  "fsync=off",
  // Whole pages, which Postgres writes after each checkpoint, are no cost of a site.
  "full_page_writes=off",
  "shared_preload_libraries=pg_stat_statements",
]);
const database = new Database({ type: "postgres", url: postgres.url }, () => {});
const connection = await database.opened(AbortSignal.timeout(30_000));
await connection.jobs.executeSql("create extension pg_stat_statements");
const sites = sitesIn(database);
const queue = await openQueue(connection, console.error);

/** Sites that were crawled: a backlog may take several runs. */
const processed = async () => {
  const counted = sql<{ done: string }>`select count(*) as done from crawl_sites where crawls > 0`;
  return Number((await database.run((db) => counted.execute(db))).rows[0]?.done);
};

async function enrol(website: ManySites, count: number): Promise<void> {
  await database.run((db) => sql`truncate crawl_sites, recrawl_runs, pgboss.job cascade`.execute(db));
  for (let site = 0; site < count; site++) {
    const request = siteRequest(website.url(site), { scope: "path" });
    await sites.enrol({ request, recrawlIntervalMinutes: 60, sentinelUrl: null });
  }
  await sites.startRun(count, queue.add);
}

/** Waits for the end of a run, which a worker writes. */
async function ended(run: string): Promise<void> {
  const finished = sql<{ done: boolean }>`select finished_at is not null as done from recrawl_runs where id = ${run}`;
  while (!(await database.run((db) => finished.execute(db))).rows[0]?.done) await sleep(200);
}

const startWorkers = (workers: number, folder: string) =>
  Array.from({ length: workers }, () =>
    startProcess("worker", { DATABASE_URL: postgres.url, DATA_DIR: folder, LOG_LEVEL: "error" }),
  );

interface Used {
  readonly statements: number;
  readonly walBytes: number;
  /** Updates of the sites' table, and those of them that left its indexes alone. */
  readonly updates: number;
  readonly hot: number;
}

/** What the database has done so far, without what this bench asks of it. */
async function used(): Promise<Used> {
  // Figures of tables come late: a backend that idles hands over its own after ten seconds.
  await sleep(isSmoke ? 0 : 11_000);
  const { rows } = await database.run((db) =>
    sql<Record<keyof Used, string>>`select
      (select sum(calls) from pg_stat_statements where query !~ 'pg_stat|as done') as "statements",
      pg_current_wal_lsn() - '0/0'::pg_lsn as "walBytes", n_tup_upd as "updates", n_tup_hot_upd as "hot"
      from pg_stat_user_tables where relname = 'crawl_sites'`.execute(db),
  );
  const [row] = rows;
  return {
    statements: Number(row?.statements),
    walBytes: Number(row?.walBytes),
    updates: Number(row?.updates),
    hot: Number(row?.hot),
  };
}

/** Crawls sites, and again as they are: what the second time costs, a site. */
async function unchanged(workers: number, folder: string) {
  const website = await serveManySites(20, { hosts: 32 });
  await enrol(website, UNCHANGED);
  const processes = startWorkers(workers, folder);
  while ((await processed()) < UNCHANGED) await sleep(200);
  await database.run((db) => sql`update crawl_sites set next_crawl_at = now() - interval '1 minute'`.execute(db));
  const before = await used();
  const run = await sites.startRun(UNCHANGED, queue.add);
  await ended(run.id);
  const after = await used();
  const done = (await sites.settleRun(run.id))?.summary;
  await Promise.all(processes.map((running) => running.end("SIGTERM")));
  await website.close();
  const each = (of: keyof Used) => (after[of] - before[of]) / UNCHANGED;
  const same = done === undefined ? 0 : done.total - done.updated - done.errors;
  return { workers, same, each };
}

/** Sites a minute, from the tenth site that is done on: starting is not measured. */
async function rate(workers: number, folder: string) {
  const website = await serveManySites(delayMs, { hosts: 32 });
  await enrol(website, SITES);
  const processes = startWorkers(workers, folder);
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
const costs = [];
for (const workers of WORKERS) costs.push(await unchanged(workers, folder));
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
    table(["workers", "sites a minute", "database CPU ms a site", "sites crawled", "crawled twice"], rows) +
    `\n\n${UNCHANGED} sites again, as they were, from the start of their run: what each costs the database.\n\n` +
    table(
      ["workers", "same document", "statements", "WAL kB", "updates of its row", "of these HOT"],
      costs.map(({ workers, same, each }) => [
        `${workers}`,
        `${same}`,
        each("statements").toFixed(1),
        (each("walBytes") / 1_000).toFixed(2),
        each("updates").toFixed(2),
        each("hot").toFixed(2),
      ]),
    ),
);
judge({
  "no site is crawled twice": rates.every(({ twice }) => twice === 0),
  [`4 workers do ${FLOOR} times what 1 does`]: isSmoke || speedup >= FLOOR,
  "the second time no document is another": costs.every(({ same }) => same === UNCHANGED),
  [`at most ${MAX_STATEMENTS} statements, ${MAX_WAL_KB} kB of WAL and ${MAX_UPDATES} HOT update a site`]:
    isSmoke ||
    costs.every(
      ({ each }) =>
        each("statements") <= MAX_STATEMENTS &&
        each("walBytes") <= MAX_WAL_KB * 1_000 &&
        each("updates") <= MAX_UPDATES &&
        each("hot") === each("updates"),
    ),
  "every site is crawled": !isSmoke || rates.every(({ all }) => all === SITES),
});
