import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Delivery } from "../delivery.ts";
import type { RecrawlOutcome, RunRecord } from "../lease.ts";
import type { SiteRun } from "../run.ts";
import type { Sites } from "../sites.ts";
import type { Tables } from "../tables/tables.ts";

/** Recrawls of a site that are remembered, each with its log. */
const RUNS_KEPT = 20;

/** Characters of a log in the table, whoever wrote it. */
const MAX_LOG = 32_768;

/** Each recrawl of a site, for those who look at it: how it ended, why, and its log. */
export function siteRuns(database: Database): Pick<Sites, "siteRuns" | "siteRunLog"> {
  return {
    siteRuns: (siteId) =>
      database.run(async (db) => {
        const query = db
          .selectFrom("site_runs")
          .select(["id", "at", "outcome", "why", "pages", "added", "removed", "changed", "failed", "ms"])
          .where("site_id", "=", siteId)
          .orderBy("at", "desc")
          .orderBy("id", "desc")
          .limit(RUNS_KEPT);
        return query.execute();
      }),
    siteRunLog: (siteId, runId) =>
      database.run(async (db) => {
        const query = db.selectFrom("site_runs").select("log").where("site_id", "=", siteId).where("id", "=", runId);
        return (await query.executeTakeFirst())?.log;
      }),
  };
}

export interface KeptRun extends Omit<SiteRun, "id" | "at"> {
  readonly outcome: Exclude<RecrawlOutcome, "skipped">;
  readonly log: string;
}

/** A run of which the site's row tells the rest. */
export const runOf = (
  outcome: KeptRun["outcome"],
  { pages, counts, record, why }: Partial<Pick<Delivery, "pages" | "counts"> & { record: RunRecord; why: string }>,
): KeptRun => ({
  outcome,
  why: why ?? null,
  pages: pages ?? null,
  ...(counts ?? { added: 0, removed: 0, changed: 0 }),
  failed: record?.failed ?? 0,
  ms: record?.ms ?? null,
  log: record?.log ?? "",
});

/** Remembers one more, once however often it is called, and forgets the oldest. */
export async function keepRun(
  db: Kysely<Tables>,
  { siteId, token }: { readonly siteId: string; readonly token: string },
  run: KeptRun,
): Promise<void> {
  const { outcome, why, pages, added, removed, changed, failed, ms, log } = run;
  const [kept, reason] = [plain(log, MAX_LOG), why === null ? null : plain(why, 1_000)];
  await sql`with gone as (delete from site_runs where id in
      (select id from site_runs where site_id = ${siteId} and id <> ${token} order by at desc, id desc offset ${RUNS_KEPT - 1}))
    insert into site_runs (id, site_id, outcome, why, pages, added, removed, changed, failed, ms, log)
    values (${token}, ${siteId}, ${outcome}, ${reason}, ${pages}, ${added}, ${removed}, ${changed}, ${failed}, ${ms}, ${kept})
    on conflict (id) do nothing`.execute(db);
}

/** Postgres texts hold no NUL. */
const plain = (text: string, length: number): string => text.replaceAll("\0", "").slice(0, length);
