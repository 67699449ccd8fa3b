import { type Kysely, type SqlBool, sql } from "kysely";
import type { Database } from "./database/database.ts";
import { cursorAfter, type JobList, type JobQuery, type ListedJob, placeOf } from "./job.ts";
import { type JobRow, json, type Tables } from "./tables/tables.ts";

/** A job as its keeper sees it: what a list shows, whose it is, and bytes. */
export interface KeptJob extends ListedJob {
  /** The process that does it, or did it. */
  readonly owner: string;
  /** True if another process goes on with it when this one is gone. */
  readonly goesOn: boolean;
  /** Processes that went on with it. */
  readonly resumes: number;
  /** Processes in a row that it cost without getting any further. */
  readonly losses: number;
  /** Public URL of what it stored. */
  readonly fileUrl: string | null;
  readonly content: Uint8Array;
}

/** Events from a number on, without a gap; JSON texts, a line each. */
export interface KeptEvents {
  readonly firstId: number;
  readonly lines: readonly string[];
}

/** Place where jobs are kept beyond their process. Each call may reject while the place is away; repeated, it does the same once. */
export interface JobKeeper {
  /** @returns false where another process has the job: nothing was written */
  save(job: KeptJob): Promise<boolean>;
  addEvents(id: string, events: KeptEvents): Promise<void>;
  /** Says that the jobs of this process are still done. */
  touch(): Promise<void>;
  /** Gives away what this process has not finished: another may go on at once. */
  release(): Promise<void>;
  /**
   * Takes jobs whose processes are gone, the oldest first; closes with `lost` those that cannot go on, or that have cost
   * too many processes.
   */
  adopt(limit: number, lost: NonNullable<ListedJob["error"]>): Promise<readonly KeptJob[]>;
  find(id: string): Promise<KeptJob | undefined>;
  /** Jobs and runs of recrawls, the newest first. */
  list(query: JobQuery): Promise<JobList>;
  /** In order; all that are kept. */
  events(id: string): Promise<readonly KeptEvents[]>;
  /** @returns whether it was there */
  remove(id: string): Promise<boolean>;
  /** Forgets what ended so many days ago. */
  expire(days: number): Promise<void>;
}

/** A process says every few seconds that it lives. */
const SILENT_SECONDS = 20;

/** A job that ends its process so often without getting any further is given up. */
export const MAX_LOSSES = 3;

const now = sql<Date>`now()`;

interface KeeperOptions {
  /** True if no other process can be doing jobs on it. */
  readonly isAlone: boolean;
  /** This process. */
  readonly owner: string;
}

/** Jobs in the database, for every process that shares it. */
export function jobsIn(database: Database, { isAlone, owner }: KeeperOptions): JobKeeper {
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
    events: (id) =>
      database.run(async (db) => {
        const rows = db.selectFrom("job_events").select(["first_id", "lines"]).where("job_id", "=", id);
        const found = await rows.orderBy("first_id").execute();
        return found.map(({ first_id: firstId, lines }) => ({ firstId, lines: lines.split("\n") }));
      }),
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

/** Runs as jobs, without those that found no due site. */
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
  const { id, kind, state, by, host, q, limit } = query;
  const after = placeOf(query.cursor);
  const chosen = [
    ...(id ? [sql`id = ${id}::uuid`] : []),
    ...(kind ? [sql`kind = ${kind}`] : []),
    ...(state ? [sql`state = ${state}`] : []),
    ...(by ? [sql`started_by = ${by}`] : []),
    ...(host ? [sql`host = ${host}`] : []),
    ...(q ? [sql`position(${q} in host) > 0`] : []),
    ...(after ? [sql`(created_at, id) < (${after.createdAt}, ${after.id}::uuid)`] : []),
  ];
  const where = chosen.length === 0 ? sql`true` : sql.join(chosen, sql` and `);
  const { rows } = await sql<ListedRow>`select * from (
      select id, kind, started_by, state, host, created_at, started_at, finished_at, done, total, error, result from jobs
      union all ${RUNS}) work
    where ${where} order by created_at desc, id desc limit ${limit + 1}`.execute(db);
  return pageOf(rows.map(jobOf), limit);
}

/** @param jobs one more than the limit where there are more */
export function pageOf(jobs: readonly ListedJob[], limit: number): JobList {
  const items = jobs.slice(0, limit);
  const last = items.at(-1);
  return { items, next: jobs.length > limit && last ? cursorAfter(last) : null };
}
