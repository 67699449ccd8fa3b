// Recrawls a backlog with 1, 2 and 4 workers: sites a minute, what each costs the database, and what an unchanged site does.
//   npm run bench -- recrawl [SITES LATENCY_MS]
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startPostgres } from "../test/servers/postgres.ts";
import { endProcesses, startProcess } from "../test/servers/process.ts";
import { keepResult, numbers, table } from "./results.ts";
import { BUILT, cpuSeconds, judge, SETTINGS, startSites } from "./service-bench.ts";

/** Sites are fast: a slow one takes as long as the time between two polls, which would be counted as its statements. */
const [count = 200, latencyMs = 50] = numbers;
const WORKERS = [1, 2, 4];
/** Least throughput of 4 workers, as a multiple of 1 worker's. */
const FLOOR = 3.5;
const MOST_STATEMENTS = 12;
const SECRET = "cron-secret";

const folder = await mkdtemp(join(tmpdir(), "bench-recrawl-"));
const postgres = await startPostgres(["fsync=off", "shared_preload_libraries=pg_stat_statements"]);
const database = new pg.Pool({ connectionString: postgres.url, max: 2 });
const query = async (text: string) => (await database.query(text)).rows;
const environment = {
  ...{ ...SETTINGS, DATABASE_URL: postgres.url, DATA_DIR: folder, CRON_SECRET: SECRET },
  RECRAWL_BATCH_LIMIT: "1000",
};
const sites = await startSites(4, latencyMs);

/** CPU of Postgres and all of its children. */
function databaseCpu(): number {
  const children = readFileSync(`/proc/${postgres.pid}/task/${postgres.pid}/children`, "utf8").trim().split(" ");
  return [postgres.pid, ...children.map(Number)].reduce((sum, pid) => sum + cpuSeconds(pid), 0);
}

/** Starts a service just long enough to begin one run: otherwise its own worker would recrawl sites, too. */
async function startRun(): Promise<void> {
  const server = await startProcess({ ...environment, RECRAWL_CONCURRENCY: "1" }, { command: BUILT });
  const headers = { "X-Cron-Secret": SECRET };
  while (!(await fetch(`${server.url}/internal/cron/recrawl`, { method: "POST", headers })).ok) await sleep(250);
  server.kill("SIGKILL");
  await server.exited;
}

const due = "update crawl_sites set next_crawl_at = now() - interval '1 minute'";
const left = async () =>
  Number((await query("select count(*) as n from crawl_sites where next_crawl_at <= now()"))[0].n);
const figures = async () => {
  const calls: { id: string; calls: string }[] = await query(
    "select queryid as id, calls from pg_stat_statements where query !~ 'as n from'",
  );
  const [wal] = await query("select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes");
  return {
    calls: new Map(calls.map((one) => [one.id, Number(one.calls)])),
    walBytes: Number(wal.bytes),
    cpu: databaseCpu(),
  };
};

/** Statements that each site costs. Polls for work and for dead workers depend on time and are not counted. */
const ofSites = (before: Map<string, number>, after: Map<string, number>, sites: number) =>
  [...after]
    .map(([id, calls]) => calls - (before.get(id) ?? 0))
    .filter((calls) => calls >= sites * 0.5 && calls < sites * 4);

/** Recrawls the whole backlog with this many workers; the first tenth, while they start, is not counted. */
async function rate(workers: number) {
  await query(due);
  await startRun();
  const started = await Promise.all(
    Array.from({ length: workers }, () => startProcess(environment, { command: BUILT, role: "worker" })),
  );
  while ((await left()) > count * 0.9) await sleep(100);
  const [before, began, first] = [await figures(), performance.now(), await left()];
  // Near the end some workers have nothing to do.
  while ((await left()) > workers) await sleep(100);
  const [after, done] = [await figures(), first - (await left())];
  const minutes = (performance.now() - began) / 60_000;
  while ((await left()) > 0) await sleep(100);
  for (const worker of started) worker.kill("SIGTERM");
  await Promise.all(started.map(({ exited }) => exited));
  return {
    workers,
    perMinute: done / minutes,
    statements: ofSites(before.calls, after.calls, done).reduce((sum, calls) => sum + calls, 0) / done,
    walKb: (after.walBytes - before.walBytes) / done / 1_000,
    cpuMs: ((after.cpu - before.cpu) * 1_000) / done,
  };
}

try {
  const server = await startProcess(environment, { command: BUILT });
  while ((await (await fetch(`${server.url}/ready`)).json()).database !== "ok") await sleep(250);
  server.kill("SIGTERM");
  await server.exited;
  await query("create extension pg_stat_statements");
  for (let site = 1; site <= count; site++)
    await database.query("insert into crawl_sites (base_url) values ($1)", [sites.url(site)]);
  const first = await rate(4);
  const rates = [];
  for (const workers of WORKERS) rates.push(await rate(workers));
  const speedup = (rates.at(-1)?.perMinute ?? 0) / (rates[0]?.perMinute ?? 1);
  const row = ({ workers, perMinute, statements, walKb, cpuMs }: typeof first, what: string) => [
    `${workers}`,
    what,
    ...[perMinute.toFixed(0), statements.toFixed(1), walKb.toFixed(1), cpuMs.toFixed(1)],
  ];
  keepResult(
    "npm run bench -- recrawl",
    `${count} sites of 4 pages, ${latencyMs} ms a response, one site at a time a worker. 4 workers do ${speedup.toFixed(2)} times what 1 does.\n\n` +
      table(
        ["workers", "sites", "a minute", "statements a site", "WAL kB a site", "database CPU ms a site"],
        [row(first, "new"), ...rates.map((one) => row(one, "unchanged"))],
      ),
  );
  judge({
    [`4 workers do ${FLOOR} times what 1 does`]: speedup >= FLOOR,
    [`at most ${MOST_STATEMENTS} statements a site`]: (rates[0]?.statements ?? 99) <= MOST_STATEMENTS,
  });
} finally {
  await endProcesses();
  sites.close();
  await database.end();
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
}
