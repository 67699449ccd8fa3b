// What one host sees of 1, 2 and 4 workers that recrawl its sites, and what it costs the database that they share it.
//   npm run bench:recrawl (after its own table), or node bench/polite.ts [SECONDS_EACH]
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { openQueue } from "../src/jobs/queue.ts";
import { Database } from "../src/sites/database/database.ts";
import { hostAnswers } from "../src/sites/hosts/answers.ts";
import { sharedHosts } from "../src/sites/hosts/hosts.ts";
import { sitesIn } from "../src/sites/store.ts";
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

const postgres = await startPostgres(["shared_preload_libraries=pg_stat_statements", "max_connections=200"]);
const database = new Database({ type: "postgres", url: postgres.url }, () => {});
const connection = await database.opened(AbortSignal.timeout(30_000));
await connection.jobs.executeSql("create extension pg_stat_statements");
const sites = sitesIn(database);
const queue = await openQueue(connection, console.error);

async function enrolAll(url: (site: number) => string): Promise<void> {
  const tables = "crawl_sites, site_versions, site_overlays, site_runs, recrawl_runs, recrawl_run_sites, pgboss.job";
  await database.run((db) => sql`truncate ${sql.raw(tables)}`.execute(db));
  for (let site = 0; site < SITES; site++) {
    const request = siteRequest(url(site), { scope: "path" });
    await sites.enrol({ request, recrawlIntervalMinutes: 60, sentinelUrl: null });
  }
  await sites.startRun(SITES, queue.add);
}

/** Statements by which processes share hosts, and hand on what hosts told them. */
async function counted(): Promise<Statements> {
  const { rows } = await database.run((db) =>
    sql<{
      hosts: string | null;
      answers: string | null;
    }>`select sum(calls) filter (where query ~ 'crawled_hosts') as hosts,
      sum(calls) filter (where query ~ 'host_answers') as answers from pg_stat_statements
      where query !~ 'pg_stat|interval'`.execute(db),
  );
  return { hosts: Number(rows[0]?.hosts), answers: Number(rows[0]?.answers) };
}

interface Statements {
  readonly hosts: number;
  readonly answers: number;
}

/** Milliseconds of the database a statement of each kind, one after another: beside a crawl they wait for the processor, too. */
async function costs(): Promise<Statements> {
  const cost = async (kind: keyof Statements, work: (turn: number) => Promise<unknown>) => {
    await connection.jobs.executeSql("select pg_stat_statements_reset()");
    for (let turn = 0; turn < 500; turn++) await work(turn);
    const table = kind === "hosts" ? "crawled_hosts" : "host_answers";
    const { rows } = await database.run((db) =>
      sql<{ ms: number }>`select sum(total_exec_time + total_plan_time) / sum(calls) as ms from pg_stat_statements
        where query ~ ${table} and query !~ 'pg_stat|interval'`.execute(db),
    );
    return Number(rows[0]?.ms);
  };
  const processes = Array.from({ length: 4 }, () => sharedHosts(database, 4_000));
  const answers = hostAnswers(database, 180_000);
  const packed = new Uint8Array(300);
  return {
    hosts: await cost("hosts", async (turn) => {
      for (const shared of processes) {
        await shared.share(`h${turn % 20}`, { wanted: 4, held: 0, most: 16 });
        await shared.turn(`o${turn % 20}`, { delayMs: 1, forMs: 1, restMs: 1 });
      }
    }),
    answers: await cost("answers", async (turn) => {
      const origin = `https://h${turn % 20}.dev`;
      await answers.recall(origin);
      await answers.keep([1, 2, 3, 4].map((key) => ({ origin, key: `${key}`, site: "a", packed })));
    }),
  };
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
    hosts: (after.hosts - before.hosts) / pagesRead,
    answers: (after.answers - before.answers) / pagesRead,
    pages: pagesRead,
  };
}

const folder = await mkdtemp(join(tmpdir(), "llmstxt-bench-"));
const cost = await costs();
const measured = [];
for (const of of CASES) for (const workers of WORKERS) measured.push(await measure(of, workers, folder));
await queue.close();
await database.close();
await postgres.close();
await rm(folder, { recursive: true, force: true });

const delayed = measured.filter(({ of }) => of.delaySeconds > 0);
const databaseMs = ({ hosts, answers }: Statements) => hosts * cost.hosts + answers * cost.answers;
const rows = measured.map((one) => [
  one.of.name,
  `${one.workers}`,
  `${one.requests}, ${one.pages}`,
  `${one.most}`,
  one.of.delaySeconds > 0 ? one.least.toFixed(0) : "",
  one.of.delaySeconds > 0 ? one.share.toFixed(2) : `${(one.requests / seconds).toFixed(0)} a second`,
  `${one.hosts.toFixed(2)} + ${one.answers.toFixed(2)}`,
  databaseMs(one).toFixed(3),
]);
const head = [
  "host",
  "workers",
  "requests, pages",
  "at once",
  "closest, ms",
  "of what is possible",
  "statements a page",
  "database ms a page",
];
keepResult(
  "npm run bench:recrawl, one host",
  `Sites of 4 pages on one host, four at a time a worker, ${seconds} s each, as its server saw it. Closest: from the arrival of one request to the ` +
    "next. Possible: one request each delay and answer. Statements: those by which processes share the host, and those that hand on robots.txt " +
    `and sitemaps; one costs ${cost.hosts.toFixed(3)} and ${cost.answers.toFixed(3)} ms of the database (execution and planning).\n\n${table(head, rows)}`,
);
judge({
  "no two requests are closer than the Crawl-delay": delayed.every(
    ({ of, least }) => least >= of.delaySeconds * 1_000 - JITTER_MS,
  ),
  "under a Crawl-delay one request is in flight": delayed.every(({ most }) => most <= 1),
  [`${MIN_SHARE} of the possible requests are made`]: isSmoke || delayed.every(({ share }) => share >= MIN_SHARE),
  "no more are in flight than to one worker": measured.every(({ most }) => most <= CONCURRENCY),
  [`at most ${MAX_DATABASE_MS} ms of the database a page`]:
    isSmoke || measured.every((one) => databaseMs(one) <= MAX_DATABASE_MS),
});
