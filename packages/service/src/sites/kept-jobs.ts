import { type Kysely, type SqlBool, sql } from "kysely";
import type { Database } from "./database/database.ts";
import { cursorAfter, type JobList, type JobQuery, type ListedJob, placeOf } from "./job.ts";
import { type JobRow, json, now, type Tables } from "./tables/tables.ts";

/** A job as its keeper stores it: the listed fields, its process, and its packed content. */
export interface KeptJob extends ListedJob {
  readonly owner: string;
  /** True if another process continues it when this one is gone. */
  readonly goesOn: boolean;
  readonly resumes: number;
  /** Processes in a row that ended while they ran it, without progress. */
  readonly losses: number;
  /** Public URL of its stored text. */
  readonly fileUrl: string | null;
  readonly content: Uint8Array;
}

/** Events in order from a number on: JSON texts, a line each. */
interface KeptEvents {
  readonly firstId: number;
  readonly lines: readonly string[];
}

/** Keeps jobs beyond their process. Calls reject while the database or store is away, and can be repeated. */
export interface JobKeeper {
  /** @returns false, and writes nothing, if another process has the job */
  save(job: KeptJob): Promise<boolean>;
  addEvents(id: string, events: KeptEvents): Promise<void>;
  /** Marks the jobs of this process as still running. */
  touch(): Promise<void>;
  /** Releases the unfinished jobs of this process: another one may continue them at once. */
  release(): Promise<void>;
  /**
   * Takes jobs whose processes are gone, the oldest first. Jobs that cannot be continued, or that have ended too many
   * processes, fail with `lost`.
   */
  adopt(limit: number, lost: NonNullable<ListedJob["error"]>): Promise<readonly KeptJob[]>;
  find(id: string): Promise<KeptJob | undefined>;
  /** Lists jobs and runs of recrawls, the newest first. */
  list(query: JobQuery): Promise<JobList>;
  /** Kept events of a job in order: those after event number `after`, and some before. */
  events(id: string, after: number): Promise<readonly KeptEvents[]>;
  /** @returns true if it was there */
  remove(id: string): Promise<boolean>;
  /** Removes jobs that ended more than `days` days ago. */
  expire(days: number): Promise<void>;
}

/** Seconds without a sign of life after which a process counts as gone; processes give one every few seconds. */
const SILENT_SECONDS = 20;

/** Processes in a row that a job may end without progress; then it fails. */
export const MAX_LOSSES = 3;

/**
 * Keeper of jobs in the database, for every process that shares it.
 * @param process id of this process; `isAlone`: no other one uses the database
 */
export function jobsIn(
  database: Database,
  { isAlone, owner }: { readonly isAlone: boolean; readonly owner: string },
): JobKeeper {
  const isAbandoned = isAlone
    ? sql<SqlBool>`owner <> ${owner}`
    : sql<SqlBool>`alive_at < now() - make_interval(secs => ${SILENT_SECONDS})`;
  return {
    save: (job) => database.run((db) => save(db, job)),
    addEvents: (id, { firstId, lines }) =>
      database.run(async (db) => {
        await sql`insert into job_events (job_id, first_id, lines)
          select id, ${firstId}, ${lines.join("\n")} from jobs where id = ${id} and owner = ${owner}
          on conflict (job_id, first_id) do nothing`.execute(db);
      }),
    touch: () =>
      database.run(async (db) => {
        await running(db, owner).set({ alive_at: now }).execute();
      }),
    release: () =>
      database.run(async (db) => {
        const given = { alive_at: sql<Date>`'-infinity'`, losses: sql<number>`losses - 1` };
        await running(db, owner).set(given).where("goes_on", "=", true).execute();
      }),
    adopt: (limit, lost) =>
      database.run(async (db) => {
        const cannotGoOn = sql<SqlBool>`(not goes_on or losses >= ${MAX_LOSSES})`;
        await db
          .updateTable("jobs")
          .set({ state: "failed", finished_at: now, error: json(lost) })
          .where("finished_at", "is", null)
          .where(isAbandoned)
          .where(cannotGoOn)
          .execute();
        const { rows } = await sql<JobRow>`update jobs set owner = ${owner}, alive_at = now(), resumes = resumes + 1,
            losses = losses + 1
          where id in (select id from jobs where finished_at is null and ${isAbandoned}
            order by created_at limit ${limit} for update skip locked)
          returning *`.execute(db);
        return rows.map(keptOf);
      }),
    find: (id) =>
      database.run(async (db) => {
        const row = await db.selectFrom("jobs").selectAll().where("id", "=", id).executeTakeFirst();
        return row && keptOf(row);
      }),
    list: (query) => database.run((db) => list(db, query)),
    events: (id, after) => database.run((db) => events(db, id, after)),
    remove: (id) =>
      database.run(async (db) => {
        const removed = await db.deleteFrom("jobs").where("id", "=", id).executeTakeFirst();
        return removed.numDeletedRows > 0n;
      }),
    expire: (days) =>
      database.run(async (db) => {
        await sql`delete from jobs where finished_at < now() - make_interval(days => ${days})`.execute(db);
      }),
  };
}

