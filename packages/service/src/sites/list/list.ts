import { siteKey } from "@llmstxt-service/page/address/site-key";
import { isFailure } from "@llmstxt-service/page/errors";
import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { UNCOMPARED } from "../loss.ts";
import type { ListedSite, SiteQuery } from "../site-query.ts";
import type { SiteChange, SiteChanges, Sites } from "../sites.ts";
import { IS_CRAWLING, intervalColumns, listedSiteOf, status, type Tables } from "../tables/tables.ts";
import { counting } from "./counts.ts";
import { type FoundSites, found, foundInPart, isUnindexed, limitMs } from "./found.ts";
import { listPage } from "./page.ts";

export { health } from "./health.ts";
export { many } from "./many.ts";
export { views } from "./views.ts";

const now = sql<Date>`now()`;

/** Lists sites, and changes one. */
export function listing(database: Database): Pick<Sites, "find" | "get" | "list" | "page" | "change" | "changes"> {
  const countsOf = counting(database);
  return {
    find: (url) => database.run((db) => one(db, "base_url", siteKey(url) ?? "")),
    get: (id) => database.run((db) => one(db, "id", id)),
    async list(query) {
      const reading = async (wanted: SiteQuery & FoundSites) => {
        const page = database.read((db) => listPage(db, wanted), limitMs(wanted));
        const [read, counts] = await Promise.all([page, countsOf(wanted)]);
        return { ...read, ...counts };
      };
      const whole = isUnindexed(query) ? undefined : await unlessSlow(found(database, query));
      const list = whole && (await unlessSlow(reading(whole)));
      if (list !== undefined) return list;
      const { isPart, ...part } = await foundInPart(database, query, whole?.first);
      return { ...(await reading(part)), ...(isPart && { isPart }) };
    },
    async page(query) {
      const wanted = await found(database, query);
      return database.read((db) => listPage(db, wanted));
    },
    changes: (since, limit) => database.read((db) => changes(db, since, limit)),
    change: (id, change) =>
      database.run(async (db) => {
        await db.updateTable("crawl_sites").set(changedColumns(change)).where("id", "=", id).execute();
        return one(db, "id", id);
      }),
  };
}

/** @returns undefined if the database took too long */
const unlessSlow = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (isFailure(error, "database_slow")) return undefined;
    throw error;
  });

async function one(db: Kysely<Tables>, column: "id" | "base_url", value: string): Promise<ListedSite | undefined> {
  const row = await selectSites(db).selectAll().where(column, "=", value).executeTakeFirst();
  return row && listedSiteOf(row);
}

const selectSites = (db: Kysely<Tables>) => db.selectFrom("crawl_sites").select(status.as("status"));

/** Columns of a change. Each counts as a mark, so that the end of a crawl under way does not undo it. */
function changedColumns({
  recrawlIntervalMinutes,
  maxPages,
  descLength,
  paused,
  tags,
  alerts,
  ...choices
}: SiteChange) {
  const chosen = Object.entries(choices).filter(([, choice]) => choice !== undefined);
  const isOther = maxPages !== undefined || descLength !== undefined || chosen.length > 0;
  return {
    updated_at: now,
    due_marks: sql<number>`due_marks + 1`,
    ...(maxPages === undefined ? {} : { max_pages: maxPages }),
    ...(descLength === undefined ? {} : { desc_length: descLength }),
    ...(chosen.length > 0 ? { choices: merged(Object.fromEntries(chosen)) } : {}),
    // The next crawl has something new to read, whatever the sitemap says.
    ...(isOther ? { is_wanted: true, kept: JSON.stringify(UNCOMPARED) } : {}),
    // Stored pages were read with other elements left out, so they are discarded.
    ...(choices.skipBlocks === undefined ? {} : { memory_key: null }),
    // Another sitemap is now checked for changes.
    ...(choices.sitemaps === undefined ? {} : { sentinel_url: null }),
    ...(paused === undefined ? {} : { paused_at: paused ? now : null }),
    ...(tags === undefined ? {} : { tags: JSON.stringify(tags) }),
    ...(alerts === undefined ? {} : { alerts: alerts && JSON.stringify(alerts) }),
    ...(recrawlIntervalMinutes === undefined ? {} : intervalColumns(recrawlIntervalMinutes)),
  };
}

/** Overlap in seconds of successive queries: a write that began before a query may become visible only after it. */
const OVERLAP_SECONDS = 10;

async function changes(db: Kysely<Tables>, since: Date | undefined, limit: number): Promise<SiteChanges> {
  const { rows } = await sql<{ at: Date }>`select now() - ${OVERLAP_SECONDS} * interval '1 second' as at`.execute(db);
  const at = rows[0]?.at ?? new Date(0);
  if (since === undefined) return { at, sites: [], isAll: true };
  const changed = await selectSites(db)
    .innerJoin("site_schedule", "site_id", "id")
    .selectAll("crawl_sites")
    .where("touched_at", ">=", since)
    .orderBy("touched_at")
    .limit(limit + 1)
    .execute();
  // Progress of a crawl does not change the time of the last change, so crawled sites are read by themselves.
  const crawling = await selectSites(db).selectAll().where(IS_CRAWLING).limit(limit).execute();
  const shown = new Map([...changed.slice(0, limit), ...crawling].map((row) => [row.id, listedSiteOf(row)]));
  return { at, sites: [...shown.values()], isAll: changed.length <= limit && crawling.length < limit };
}

/** SQL that merges choices into the stored ones; null removes one. */
function merged(chosen: Readonly<Record<string, unknown>>) {
  const removed = Object.keys(chosen).filter((name) => chosen[name] === null);
  const kept = Object.fromEntries(Object.entries(chosen).filter(([, choice]) => choice !== null));
  const all = sql`choices || ${JSON.stringify(kept)}::jsonb`;
  return removed.reduce((left, name) => sql<string>`(${left}) - ${name}::text`, sql<string>`${all}`);
}
