import { randomUUID } from "node:crypto";
import { type Job, PgBoss } from "pg-boss";
import * as z from "zod";
import type { Connection } from "../sites/database/database.ts";
import { crawledHost } from "../sites/hosts/hosts.ts";
import type { QueueSites, Sql } from "../sites/run.ts";
import { type AlertQueue, openAlertQueue } from "./alert-queue.ts";
import { newJournalKey } from "./kept-journal.ts";

/** Any id that the database takes for one: a refused one would be tried for ever. */
const recrawlJob = z.object({ siteId: z.guid(), runId: z.guid(), host: z.string(), key: z.string().optional() });
export type RecrawlJob = Readonly<z.infer<typeof recrawlJob>>;

/** A job that cannot be read: of a version that is gone, or written by hand. */
export interface UnreadableJob {
  /** Of its site. */
  readonly baseUrl: string;
  readonly why: string;
}

/** The port to the job engine: durable recrawl jobs, never two for one site. */
export interface RecrawlQueue extends AlertQueue {
  /** Part of the transaction that starts a run. */
  readonly add: QueueSites;
  /** Jobs that no worker has yet, at most `most` of them, and their hosts: of a host one job at a time is worked on. */
  waiting(most: number): Promise<{ readonly jobs: number; readonly hosts: number }>;
  /** Jobs by state: created, retry, active and so on. */
  states(): Promise<Readonly<Record<string, number>>>;
  /** Wakes the workers of this process: there is something to do. */
  wake(): void;
  /**
   * Does jobs, `concurrency` at once, until `close`. A job whose handler rejects, or whose worker dies, is done again.
   * The handler's signal fires on `close` and when the job is taken away.
   */
  work(handle: (job: RecrawlJob, signal: AbortSignal) => Promise<void>, concurrency: number): Promise<void>;
  /** Ends what is being done, gives its jobs back and stops. The database stays open. */
  close(): Promise<void>;
}

const QUEUE = "recrawl";

/** The engine's least. A job whose worker has not been heard for so long is given to another. */
const HEARTBEAT_SECONDS = 10;

const QUEUE_OPTIONS = {
  heartbeatSeconds: HEARTBEAT_SECONDS,
  // Longer than any crawl: what hangs is cut off by the crawl's own limit, what dies by its heartbeat.
  expireInSeconds: 86_399,
  // Attempts that end their worker are counted with the site; here a limit would only lose the job.
  retryLimit: 10_000,
  retryDelay: 1,
  // The results are kept with the site: a million sites a week need no second record.
  deleteAfterSeconds: 600,
  retentionSeconds: 30 * 86_400,
} as const;

/** Intervals in seconds at which an idle worker asks, and at which the dead are looked for. */
const POLL_SECONDS = 1;
const SUPERVISE_SECONDS = 5;

/** Interval at which the engine removes finished jobs. Its own once a day would let a week's recrawls pile up. */
const CLEANING_SECONDS = 3_600;

/** States of jobs that metrics name. */
export const JOB_STATES = ["created", "retry", "active", "completed", "cancelled", "failed"] as const;

export interface QueueOptions {
  /** Before an alert is tried again; doubled each time. Default 15. */
  readonly retryPauseSeconds?: number | undefined;
  /** Called before such a job is given up; where it rejects, the job is tried again. */
  readonly onUnreadable?: (job: UnreadableJob, signal: AbortSignal) => Promise<void>;
}