const running = (db: Kysely<Tables>, owner: string) =>
  db.updateTable("jobs").where("owner", "=", owner).where("finished_at", "is", null);

async function save(db: Kysely<Tables>, job: KeptJob): Promise<boolean> {
  const { id, kind, by, host, owner, goesOn, createdAt, ...rest } = job;
  const { state, startedAt, finishedAt, done, total, error, result, resumes, losses, fileUrl, content } = rest;
  const values = {
    ...{ state, started_at: startedAt, finished_at: finishedAt, done, total, resumes, losses, file_url: fileUrl },
    ...{ error: json(error), result: json(result), content, alive_at: now },
  };
  const first = { id, kind, started_by: by, host, owner, goes_on: goesOn, created_at: createdAt };
  const written = await db
    .insertInto("jobs")
    .values({ ...first, ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values).where("jobs.owner", "=", owner))
    .returning("id")
    .executeTakeFirst();
  return written !== undefined;
}

async function events(db: Kysely<Tables>, id: string, after: number): Promise<readonly KeptEvents[]> {
  const batches = db.selectFrom("job_events").where("job_id", "=", id);
  const first = batches.where("first_id", "<=", after + 1).select(sql<number>`coalesce(max(first_id), 0)`.as("id"));
  const rows = batches.select(["first_id", "lines"]).where("first_id", ">=", first);
  const found = await rows.orderBy("first_id").execute();
  return found.map(({ first_id: firstId, lines }) => ({ firstId, lines: lines.split("\n") }));
}

function keptOf(row: JobRow): KeptJob {
  const { owner, resumes, losses, content, goes_on: goesOn, file_url: fileUrl } = row;
  return { ...jobOf(row), owner, goesOn, resumes, losses, fileUrl, content };
}

type ListedRow = Omit<JobRow, "owner" | "resumes" | "losses" | "content" | "goes_on" | "file_url" | "alive_at">;

function jobOf(row: ListedRow): ListedJob {
  const { id, kind, state, host, done, total, error, result } = row;
  const times = { createdAt: row.created_at, startedAt: row.started_at, finishedAt: row.finished_at };
  return { id, kind, by: row.started_by, state, host, ...times, done, total, error, result };
}

/** Runs of recrawls as jobs, without those that found no due site. */
const RUNS = sql`select id, 'recrawl' as kind, started_by, case when finished_at is null then 'running' else 'done' end as state,
    null::text as host, date_trunc('milliseconds', started_at) as created_at, started_at, finished_at,
    case when finished_at is null
      then (select count(*)::int from recrawl_run_sites where run_id = recrawl_runs.id and outcome is not null)
      else total end as done,
    total, null::jsonb as error,
    case when finished_at is null then null else jsonb_build_object('processed', processed, 'updated', updated,
      'unchanged', unchanged, 'errors', errors) end as result
  from recrawl_runs where total > 0`;

async function list(db: Kysely<Tables>, query: JobQuery): Promise<JobList> {
  const { id, kind, state, by, host, q, endedAfter, limit } = query;
  const after = placeOf(query.cursor);
  const chosen = [
    ...(id ? [sql`id = ${id}::uuid`] : []),
    ...(kind ? [sql`kind = ${kind}`] : []),
    ...(state ? [sql`state = ${state}`] : []),
    ...(by ? [sql`started_by = ${by}`] : []),
    ...(host ? [sql`host = ${host}`] : []),
    ...(q ? [sql`position(${q} in host) > 0`] : []),
    ...(endedAfter ? [sql`(finished_at is null or finished_at > ${endedAfter})`] : []),
    ...(after ? [sql`(created_at, id) < (${after.createdAt}, ${after.id}::uuid)`] : []),
  ];
  const where = chosen.length === 0 ? sql`true` : sql.join(chosen, sql` and `);
  const { rows } = await sql<ListedRow>`select * from (
      select id, kind, started_by, state, host, created_at, started_at, finished_at, done, total, error, result from jobs
      union all ${RUNS}) work
    where ${where} order by created_at desc, id desc limit ${limit + 1}`.execute(db);
  return pageOf(rows.map(jobOf), limit);
}

/** @param jobs one more than `limit` if there is another page */
export function pageOf(jobs: readonly ListedJob[], limit: number): JobList {
  const items = jobs.slice(0, limit);
  const last = items.at(-1);
  return { items, next: jobs.length > limit && last ? cursorAfter(last) : null };
}
