import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Delivery } from "../delivery.ts";
import type { RecrawlOutcome, RunRecord } from "../lease.ts";
import type { SiteRun } from "../run.ts";
import type { Sites } from "../sites.ts";
import { storable, type Tables } from "../tables/tables.ts";
import { MAX_WHY } from "./outbox.ts";

/** Recrawls kept of a site, each with its log. */
const RUNS_KEPT = 20;

const MAX_LOG = 32_768;

/** Lists the recrawls of a site: outcome, reason and log of each. */
export const siteRuns = (database: Database) =>
  ({
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
  }) satisfies Partial<Sites>;

export interface KeptRun extends Omit<SiteRun, "id" | "at"> {
  readonly outcome: Exclude<RecrawlOutcome, "skipped">;
  readonly log: string;
}

/** Columns of a run besides those of its site. */
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

interface RunPlace {
  readonly siteId: string;
  readonly token: string;
}

/** Keeps the crawl that enrolled a site as one of its runs. */
export async function keepFirstRun(
  db: Kysely<Tables>,
  { siteId, token }: RunPlace,
  { unstored, ...crawled }: Delivery & { readonly record: RunRecord },
): Promise<void> {
  const run = runOf(unstored === undefined ? "updated" : "notStored", crawled);
  await db
    .insertInto("site_runs")
    .values({ id: token, site_id: siteId, ...run })
    .execute();
}

/** Part of the statement that ends a recrawl: removes the oldest runs. */
export const forgottenRuns = ({ siteId, token }: RunPlace) => sql<{
  id: string;
}>`(delete from site_runs where site_id = ${siteId} and id in
  (select id from site_runs where site_id = ${siteId} and id <> ${token} order by at desc, id desc offset ${RUNS_KEPT - 1}))`;

/** Part of the same statement: adds a run if `written` has its site; idempotent. */
export function keptRun({ token }: RunPlace, run: KeptRun) {
  const { outcome, why, pages, added, removed, changed, failed, ms, log } = run;
  const [kept, reason] = [storable(log, MAX_LOG), why === null ? null : storable(why, MAX_WHY)];
  return sql<{
    id: string;
  }>`(insert into site_runs (id, site_id, outcome, why, pages, added, removed, changed, failed, ms, log)
    select ${token}::uuid, id, ${outcome}, ${reason}, ${pages}::int4, ${added}::int4, ${removed}::int4, ${changed}::int4,
      ${failed}::int4, ${ms}::int4, ${kept} from written
    on conflict (site_id, id) do nothing)`;
}
