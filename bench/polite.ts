// What one host sees of 1, 2 and 4 workers that recrawl its sites, one crawl at a time, and what that costs the database.
//   npm run bench:recrawl (after its own table), or node bench/polite.ts [SECONDS_EACH]
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
import { isSmoke, judge, keepResult, numbers, table } from "./results.ts";

const SITES = 400;
const WORKERS = isSmoke ? [2] : [1, 2, 4];
/** Requests that one host gets at once. */
const CONCURRENCY = 16;
/** By which the server's own event loop may see a request late. */
const JITTER_MS = 5;
/** Share of the requests that would be possible: between two crawls a worker waits for a poll. */
const MIN_SHARE = 0.7;
/** Statements that take the host and give it back, a site. */
const MAX_STATEMENTS = 3;

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

const postgres = await startPostgres(["shared_preload_libraries=pg_stat_statements", "max_connections=200"]);
const database = new Database({ type: "postgres", url: postgres.url }, () => {});
const connection = await database.opened(AbortSignal.timeout(30_000));
await connection.jobs.executeSql("create extension pg_stat_statements");
const sites = sitesIn(database);
const queue = await openQueue(connection, console.error);

async function enrolAll(url: (site: number) => string): Promise<void> {
  await database.run((db) => sql`truncate crawl_sites, recrawl_runs, pgboss.job cascade`.execute(db));
  for (let site = 0; site < SITES; site++) {
    const request = siteRequest(url(site), { scope: "path" });
    await sites.enrol({ request, recrawlIntervalMinutes: 60, sentinelUrl: null });
  }
  await sites.startRun(SITES, queue.add);
}

/** Statements that take hosts and give them back, and all of them. */
async function counted(): Promise<Statements> {
  const { rows } = await database.run((db) =>
    sql<{ hosts: string; all: string; sites: string }>`select
      coalesce(sum(calls) filter (where query ~ 'crawled_hosts'), 0) as hosts, sum(calls) as all,
      (select count(*) from site_runs) as sites from pg_stat_statements where query !~ 'pg_stat'`.execute(db),
  );
  const [row] = rows;
  return { hosts: Number(row?.hosts), all: Number(row?.all), sites: Number(row?.sites) };
}

interface Statements {
  readonly hosts: number;
  readonly all: number;
  readonly sites: number;
}

async function measure(of: Case, workers: number, folder: string) {
  const arrivals: number[] = [];
  const begun: number[] = [];
  let [now, most, pages, answerMs] = [0, 0, 0, 0];
  const website = await serveManySites(of.answerMs, {
    robots: of.delaySeconds > 0 ? `User-agent: *\nCrawl-delay: ${of.delaySeconds}\n` : "User-agent: *\nAllow: /\n",
    onRequest: (path) => {
      arrivals.push(performance.now());
      begun.push(performance.now());
      most = Math.max(most, ++now);
      if (/^\/\d+\//.test(path)) pages++;
    },
    onAnswer: () => {
      answerMs += performance.now() - (begun.shift() ?? 0);
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
  [pages, most, answerMs] = [0, now, 0];
  const first = arrivals.length;
  const before = await counted();
  const beganAt = performance.now();
  await sleep(seconds * 1_000);
  const [requests, pagesRead, answeredMs] = [arrivals.length - first, pages, answerMs];
  const elapsed = performance.now() - beganAt;
  const after = await counted();
  await Promise.all(processes.map((running) => running.end("SIGTERM")));
  await website.close();
  const times = arrivals.slice(first - 1, first + requests);
  const starts = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  return {
    of,
    workers,
    requests,
    most,
    least: Math.min(...starts),
    share: (requests * of.delaySeconds * 1_000 + answeredMs) / elapsed,
    sites: after.sites - before.sites,
    hosts: (after.hosts - before.hosts) / (after.sites - before.sites),
    all: (after.all - before.all) / (after.sites - before.sites),
    pages: pagesRead,
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
const rows = measured.map((one) => [
  one.of.name,
  `${one.workers}`,
  `${one.requests}, ${one.pages}`,
  `${one.most}`,
  one.of.delaySeconds > 0 ? one.least.toFixed(0) : "",
  one.of.delaySeconds > 0 ? one.share.toFixed(2) : `${(one.requests / seconds).toFixed(0)} a second`,
  `${one.hosts.toFixed(1)} of ${one.all.toFixed(1)}`,
]);
const head = [
  "host",
  "workers",
  "requests, pages",
  "at once",
  "closest, ms",
  "of what is possible",
  "statements a site",
];
keepResult(
  "npm run bench:recrawl, one host",
  `Sites of 4 pages on one host, four at a time a worker, ${seconds} s each, as its server saw it. Closest: from the arrival of one request to the ` +
    "next. Possible: one request each delay and answer. Statements: those that take the host and give it back, of all.\n\n" +
    table(head, rows),
);
judge({
  "no two requests are closer than the Crawl-delay": delayed.every(
    ({ of, least }) => least >= of.delaySeconds * 1_000 - JITTER_MS,
  ),
  "under a Crawl-delay one request is in flight": delayed.every(({ most }) => most <= 1),
  [`${MIN_SHARE} of the possible requests are made`]: isSmoke || delayed.every(({ share }) => share >= MIN_SHARE),
  "no more are in flight than to one worker": measured.every(({ most }) => most <= CONCURRENCY),
  [`at most ${MAX_STATEMENTS} statements a site for its host`]: measured.every(({ hosts }) => hosts <= MAX_STATEMENTS),
});
