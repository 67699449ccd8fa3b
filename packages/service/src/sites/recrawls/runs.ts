import { randomUUID } from "node:crypto";
import { CompiledQuery, type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { JobStarter } from "../job.ts";
import type { QueueSites, Run, Sql } from "../run.ts";
import type { Sites } from "../sites.ts";
import { now, type RunRow, type Tables } from "../tables/tables.ts";
import { hurryDeliveries } from "./outbox.ts";
import { type Selection, selectSites } from "./selection.ts";

/** Days for which runs are kept. */
const KEPT_DAYS = 30;

export const runs = (database: Database) =>
  ({
    startRun: (limit, queue, by) =>
      database.transaction(async (db) => {
        await hurryDeliveries(db);
        return startRun(db, { limit, by }, queue);
      }),
    continueRun: (limit, queue) =>
      database.run(async (db) =>
        (await leavesMore(db))
          ? db
              .transaction()
              .execute(async (trx) => ((await takeMark(trx)) ? startRun(trx, { limit }, queue) : undefined))
          : undefined,
      ),
    startRunOver: (ids, queue, by) => database.transaction((db) => startRunOver(db, { ids, by }, queue)),
    settleRun: (runId) =>
      database.run(async (db) => {
        await settle(db, runId);
        const row = await db.selectFrom("recrawl_runs").selectAll().where("id", "=", runId).executeTakeFirst();
        return row && runOf(row);
      }),
    recentRuns: (limit) =>
      database.run(async (db) => {
        const rows = db.selectFrom("recrawl_runs").selectAll().orderBy("started_at", "desc").limit(limit);
        return (await rows.execute()).map(runOf);
      }),
    due: () => database.run(due),
    nextRunAt: () =>
      database.run(async (db) => {
        const due = db.selectFrom("site_schedule").select("due_at").where("due_at", "is not", null);
        return (await due.orderBy("due_at").limit(1).executeTakeFirst())?.due_at ?? null;
      }),
  }) satisfies Partial<Sites>;

async function startRun(
  db: Kysely<Tables>,
  { limit, by = "schedule" }: { readonly limit: number; readonly by?: JobStarter | undefined },
  queue: QueueSites,
): Promise<Run> {
  await takeMark(db);
  await thaw(db);
  await sql`delete from recrawl_runs where id in (select id from recrawl_runs
    where started_at < now() - ${KEPT_DAYS} * interval '1 day' for update skip locked)`.execute(db);
  await sql`delete from crawled_hosts where until < now() - interval '1 day'`.execute(db);
  return queueRun(db, { ...(await selectSites(db, limit)), by }, queue);
}

/** True if a run left due sites. It is a statement of its own, since it runs after each job and mostly finds none. */
async function leavesMore(db: Kysely<Tables>): Promise<boolean> {
  const marked = db.selectFrom("recrawl_runs").select("id").where("leaves_more", "=", true).limit(1);
  return (await marked.executeTakeFirst()) !== undefined;
}

async function due(db: Kysely<Tables>): Promise<{ sites: number; oldestSeconds: number }> {
  const row = await db
    .selectFrom("site_schedule")
    .select([
      sql<string>`count(*)`.as("sites"),
      sql<string>`coalesce(extract(epoch from now() - min(due_at)), 0)`.as("seconds"),
    ])
    .where("due_at", "<=", now)
    .executeTakeFirstOrThrow();
  return { sites: Number(row.sites), oldestSeconds: Number(row.seconds) };
}

/**
 * Removes the marks of runs that left due sites, for the run that now takes these sites. Marks locked by another run
 * are skipped, so that runs that start together do not wait.
 * @returns true if there was a mark
 */
async function takeMark(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`update recrawl_runs set leaves_more = false
    where id in (select id from recrawl_runs where leaves_more for update skip locked) returning id`.execute(db);
  return rows.length > 0;
}

async function startRunOver(
  db: Kysely<Tables>,
  { ids, by = "api" }: { readonly ids: readonly string[]; readonly by?: JobStarter | undefined },
  queue: QueueSites,
): Promise<Run | undefined> {
  const sites = await db
    .updateTable("crawl_sites")
    .set({ next_crawl_at: now, is_wanted: true, paused_at: null, due_marks: sql`due_marks + 1`, updated_at: now })
    .where("id", "in", ids)
    .returning(["id", "base_url as baseUrl"])
    .execute();
  return sites.length === 0 ? undefined : queueRun(db, { sites, leavesMore: false, by }, queue);
}

async function queueRun(
  db: Kysely<Tables>,
  { sites, leavesMore, by }: Selection & { readonly by: JobStarter },
  queue: QueueSites,
): Promise<Run> {
  const id = randomUUID();
  const taken = sites.length === 0 ? [] : await queue(sites, id, sqlIn(db));
  const ended = taken.length === 0 ? { finished_at: now } : {};
  const row = await db
    .insertInto("recrawl_runs")
    .values({ id, started_by: by, total: taken.length, leaves_more: leavesMore, ...ended })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (taken.length === 0) return runOf(row);
  await db
    .insertInto("recrawl_run_sites")
    .values(taken.map((siteId) => ({ run_id: id, site_id: siteId })))
    .execute();
  return runOf(row);
}

export const sqlIn = (db: Kysely<Tables>): Sql => ({
  async executeSql(text, values = []) {
    const { rows } = await db.executeQuery<unknown>(CompiledQuery.raw(text, values));
    return { rows };
  },
});

/** Makes sites due whose last crawl is in the future: after a clock was set back they would wait until that time. */
async function thaw(db: Kysely<Tables>): Promise<void> {
  await sql`update crawl_sites set next_crawl_at = now(), last_crawled_at = now(),
      last_changed_at = least(last_changed_at, now()), due_marks = due_marks + 1
    where id in (select id from crawl_sites where id in
      (select site_id from site_schedule where crawled_at > now() + interval '5 minutes') for update skip locked)`.execute(
    db,
  );
}

/**
 * Closes a run when all its sites are done: keeps its figures, not each site's outcome. It runs after the last site's
 * end is committed, so that of two sites that end together the later one sees both.
 */
export async function settle(db: Kysely<Tables>, runId: string): Promise<void> {
  await sql`with ended as (
      select count(*) filter (where outcome in ('updated', 'published', 'same', 'notStored')) as processed,
             count(*) filter (where outcome in ('updated', 'published')) as updated,
             count(*) filter (where outcome = 'unchanged') as unchanged,
             count(*) filter (where outcome in ('failed', 'notStored')) as errors
      from recrawl_run_sites where run_id = ${runId}
    ), closed as (
      update recrawl_runs set finished_at = now(), processed = ended.processed, updated = ended.updated,
        unchanged = ended.unchanged, errors = ended.errors
      from ended
      where id = ${runId} and finished_at is null
        and not exists (select from recrawl_run_sites where run_id = ${runId} and outcome is null)
      returning id
    ) delete from recrawl_run_sites where run_id in (select id from closed)`.execute(db);
}

function runOf({ id, started_at, finished_at, ...counts }: RunRow): Run {
  const { total, processed, updated, unchanged, errors } = counts;
  const summary = { total, processed, updated, unchanged, errors };
  return { id, startedAt: started_at, finishedAt: finished_at, summary };
}
