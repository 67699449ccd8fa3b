// What one host sees of 1, 2 and 4 workers that recrawl its sites, and what it costs the database that they share it.
//   npm run bench:recrawl (after its own table), or node bench/polite.ts [SECONDS_EACH]
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { openQueue } from "../src/jobs/queue.ts";
import { Database } from "../src/sites/database.ts";
import { sitesIn } from "../src/sites/store.ts";
import { serveManySites } from "../test/faults/many-sites.ts";
import { startProcess } from "../test/faults/processes.ts";
import { startPostgres } from "../test/servers/postgres.ts";
import { isSmoke, judge, keepResult, numbers, table } from "./results.ts";

const SITES = 400;
const WORKERS = isSmoke ? [2] : [1, 2, 4];
/** Requests that one host gets at once. */
const CONCURRENCY = 16;
/** Milliseconds of the database for a page, and the share of the requests that would be possible. */
const MAX_DATABASE_MS = 0.1;
const MIN_SHARE = 0.9;

const [seconds = isSmoke ? 6 : 30] = numbers;

interface Case {
  readonly name: string;
  readonly delaySeconds: number;
  readonly answerMs: number;
}
const CASES: readonly Case[] = [
  { name: "Crawl-delay 1", delaySeconds: 1, answerMs: 20 },
  { name: "Crawl-delay 0.5, answers of 1 s", delaySeconds: 0.5, answerMs: 1_000 },
  { name: "no delay", delaySeconds: 0, answerMs: 100 },
];

const postgres = await startPostgres([
  "shared_preload_libraries=pg_stat_statements",
  "pg_stat_statements.track_planning=on",
  "max_connections=200",
]);
const database = new Database({ type: "postgres", url: postgres.url }, () => {});
const connection = await database.opened(AbortSignal.timeout(30_000));
await connection.jobs.executeSql("create extension pg_stat_statements");
const sites = sitesIn(database);
const queue = await openQueue(connection, console.error);

async function enrolAll(url: (site: number) => string): Promise<void> {
  const tables = "crawl_sites, site_versions, site_overlays, site_runs, site_memories, recrawl_runs, recrawl_run_sites, pgboss.job";
  await database.run((db) => sql`truncate ${sql.raw(tables)}`.execute(db));
  for (let site = 0; site < SITES; site++) {
    const rest = { scope: "path", include: [], exclude: [], useProxy: false } as const;
    const request = { url: url(site), maxPages: 10, descLength: 300, ...rest };
    await sites.enrol({ request, recrawlIntervalMinutes: 60, sentinelUrl: null });
  }
  await sites.startRun(SITES, queue.add);
}

/** Statements by which processes share hosts, and their milliseconds, planning included. */
async function sharing(): Promise<{ readonly statements: number; readonly ms: number }> {
  const { rows } = await database.run((db) =>
    sql<{ calls: string; ms: number }>`select coalesce(sum(calls), 0) as calls,
      coalesce(sum(total_exec_time + total_plan_time), 0) as ms from pg_stat_statements
      where query ~ 'crawled_hosts|host_answers' and query !~ 'pg_stat|now\\(\\) - interval'`.execute(db),
  );
  return { statements: Number(rows[0]?.calls), ms: rows[0]?.ms ?? 0 };
}

async function measure(of: Case, workers: number, folder: string) {
  const arrivals: number[] = [];
  const gaps: number[] = [];
  let [now, most, pages, answeredAt] = [0, 0, 0, 0];
  const website = await serveManySites(of.answerMs, {
    robots: of.delaySeconds > 0 ? `User-agent: *\nCrawl-delay: ${of.delaySeconds}\n` : "User-agent: *\nAllow: /\n",
    onRequest: (path) => {
      arrivals.push(performance.now());
      gaps.push(performance.now() - answeredAt);
      most = Math.max(most, ++now);
      if (/^\/\d+\//.test(path)) pages++;
    },
    onAnswer: () => {
      answeredAt = performance.now();
      now--;
    },
  });
  await enrolAll(website.url);
  const environment = { DATABASE_URL: postgres.url, DATA_DIR: folder, LOG_LEVEL: "error", RECRAWL_CONCURRENCY: "4" };
  const processes = Array.from({ length: workers }, () => startProcess("worker", environment));
  // Until all have found their pace: before they know the delay, each asks for robots.txt at once.
  while (pages < 3) {
    await sleep(50);
    if (processes.some(({ child }) => child.exitCode !== null)) throw new Error(processes[0]?.log.join("\n"));
  }
  await sleep(4_000);
  [pages, most] = [0, now];
  const first = arrivals.length;
  const before = await sharing();
  const beganAt = performance.now();
  await sleep(seconds * 1_000);
  const [requests, pagesRead] = [arrivals.length - first, pages];
  const elapsed = performance.now() - beganAt;
  const after = await sharing();
  await Promise.all(processes.map((running) => running.end("SIGTERM")));
  await website.close();
  const times = arrivals.slice(first - 1, first + requests);
  const starts = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  const [statements, ms] = [after.statements - before.statements, after.ms - before.ms];
  return {
    of,
    workers,
    requests,
    most,
    least: Math.min(...starts),
    leastAfterAnswer: Math.min(...gaps.slice(first, first + requests)),
    share: (requests * (of.delaySeconds * 1_000 + of.answerMs)) / elapsed,
    pages: pagesRead,
    statements,
    ms,
  };
}

const folder = await mkdtemp(join(tmpdir(), "llmstxt-bench-"));
const measured = [];
for (const of of CASES) for (const workers of WORKERS) measured.push(await measure(of, workers, folder));
await queue.close();
await database.close();
await postgres.close();
await rm(folder, { recursive: true, force: true });

const delayed = measured.filter(({ of }) => of.delaySeconds > 0);
const rows = measured.map(({ of, workers, requests, pages, most, least, leastAfterAnswer, share, statements, ms }) => [
  of.name,
  String(workers),
  `${requests}, ${pages}`,
  String(most),
  of.delaySeconds > 0 ? `${least.toFixed(0)}, ${leastAfterAnswer.toFixed(0)}` : "",
  of.delaySeconds > 0 ? share.toFixed(2) : `${(requests / seconds).toFixed(0)} a second`,
  (statements / pages).toFixed(2),
  (ms / pages).toFixed(3),
]);
keepResult(
  "npm run bench:recrawl, one host",
  `Sites of 4 pages on one host, four at a time a worker, ${seconds} s each, as its server saw it. The distance is that of the closest two ` +
    "requests in ms: from arrival to arrival, and from the answer's end. Possible: one request each delay and answer. Database time is " +
    "that of all statements by which processes share hosts (pg_stat_statements, with planning).\n\n" +
    table(
      [
        "host",
        "workers",
        "requests, pages",
        "at once",
        "closest",
        "of what is possible",
        "statements a page",
        "database ms a page",
      ],
      rows,
    ),
);
judge({
  "no two requests are closer than the Crawl-delay": delayed.every(
    ({ of, leastAfterAnswer }) => leastAfterAnswer >= of.delaySeconds * 1_000 - 1,
  ),
  "under a Crawl-delay one request is in flight": delayed.every(({ most }) => most <= 1),
  [`${MIN_SHARE} of the possible requests are made`]: isSmoke || delayed.every(({ share }) => share >= MIN_SHARE),
  "no more are in flight than to one worker": measured.every(({ most }) => most <= CONCURRENCY),
  [`at most ${MAX_DATABASE_MS} ms of the database a page`]:
    isSmoke || measured.every(({ ms, pages }) => ms / pages <= MAX_DATABASE_MS),
});
