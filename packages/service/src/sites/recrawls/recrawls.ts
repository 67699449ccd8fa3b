import { type Kysely, sql, type UpdateObject } from "kysely";
import type { Database } from "../database/database.ts";
import { gotFurther } from "../job.ts";
import type { Lease, RecrawlFailure, RecrawlOutcome, RecrawlResult } from "../lease.ts";
import { documentPages } from "../loss.ts";
import { type CrawlMark, HISTORY_LENGTH, type Site } from "../site.ts";
import type { Sites } from "../sites.ts";
import { inMinutes, now, siteOf, storable, type Tables } from "../tables/tables.ts";
import { keepVersion } from "../texts/texts.ts";
import { bundledOutbox, MAX_WHY, nextOutbox } from "./outbox.ts";
import { settle, sqlIn } from "./runs.ts";
import { forgottenRuns, type KeptRun, keptRun, runOf } from "./site-runs.ts";

export { deliveries } from "./deliveries.ts";
export { firstOutbox, nextOutbox } from "./outbox.ts";
export { publishing } from "./publishing.ts";
export { runs } from "./runs.ts";
export { keepFirstRun, siteRuns } from "./site-runs.ts";

/** The recrawl of one site by a worker, from `take` to its end. Each write after that needs the token of the lease. */
export function recrawls(database: Database, versionsKept: number) {
  /** @returns true if the lease was still held; otherwise `write` wrote nothing */
  const ended = (lease: Lease, write: (db: Kysely<Tables>) => Promise<boolean>): Promise<boolean> =>
    database.run(async (db) => {
      const isHeld = await write(db);
      if (!isHeld) await counting(db, runSite(lease), "skipped").execute();
      await settle(db, lease.runId);
      return isHeld;
    });
  return {
    take: (siteId, runId, token) =>
      database.run(async (db) =>
        take(db, { siteId, runId: runId ?? (await runWaitingFor(db, siteId)) ?? token, token }),
      ),
    finish: (lease, result) => ended(lease, (db) => finish(db, lease, { ...result, versionsKept })),
    fail: (lease, failure) => ended(lease, (db) => fail(db, lease, failure)),
    release: (lease) =>
      database.run(async (db) => {
        await held(db, lease)
          .set({ crawling_since: null, attempts: lease.attempts - 1 })
          .execute();
      }),
    progress: (lease, pagesDone) =>
      database.run(async (db) => {
        await held(db, lease).set({ pages_done: pagesDone }).execute();
      }),
    found: (lease, answers) =>
      database.run(async (db) => {
        if (!gotFurther(answers, lease.answersFound, lease.site.request.maxPages)) return lease;
        await held(db, lease).set({ answers_found: answers, attempts: 1 }).execute();
        return { ...lease, attempts: 1 };
      }),
    skip: (siteId, runId) =>
      database.run(async (db) => {
        const run = runId ?? (await runWaitingFor(db, siteId));
        if (run === undefined) return;
        await counting(db, { siteId, runId: run }, "skipped").execute();
        await settle(db, run);
      }),
  } satisfies Partial<Sites>;
}

interface RunSite {
  readonly siteId: string;
  readonly runId: string;
}

/**
 * Hours within which a start after an unfinished one counts as the same recrawl. Files are pruned only after more than
 * that.
 */
const REPEAT_HOURS = 12;

const runSite = ({ site, runId }: Lease): RunSite => ({ siteId: site.id, runId });

const held = (db: Pick<Kysely<Tables>, "updateTable">, { site, token }: Pick<Lease, "site" | "token">) =>
  db.updateTable("crawl_sites").where("id", "=", site.id).where("lease_token", "=", token);

/** The run that waits for a site: a site is queued once, so there is at most one. */
async function runWaitingFor(db: Kysely<Tables>, siteId: string): Promise<string | undefined> {
  const waiting = db.selectFrom("recrawl_run_sites").select("run_id").where("site_id", "=", siteId);
  return (await waiting.where("outcome", "is", null).limit(1).executeTakeFirst())?.run_id;
}

/**
 * Takes the lease in the site's row, which its end writes once more. A lease in a row of its own, or in that of the run,
 * is no cheaper: it takes as many bytes of WAL (210 and 219 of 220), and its end more.
 */
async function take(
  db: Kysely<Tables>,
  { siteId, runId, token }: { readonly siteId: string; readonly runId: string; readonly token: string },
): Promise<Lease | undefined> {
  const row = await db
    .updateTable("crawl_sites")
    // A repeated call with the same token, after a lost answer, counts as one start.
    .set({
      attempts: sql`attempts + case when lease_token is distinct from ${token}::uuid then 1 else 0 end`,
      lease_token: token,
      crawling_since: now,
      began_at: sql`case when began_at > now() - ${REPEAT_HOURS} * interval '1 hour' then began_at else now() end`,
      pages_done: 0,
    })
    .where("id", "=", siteId)
    .where("paused_at", "is", null)
    .where("next_crawl_at", "<=", now)
    .returningAll()
    .returning(sql<Date>`now()`.as("at"))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { at, due_marks: marks, is_wanted: isWanted, attempts } = row;
  const { sealed_credentials: sealedCredentials, memory_key: memoryKey, answers_found: answersFound } = row;
  const began = row.began_at ?? at;
  const kept = { sealedCredentials, memoryKey, answersFound };
  return { site: siteOf(row), ...kept, token, runId, at, began, marks, isWanted, attempts };
}

