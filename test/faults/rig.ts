import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Pool } from "pg";
import { type PostgresServer, startPostgres } from "../servers/postgres.ts";
import { type ManySites, serveManySites } from "./many-sites.ts";
import { freePort, type Running, startProcess, THIS_RELEASE } from "./processes.ts";

export const CRON = "cron-secret-of-the-rig";

/** A service, its workers, their database and many sites, all real processes; and the questions one asks of them. */
export interface Rig {
  readonly postgres: Omit<RigDatabase, "close">;
  readonly website: ManySites;
  readonly port: number;
  /** The server first, then the workers. */
  readonly processes: Running[];
  /** Starts the process in a place again, under a name of its own, as the program that ran there or another. */
  restart(place: number, program?: string): Promise<void>;
  /** Makes every site due. */
  makeDue(): Promise<void>;
  /** Asks the server for a run, again until it answers. */
  startRun(): Promise<void>;
  /** Waits until no site is due, being crawled or undelivered, and no run is open. */
  settled(timeoutMs: number): Promise<void>;
  ledger(): Promise<Ledger>;
  isEnrolled(url: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface Ledger {
  readonly sites: number;
  readonly done: number;
  readonly due: number;
  readonly failed: number;
  /** Rows whose URL does not open, or whose text has another hash. */
  readonly broken: readonly string[];
  /** Sites that are done, but have no stored text, or one that is not of their newest words. */
  readonly stale: number;
  /** Sites whose newest text is not stored. */
  readonly undelivered: number;
  /** Sites with two new versions since they were made due. */
  readonly doubled: number;
  /** Runs since then that are over and did not count all their sites. */
  readonly miscounted: number;
  /** Runs that are not over. */
  readonly openRuns: number;
}

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

interface RigOptions {
  readonly sites: number;
  readonly workers: number;
  /** File that starts the first processes' release, which makes the database and its sites. */
  readonly program?: string;
  /** Default: a Postgres of the rig's own. The rig closes it. */
  readonly postgres?: RigDatabase;
  /** Settings of all processes, such as those of a store. */
  readonly settings?: Readonly<Record<string, string>>;
}

type RigDatabase = Pick<PostgresServer, "url" | "kill" | "start" | "close">;

/** What a killed server has said is committed must be there: commits are written before they are acknowledged. */
export const KEPT_COMMITS: readonly string[] = ["fsync=off"];

export async function openRig({
  sites,
  workers,
  program = THIS_RELEASE,
  settings,
  ...given
}: RigOptions): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), "llmstxt-rig-"));
  const postgres = given.postgres ?? (await startPostgres(KEPT_COMMITS));
  const website = await serveManySites(20, { hosts: 32 });
  const port = await freePort();
  const urls = Array.from({ length: sites }, (_, site) => website.url(site));
  await enrol(program, { DATABASE_URL: postgres.url, DATA_DIR: folder }, urls);
  let started = 0;
  const environment = () => ({
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    CRON_SECRET: CRON,
    RECRAWL_BATCH_LIMIT: "1000",
    USER_AGENT: `process-${++started}/1`,
    ...settings,
  });
  const processes: Running[] = [];
  const programs: string[] = [];
  const restart = async (place: number, next = programs[place] ?? program) => {
    programs[place] = next;
    const running = startProcess(place === 0 ? "serve" : "worker", environment(), next);
    processes[place] = running;
    await running.said(place === 0 ? "Listening" : "Worker started");
  };
  await Promise.all(Array.from({ length: workers + 1 }, (_, place) => restart(place)));
  const questions = new Pool({ connectionString: postgres.url, max: 2, query_timeout: 5_000 });
  questions.on("error", () => {}); // it is killed on purpose
  const ask: Ask = (question, values = []) => eventually(async () => (await questions.query(question, values)).rows);
  let since = "-infinity";
  return {
    postgres,
    website,
    port,
    processes,
    restart,
    makeDue: async () => {
      const [now] = await ask("select now()::text as now");
      since = String(now?.now);
      await ask(
        "update crawl_sites set next_crawl_at = now() - interval '1 minute', failures = 0, due_marks = due_marks + 1",
      );
    },
    startRun: () => eventually(() => startRun(port)),
    async settled(timeoutMs) {
      const end = performance.now() + timeoutMs;
      for (;;) {
        const { due, openRuns, undelivered } = await standing(ask);
        if (due === 0 && openRuns === 0 && undelivered === 0) return;
        if (performance.now() > end)
          throw new Error(`After ${timeoutMs} ms ${due} due, ${openRuns} runs open, ${undelivered} undelivered`);
        await sleep(250);
      }
    },
    ledger: () => ledgerOf({ ask, website, since }),
    isEnrolled: async (url) =>
      (await ask("select 1 from crawl_sites where base_url = $1", [withoutSlash(url)])).length > 0,
    async close() {
      await Promise.all(processes.map((running) => running.end("SIGKILL")));
      await questions.end();
      await website.close();
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Rows of a question, asked until the database answers. */
type Ask = (question: string, values?: string[]) => Promise<Record<string, unknown>[]>;

async function standing(ask: Ask) {
  const [row = {}] = await ask(`select count(*) as sites,
    count(*) filter (where next_crawl_at > now() and failures = 0 and crawling_since is null) as done,
    count(*) filter (where next_crawl_at <= now() or crawling_since is not null) as due,
    count(*) filter (where failures > 0) as failed,
    count(*) filter (where undelivered is not null) as undelivered,
    (select count(*) from recrawl_runs where finished_at is null) as runs from crawl_sites`);
  const number = (name: string) => Number(row[name]);
  return {
    sites: number("sites"),
    done: number("done"),
    due: number("due"),
    failed: number("failed"),
    undelivered: number("undelivered"),
    openRuns: number("runs"),
  };
}

interface Kept {
  readonly ask: Ask;
  readonly website: ManySites;
  readonly since: string;
}

async function ledgerOf({ ask, website, since }: Kept): Promise<Ledger> {
  const rows = await ask(`select base_url as site, latest_llms_url as url, latest_llms_hash as hash,
    next_crawl_at > now() and failures = 0 and crawling_since is null as done from crawl_sites`);
  const broken: string[] = [];
  let stale = 0;
  for (const { site, url, hash, done } of rows) {
    if (!url) {
      stale += Number(done);
      continue;
    }
    const text = await eventually(async () => {
      const response = await fetch(String(url));
      return response.ok ? await response.text() : `answered ${response.status}`;
    });
    if (sha256(text) !== hash) broken.push(String(url));
    if (done === true && !website.isNewest(String(site), text)) stale++;
  }
  const [beyond = {}] = await ask(
    `select (select count(*) from (select from site_versions where at > $1 group by site_id having count(*) > 1) as twice)
      as doubled, (select count(*) from recrawl_runs
      where started_at >= $1 and finished_at is not null and processed <> total) as miscounted`,
    [since],
  );
  const { doubled, miscounted } = beyond;
  return { ...(await standing(ask)), broken, stale, doubled: Number(doubled), miscounted: Number(miscounted) };
}

/** An address as a site is stored. */
const withoutSlash = (url: string) => url.replace(/\/$/, "");

/** Enrols sites by the release's own command. */
async function enrol(program: string, env: Readonly<Record<string, string>>, urls: readonly string[]): Promise<void> {
  const site = { max_pages: 10, desc_length: 300, recrawl_interval_minutes: 60 };
  const lines = urls.map((url) =>
    JSON.stringify({ site: { base_url: withoutSlash(url), ...site, choices: { url, scope: "path" } }, versions: [] }),
  );
  const importing = promisify(execFile)(process.execPath, [program, "sites", "import"], { env });
  importing.child.stdin?.end(lines.join("\n"));
  await importing;
}

async function startRun(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/internal/cron/recrawl`, {
    method: "POST",
    headers: { "x-cron-secret": CRON },
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`cron answered ${response.status}`);
}

const PATIENCE_MS = 60_000;

/** What was killed comes back: the same again until it does. */
export async function eventually<T>(call: () => Promise<T>): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await sleep(100);
  }
}