/** @throws whatever keeps the engine's tables from being made */
export async function openQueue(
  connection: Connection,
  onError: (error: unknown) => void,
  options: QueueOptions = {},
): Promise<RecrawlQueue> {
  const closing = new AbortController();
  const boss = new PgBoss({
    db: connection.jobs,
    backend: connection.backend,
    schema: "pgboss",
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: CLEANING_SECONDS,
  });
  boss.on("error", onError);
  await boss.start();
  await boss.createQueue(QUEUE, { policy: "exclusive", ...QUEUE_OPTIONS });
  // Adding nothing makes the engine remember the queue: inside a transaction of the embedded database, whose one
  // connection is taken, it could not look it up.
  await boss.insert(QUEUE, []);
  const workers: string[] = [];
  const alerts = await openAlertQueue(boss, { closing: closing.signal, ...options });
  return {
    ...alerts,
    add: async (sites, runId, sql) => {
      const jobs = sites.map(({ id, baseUrl }) =>
        jobOf({ siteId: id, runId, host: crawledHost(baseUrl), key: newJournalKey() }, baseUrl),
      );
      const taken = new Set(await boss.insert(QUEUE, jobs, { db: sql, returnId: true }));
      return jobs.filter(({ id }) => taken.has(id)).map(({ data }) => data.siteId);
    },
    waiting: (most) => waitingJobs(connection.jobs, most),
    states: () => jobsByState(connection.jobs),
    wake() {
      for (const id of workers) boss.notifyWorker(id);
    },
    async work(handle, concurrency) {
      const work = { handle, onUnreadable: options.onUnreadable, onError, closing: closing.signal };
      const starts = Array.from({ length: concurrency }, () => startWorker(boss, work));
      for (const started of starts) workers.push(await started);
    },
    async close() {
      closing.abort(new Error("The worker is stopping"));
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/** A job of a host that is not worked on yet is given out, of others none. */
const WORK_OPTIONS = {
  pollingIntervalSeconds: POLL_SECONDS,
  heartbeatRefreshSeconds: HEARTBEAT_SECONDS / 4,
  groupConcurrency: 1,
};

const jobOf = (data: RecrawlJob, singletonKey: string) => ({
  id: randomUUID(),
  data,
  singletonKey,
  group: { id: data.host },
});

interface Work {
  readonly handle: (job: RecrawlJob, signal: AbortSignal) => Promise<void>;
  readonly onUnreadable: QueueOptions["onUnreadable"];
  readonly onError: (error: unknown) => void;
  readonly closing: AbortSignal;
}

async function startWorker(boss: PgBoss, work: Work): Promise<string> {
  const id: string = await boss.work(QUEUE, WORK_OPTIONS, async (jobs: Job<object>[]) => {
    // After a job the next one is fetched at once; only an empty queue waits for its next turn.
    boss.notifyWorker(id);
    for (const { id: jobId, data, signal } of jobs) {
      const job = recrawlJob.safeParse(data);
      const ended = AbortSignal.any([signal, work.closing]);
      if (job.success) await work.handle(job.data, ended);
      else await giveUp(boss, work, { jobId, why: z.prettifyError(job.error).replaceAll(/\s+/g, " "), signal: ended });
    }
  });
  return id;
}

/** A job that cannot be read now cannot be read later. */
async function giveUp(
  boss: PgBoss,
  { onUnreadable, onError }: Work,
  { jobId, why, signal }: { readonly jobId: string; readonly why: string; readonly signal: AbortSignal },
): Promise<void> {
  onError(new Error(`Job ${jobId} cannot be read, and is given up: ${why}`));
  const baseUrl = (await boss.getJobById(QUEUE, jobId))?.singletonKey;
  if (baseUrl) await onUnreadable?.({ baseUrl, why }, signal);
  await boss.cancel(QUEUE, jobId);
}

const numberOf = z.object({ jobs: z.coerce.number() });

const waitingRow = numberOf.extend({ hosts: z.coerce.number() });

async function waitingJobs(sql: Sql, most: number): Promise<z.infer<typeof waitingRow>> {
  const { rows } = await sql.executeSql(
    `select count(*) as jobs, count(distinct group_id) as hosts from
       (select group_id from pgboss.job where name = $1 and state in ('created', 'retry') limit $2) waiting`,
    [QUEUE, most],
  );
  return waitingRow.parse(rows[0]);
}

async function jobsByState(sql: Sql): Promise<Record<string, number>> {
  const { rows } = await sql.executeSql(
    "select state, count(*) as jobs from pgboss.job where name = $1 group by state",
    [QUEUE],
  );
  const found = z.array(numberOf.extend({ state: z.string() })).parse(rows);
  const none = Object.fromEntries(JOB_STATES.map((state) => [state, 0]));
  return { ...none, ...Object.fromEntries(found.map(({ state, jobs }) => [state, jobs])) };
}
