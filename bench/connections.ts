// Many workers on one Postgres: what they take of its connections, and what they ask it while there is nothing to do.
//   npm run bench -- connections [--smoke]      needs pgbouncer (Debian: pgbouncer) for its last row
// Each worker has a data folder of its own, as on a machine of its own, and all write to one bucket.
import { spawn } from "node:child_process";
import { chownSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { openQueue } from "../packages/service/src/jobs/queue.ts";
import { Database } from "../packages/service/src/sites/database/database.ts";
import { sitesIn } from "../packages/service/src/sites/store.ts";
import { serveManySites } from "../test/faults/many-sites.ts";
import { freePort, startProcess, THIS_RELEASE } from "../test/faults/processes.ts";
import { startPostgres } from "../test/servers/postgres.ts";
import { startS3 } from "../test/servers/s3.ts";
import { siteRequest } from "../test/servers/site-request.ts";
import { isSmoke, judge, keepResult, table } from "./results.ts";

const MAX_CONNECTIONS = 100;
const SITES = isSmoke ? 8 : 400;
const IDLE_MS = isSmoke ? 6_000 : 30_000;
/** Workers that start at a time, and sites that each is given then: its start and its first crawl take a core's second. */
const AT_ONCE = 10;
const FIRST_SITES = 2;
/** Milliseconds of each answer: all workers crawl at once, and the few processors of one machine suffice for them. */
const ANSWER_MS = isSmoke ? 20 : 500;
const HOSTS = 128;
const KEY = { accessKeyId: "bench", secretAccessKey: "secret-of-the-bench" };
const CASES = isSmoke
  ? [{ workers: 2, isPooled: false }]
  : [
      { workers: 25, isPooled: false },
      { workers: 100, isPooled: true },
    ];

const folder = mkdtempSync(join(tmpdir(), "llmstxt-bench-"));
const program = isSmoke ? THIS_RELEASE : join(import.meta.dirname, "../dist/cli.js");

/** PgBouncer in transaction mode before a server. @returns its address, and a function that ends it */
async function startPooler(server: string) {
  const [port, place] = [await freePort(), mkdtempSync(join(tmpdir(), "llmstxt-pooler-"))];
  const { port: serverPort } = new URL(server);
  const settings = join(place, "pgbouncer.ini");
  writeFileSync(
    settings,
    `[databases]
postgres = host=127.0.0.1 port=${serverPort} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
pool_mode = transaction
max_client_conn = 2000
default_pool_size = 40
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
`,
  );
  // It refuses to run as root; this is `nobody`.
  const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (owner.uid !== undefined) for (const path of [place, settings]) chownSync(path, owner.uid, owner.gid);
  const child = spawn("pgbouncer", ["-q", settings], { ...owner, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await sleep(1_000);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    close: async () => {
      child.kill("SIGTERM");
      await ended;
      await rm(place, { recursive: true });
    },
  };
}

async function measure({ workers, isPooled }: (typeof CASES)[number]) {
  const postgres = await startPostgres([
    "fsync=off",
    `max_connections=${MAX_CONNECTIONS}`,
    "shared_preload_libraries=pg_stat_statements",
  ]);
  const pooler = isPooled ? await startPooler(postgres.url) : undefined;
  const url = pooler?.url ?? postgres.url;
  // Opened first: a full server would not let it in.
  const watcher = new Client({ connectionString: postgres.url });
  await watcher.connect();
  await watcher.query("create extension pg_stat_statements");
  const number = async (text: string) => Number((await watcher.query(text)).rows[0]?.n);
  const open = () => number("select count(*) as n from pg_stat_activity where application_name like 'llmstxt%'");
  const statements = () => number("select sum(calls) as n from pg_stat_statements where query !~ 'pg_stat'");
  const database = new Database({ type: "postgres", url, connections: 3 }, () => {});
  const queue = await openQueue(await database.opened(AbortSignal.timeout(60_000)), () => {});
  const sites = sitesIn(database);
  const website = await serveManySites(ANSWER_MS, { hosts: HOSTS });
  const store = await startS3({ key: KEY, bucket: "texts" });
  const start = () =>
    startProcess(
      "worker",
      {
        DATABASE_URL: url,
        DATA_DIR: mkdtempSync(join(folder, "worker-")),
        S3_BUCKET: "texts",
        S3_ENDPOINT: store.url,
        S3_REGION: "auto",
        S3_ACCESS_KEY_ID: KEY.accessKeyId,
        S3_SECRET_ACCESS_KEY: KEY.secretAccessKey,
        LOG_LEVEL: "info",
        READER_THREADS: "0",
      },
      program,
    );
  let most = 0;
  let enrolled = 0;
  /** Recrawls so many new sites to their end. */
  const recrawled = async (count: number) => {
    for (const end = enrolled + count; enrolled < end; enrolled++)
      await sites.enrol({
        request: siteRequest(website.url(enrolled), { scope: "path" }),
        recrawlIntervalMinutes: 60,
        sentinelUrl: null,
      });
    const { id } = await sites.startRun(count, queue.add);
    for (;;) {
      const run = await sites.settleRun(id);
      if (run === undefined || run.finishedAt !== null) return run?.summary;
      await sleep(250);
      most = Math.max(most, await open());
    }
  };
  const processes: ReturnType<typeof start>[] = [];
  for (let started = 0; started < workers; started += AT_ONCE) {
    const some = Math.min(AT_ONCE, workers - started);
    processes.push(...Array.from({ length: some }, start));
    await Promise.all(processes.slice(-some).map((worker) => worker.said("Worker started")));
    await recrawled(FIRST_SITES * some);
  }
  const before = await statements();
  await sleep(IDLE_MS);
  const idle = { connections: await open(), each: ((await statements()) - before) / workers / (IDLE_MS / 5_000) };
  const summary = await recrawled(SITES);
  const failures = await watcher.query<{ why: string }>("select distinct why from site_runs where outcome = 'failed'");
  const alive = processes.filter(({ child }) => child.exitCode === null && child.signalCode === null).length;
  const lines = processes.flatMap(({ log }) => log.map((line) => JSON.parse(line)));
  const warnings = lines.filter(({ level }) => level > 30).map(({ msg }) => String(msg));
  await Promise.all(processes.map((worker) => worker.end("SIGTERM")));
  await queue.close();
  await database.close();
  await watcher.end();
  await pooler?.close();
  await website.close();
  await store.close();
  await postgres.close();
  const [crawled, failed] = [(summary?.processed ?? 0) + (summary?.unchanged ?? 0), summary?.errors];
  const whys = failures.rows.map(({ why }) => why);
  return { workers, isPooled, idle, most, crawled, failed, whys, alive, said: [...new Set(warnings)] };
}

const measured = [];
for (const one of CASES) measured.push(await measure(one));
await rm(folder, { recursive: true, force: true });

keepResult(
  "npm run bench -- connections",
  `A Postgres that gives ${MAX_CONNECTIONS} connections, ${SITES} due sites of 4 pages on ${HOSTS} hosts that answer after ${ANSWER_MS} ms, one bucket. Idle: the workers' connections, and what one asks in five seconds, for jobs, dead workers and texts that wait.

${table(
  [
    "workers",
    "pooler",
    "idle: connections",
    "statements of one in 5 s",
    "most connections",
    "sites crawled",
    "failed",
    "workers alive",
    "warnings of the workers",
  ],
  measured.map(({ workers, isPooled, idle, most, crawled, failed, whys, alive, said }) => [
    `${workers}`,
    isPooled ? "PgBouncer" : "none",
    `${idle.connections}`,
    idle.each.toFixed(1),
    `${most}`,
    `${crawled}`,
    [failed, ...whys].join("; "),
    `${alive}`,
    said.join("; ") || "none",
  ]),
)}`,
);
judge({
  "every site is crawled": measured.every(({ crawled }) => crawled === SITES),
  "no worker ends": measured.every(({ alive, workers }) => alive === workers),
});
process.exit();