/** The value, unless a mark came after the lease was taken: that keeps the site due. */
const unlessMarked = <T>(lease: Lease, then: T, column: "next_crawl_at" | "is_wanted") =>
  sql<never>`case when due_marks = ${lease.marks} then ${then} else ${sql.ref(column)} end`;

const history = (site: Site, mark: CrawlMark) => JSON.stringify([...site.history, mark].slice(-HISTORY_LENGTH));

async function finish(
  db: Kysely<Tables>,
  lease: Lease,
  result: RecrawlResult & { readonly versionsKept: number },
): Promise<boolean> {
  const { site, token } = lease;
  const { versionsKept, delivery, pages = delivery?.pages, record, alongside } = result;
  const { memoryKey } = delivery ?? result;
  const columns = {
    next_crawl_at: unlessMarked(lease, inMinutes(result.nextMinutes), "next_crawl_at"),
    is_wanted: unlessMarked(lease, sql`false`, "is_wanted"),
    sentinel_last_modified: result.sentinelLastModified,
    ...(result.sentinelUrl === undefined ? {} : { sentinel_url: result.sentinelUrl }),
    avg_change_interval_minutes: result.avgChangeIntervalMinutes,
    history: history(site, result.mark),
    failures: 0,
    last_error: null,
    ...(result.live && { live: JSON.stringify(result.live) }),
    ...(memoryKey === undefined ? {} : { memory_key: memoryKey }),
    ...crawledColumns(site, result),
    ...deliveredColumns(site, result),
  };
  const counted = { ...(pages === undefined ? {} : { pages }), ...(delivery && { counts: delivery.counts }) };
  const run = runOf(result.outcome, { ...counted, ...(record && { record }) });
  // A single statement suffices for an unchanged site, as most are.
  if (delivery === undefined && alongside === undefined) return end(db, lease, { columns, run });
  return db.transaction().execute(async (trx) => {
    const isHeld = await end(trx, lease, { columns, run });
    if (!isHeld) return false;
    if (delivery) await keepVersion(trx, { siteId: site.id, token, versionsKept }, delivery);
    await alongside?.(sqlIn(trx));
    return true;
  });
}

/** Ends a recrawl in one statement: the site's row, the record of the run, and its count in the run. */
async function end(
  db: Kysely<Tables>,
  lease: Lease,
  { columns, run }: { readonly columns: Columns; readonly run: KeptRun },
): Promise<boolean> {
  const place = { siteId: lease.site.id, token: lease.token };
  const written = await db
    .with("written", (cte) =>
      held(cte, lease)
        .set({ ...columns, crawling_since: null, began_at: null, attempts: 0, answers_found: 0, updated_at: now })
        .returning("id"),
    )
    .with("forgotten", () => forgottenRuns(place))
    .with("kept", () => keptRun(place, run))
    .with("counted", (cte) =>
      counting(cte, runSite(lease), run.outcome).where(sql<boolean>`site_id in (select id from written)`),
    )
    .selectFrom("written")
    .select("id")
    .execute();
  return written.length > 0;
}

type Columns = UpdateObject<Tables, "crawl_sites">;

/** Columns of a crawl. If the old document is kept, its pages count as the former ones, however often it is kept. */
const crawledColumns = (site: Site, { pages, kept }: RecrawlResult): Columns =>
  pages === undefined
    ? {}
    : {
        last_crawled_at: now,
        pages,
        previous_pages: kept?.pages ?? (documentPages(site) || pages),
        crawls: site.crawls + 1,
        kept: kept === undefined ? null : JSON.stringify(kept),
      };

function deliveredColumns(site: Site, { delivery, storedUrl, unstored, isBundled }: RecrawlResult): Columns {
  const { baseUrl, latestHash } = site;
  if (delivery === undefined)
    return {
      ...(storedUrl === undefined ? {} : { latest_llms_url: storedUrl }),
      ...(isBundled && site.undelivered?.bundle !== undefined && bundledOutbox),
      ...(unstored && nextOutbox({ unstored, digest: latestHash ?? "" }, baseUrl)),
    };
  return {
    ...nextOutbox(delivery, baseUrl),
    last_changed_at: now,
    latest_llms_hash: delivery.digest,
    plain_digest: delivery.plainDigest,
    generated_at: delivery.generatedAt,
    // If the new text could not be stored, the URL of the former one stays.
    latest_llms_url: delivery.fileUrl ?? sql<string>`coalesce(latest_llms_url, '')`,
  };
}

async function fail(db: Kysely<Tables>, lease: Lease, failure: RecrawlFailure): Promise<boolean> {
  const { why, nextMinutes, mark, forgets, record, alongside } = failure;
  const { site } = lease;
  const columns = {
    next_crawl_at: unlessMarked(lease, inMinutes(nextMinutes), "next_crawl_at"),
    failures: site.failures + 1,
    last_error: storable(why, MAX_WHY),
    ...(forgets ? { memory_key: null } : {}),
    history: history(site, mark),
  };
  const run = runOf("failed", { why, ...(record && { record }) });
  if (alongside === undefined) return end(db, lease, { columns, run });
  return db.transaction().execute(async (trx) => {
    const isHeld = await end(trx, lease, { columns, run });
    if (isHeld) await alongside(sqlIn(trx));
    return isHeld;
  });
}

/** Stores the outcome of a site in a run; only its first outcome counts. */
const counting = (db: Pick<Kysely<Tables>, "updateTable">, { siteId, runId }: RunSite, outcome: RecrawlOutcome) =>
  db
    .updateTable("recrawl_run_sites")
    .set({ outcome })
    .where("run_id", "=", runId)
    .where("site_id", "=", siteId)
    .where("outcome", "is", null);
