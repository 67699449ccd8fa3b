import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import { Database } from "../../packages/service/src/sites/database/database.ts";
import type { Sites } from "../../packages/service/src/sites/sites.ts";
import { sitesIn } from "../../packages/service/src/sites/store.ts";
import { type PostgresServer, startPostgres } from "../servers/postgres.ts";
import { siteRequest } from "../servers/site-request.ts";
import { type ManySites, serveManySites } from "./many-sites.ts";
import { freePort, type Running, startProcess } from "./processes.ts";

export const CRON = "cron-secret-of-the-rig";

/** A service, its workers, their database and many sites, all real processes; and the questions one asks of them. */
export interface Rig {
  readonly postgres: Pick<PostgresServer, "url" | "kill" | "start">;
  readonly website: ManySites;
  readonly port: number;
  /** The server first, then the workers. */
  readonly processes: Running[];
  /** Starts the process in a place again, under a name of its own. */
  restart(place: number): Promise<void>;
  /** Makes every site due. */
  makeDue(): Promise<void>;
  /** Asks the server for a run, again until it answers. */
  startRun(): Promise<void>;
  /** Waits until no site is due or being crawled, asking for runs meanwhile where `again`. */
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
  /** Runs that are not over. */
  readonly openRuns: number;
}

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

interface RigOptions {
  readonly sites: number;
  readonly workers: number;
}

export async function openRig({ sites, workers }: RigOptions): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), "llmstxt-rig-"));
  // What a killed server has said is committed must be there: commits are written before they are acknowledged.
  const postgres = await startPostgres(["fsync=off"]);
  const website = await serveManySites(20, { hosts: 32 });
  const port = await freePort();
  const database = new Database({ type: "postgres", url: postgres.url }, () => {});
  const store = sitesIn(database);
  await database.opened(AbortSignal.timeout(30_000));
  for (let site = 0; site < sites; site++) await enrol(store, website.url(site));
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
  });
  const processes: Running[] = [];
  const restart = async (place: number) => {
    const running = startProcess(place === 0 ? "serve" : "worker", environment());
    processes[place] = running;
    await running.said(place === 0 ? "Listening" : "Worker started");
  };
  await Promise.all(Array.from({ length: workers + 1 }, (_, place) => restart(place)));
  const questions = new Pool({ connectionString: postgres.url, max: 2, query_timeout: 5_000 });
  questions.on("error", () => {}); // it is killed on purpose
  const ask: Ask = (question) => eventually(async () => (await questions.query(question)).rows);
  const ledger = () => ledgerOf(ask);
  return {
    postgres,
    website,
    port,
    processes,
    restart,
    makeDue: async () => {
      await ask(
        "update crawl_sites set next_crawl_at = now() - interval '1 minute', failures = 0, due_marks = due_marks + 1",
      );
    },
    startRun: () => eventually(() => startRun(port)),
    async settled(timeoutMs) {
      const end = performance.now() + timeoutMs;
      for (;;) {
        const { due, openRuns } = await standing(ask);
        if (due === 0 && openRuns === 0) return;
        if (performance.now() > end)
          throw new Error(`After ${timeoutMs} ms ${due} sites are due, ${openRuns} runs open`);
        await sleep(250);
      }
    },
    ledger,
    isEnrolled: (url) => eventually(async () => (await store.find(url)) !== undefined),
    async close() {
      await Promise.all(processes.map((running) => running.end("SIGKILL")));
      await Promise.all([database.close(), questions.end()]);
      await website.close();
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Rows of a question, asked until the database answers. */
type Ask = (question: string) => Promise<Record<string, unknown>[]>;

async function standing(ask: Ask) {
  const [row = {}] = await ask(`select count(*) as sites,
    count(*) filter (where next_crawl_at > now() and failures = 0 and crawling_since is null) as done,
    count(*) filter (where next_crawl_at <= now() or crawling_since is not null) as due,
    count(*) filter (where failures > 0) as failed,
    (select count(*) from recrawl_runs where finished_at is null) as runs from crawl_sites`);
  const { sites, done, due, failed, runs } = row;
  return { sites: Number(sites), done: Number(done), due: Number(due), failed: Number(failed), openRuns: Number(runs) };
}

async function ledgerOf(ask: Ask): Promise<Ledger> {
  const rows = await ask(
    "select latest_llms_url as url, latest_llms_hash as hash from crawl_sites where latest_llms_url <> ''",
  );
  const broken: string[] = [];
  for (const { url, hash } of rows) {
    const text = await eventually(async () => {
      const response = await fetch(String(url));
      return response.ok ? await response.text() : `answered ${response.status}`;
    });
    if (sha256(text) !== hash) broken.push(String(url));
  }
  return { ...(await standing(ask)), broken };
}

async function enrol(store: Sites, url: string): Promise<void> {
  const request = siteRequest(url, { scope: "path" });
  await store.enrol({ request, recrawlIntervalMinutes: 60, sentinelUrl: null });
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
