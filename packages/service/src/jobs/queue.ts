import { randomUUID } from "node:crypto";
import { type JobWithMetadata, PgBoss } from "pg-boss";
import * as z from "zod";
import type { Connection } from "../sites/database/database.ts";
import { crawledHost } from "../sites/hosts/hosts.ts";
import type { QueueSites, Sql } from "../sites/run.ts";
import { openAlertQueue } from "./alert-queue.ts";
import { newKey } from "./cipher.ts";
import { startWorkers } from "./queue-workers.ts";

/** Job of one site. Its ids are any that the database takes: a job refused here would be tried for ever. */
const recrawlJob = z.object({ siteId: z.guid(), runId: z.guid(), host: z.string(), key: z.string().optional() });
export type RecrawlJob = Readonly<z.infer<typeof recrawlJob>>;

/** A job that cannot be parsed: written by another version, or by hand. */
export interface UnreadableJob {
  readonly baseUrl: string;
  readonly why: string;
}

/** The job engine as this program uses it: durable recrawl jobs, at most one for each site. */
export type RecrawlQueue = Awaited<ReturnType<typeof openQueue>>;

const QUEUE = "recrawl";

/** Seconds without a sign of life after which a worker's job goes to another; the engine allows no less. */
const HEARTBEAT_SECONDS = 10;

const QUEUE_OPTIONS = {
  heartbeatSeconds: HEARTBEAT_SECONDS,
  // Seconds beyond any crawl: a crawl that hangs ends by its own time limit, a dead worker by its heartbeat.
  expireInSeconds: 86_399,
  // The site's row counts attempts that ended their worker; a lower limit here would only lose the job.
  retryLimit: 10_000,
  retryDelay: 1,
  // Results are kept with the site, so the engine soon forgets the job.
  deleteAfterSeconds: 600,
  retentionSeconds: 30 * 86_400,
} as const;

/** Seconds between two checks for dead workers. */
const SUPERVISE_SECONDS = 5;

/** Seconds between removals of finished jobs. At the engine's default, a day, a week's recrawls would pile up. */
const CLEANING_SECONDS = 3_600;

/** States of jobs that metrics name. */
export const JOB_STATES = ["created", "retry", "active", "completed", "cancelled", "failed"] as const;

interface QueueOptions {
  /** Seconds before an alert is tried again, doubled each time. Default 15. */
  readonly retryPauseSeconds?: number | undefined;
  /** Called before an unreadable job is dropped; if it rejects, the job is tried again. */
  readonly onUnreadable?: (job: UnreadableJob, signal: AbortSignal) => Promise<void>;
}

/** @throws any error that prevents the engine's tables from being made */
export async function openQueue(connection: Connection, onError: (error: unknown) => void, options: QueueOptions = {}) {
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
  // The engine tells some errors as plain objects with an error's fields.
  boss.on("error", (told) => onError(told instanceof Error ? told : Object.assign(new Error(), told)));
  await boss.start();
  await boss.createQueue(QUEUE, { policy: "exclusive", ...QUEUE_OPTIONS });
  // An empty insert makes the engine remember the queue: inside a transaction of the embedded database, which has one
  // connection, it could not look it up.
  await boss.insert(QUEUE, []);
  let wake = () => {};
  const alerts = await openAlertQueue(boss, { closing: closing.signal, ...options });
  return {
    ...alerts,
    /** Adds jobs, in the transaction that starts a run. */
    add: (async (sites, runId, sql) => {
      const jobs = sites.map(({ id: siteId, baseUrl }) => {
        const data: RecrawlJob = { siteId, runId, host: crawledHost(baseUrl), key: newKey() };
        return { id: randomUUID(), data, singletonKey: baseUrl, group: { id: data.host } };
      });
      const taken = new Set(await boss.insert(QUEUE, jobs, { db: sql, returnId: true }));
      return jobs.filter(({ id }) => taken.has(id)).map(({ data }) => data.siteId);
    }) satisfies QueueSites,
    /** Counts waiting jobs, at most `most` of them, and their hosts: a host has one job at a time under way. */
    waiting: (most: number) => waitingJobs(connection.jobs, most),
    /** Jobs by state: created, retry, active and so on. */
    states: () => jobsByState(connection.jobs),
    /** Makes a worker of this process look for jobs at once: call it after jobs were added. */
    wake: () => wake(),
    /**
     * Runs jobs, `concurrency` at once, until `close`. A job whose handler rejects, or whose worker dies, is tried again.
     * The handler's signal fires on `close`, and when the job is taken from this worker.
     */
    async work(handle: (job: RecrawlJob, signal: AbortSignal) => Promise<void>, concurrency: number) {
      const work = { handle, onUnreadable: options.onUnreadable, onError, closing: closing.signal };
      wake = await startWorkers(boss, {
        queue: QUEUE,
        count: concurrency,
        options: WORK_OPTIONS,
        handle: (job) => workOn(boss, job, work),
        closing: closing.signal,
      });
    },
    /** Interrupts the running jobs, gives them back and stops. The database stays open. */
    async close() {
      closing.abort(new Error("The worker is stopping"));
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/** Options of a worker: it gets jobs only of hosts without a job under way. */
const WORK_OPTIONS = {
  heartbeatRefreshSeconds: HEARTBEAT_SECONDS / 4,
  groupConcurrency: 1,
};

interface Work {
  readonly handle: (job: RecrawlJob, signal: AbortSignal) => Promise<void>;
  readonly onUnreadable: QueueOptions["onUnreadable"];
  readonly onError: (error: unknown) => void;
  readonly closing: AbortSignal;
}

/** Runs a job, or drops one that cannot be parsed: trying that again would not help. */
async function workOn(boss: PgBoss, { id, data, signal }: JobWithMetadata<object>, work: Work): Promise<void> {
  const job = recrawlJob.safeParse(data);
  const ended = AbortSignal.any([signal, work.closing]);
  if (job.success) return work.handle(job.data, ended);
  const why = z.prettifyError(job.error).replaceAll(/\s+/g, " ");
  work.onError(new Error(`Job ${id} cannot be read, and is given up: ${why}`));
  const baseUrl = (await boss.getJobById(QUEUE, id))?.singletonKey;
  if (baseUrl) await work.onUnreadable?.({ baseUrl, why }, ended);
  await boss.cancel(QUEUE, id);
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
