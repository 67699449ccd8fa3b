import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import {
  ATTENTION,
  MAX_FOUND,
  SITE_STATUSES,
  type SiteCounts,
  type SiteList,
  type SiteQuery,
  type SiteStatus,
  statusesOf,
} from "../site-query.ts";
import { status, type Tables } from "../tables/tables.ts";
import { type FoundSites, limitMs, searched } from "./found.ts";
import { filtered } from "./page.ts";

type CountedSites = Pick<SiteList, "total" | "counts" | "counted">;
type ByStatus = Readonly<Record<SiteStatus, number>>;

/** Number of sites up to which lists are counted by each reader; beyond it the counts that triggers keep are used. */
const FEW = 20_000;

/** Milliseconds for which the counts of many sites are used again. */
const FRESH_MS = 5_000;

/** Most tags that are counted: more than a person picks from. */
const MAX_TAGS = 500;

interface Count {
  readonly byStatus: ByStatus;
  readonly tags: SiteCounts["tags"];
  readonly at: Date;
}

/**
 * Counts of sites by status. Few are counted for each request; for many the stored counts are used, one reading for all
 * readers.
 */
export function counting(database: Database): (query: SiteQuery & FoundSites) => Promise<CountedSites> {
  let last: Count | undefined;
  let counting: Promise<Count> | undefined;
  const counted = (): Promise<Count> => {
    counting ??= database
      .read(count)
      .then((fresh) => {
        last = fresh;
        return fresh;
      })
      .finally(() => {
        counting = undefined;
      });
    return counting;
  };
  const current = async (): Promise<Count> => {
    if (last === undefined || sum(last.byStatus) < FEW) return counted();
    // This list gets the former counts; a failure is reported to the next one.
    if (Date.now() - last.at.getTime() > FRESH_MS) counted().catch(() => {});
    return last;
  };
  return async (query) => {
    const { byStatus, tags, at } = await current();
    const isFew = sum(byStatus) < FEW;
    const counts = { ...countsOf(byStatus), tags };
    if (!query.search && query.tag === undefined && query.age === undefined)
      return { total: sum(byStatus, statusesOf(query.filter)), counts, counted: { at, isExact: isFew } };
    const { total, isAll } = await database.read((db) => countFound(db, query), limitMs(query));
    return { total, counts, counted: { at, isExact: isFew && isAll } };
  };
}

const sum = (byStatus: ByStatus, statuses = SITE_STATUSES as readonly SiteStatus[]): number =>
  statuses.reduce((all, one) => all + byStatus[one], 0);

const countsOf = (byStatus: ByStatus): Omit<SiteCounts, "tags"> => ({
  all: sum(byStatus),
  attention: sum(byStatus, ATTENTION),
  changed: byStatus.changed,
  paused: byStatus.paused,
});

const NONE = Object.fromEntries(SITE_STATUSES.map((one) => [one, 0])) as ByStatus;

async function count(db: Kysely<Tables>): Promise<Count> {
  const kept = await keptCounts(db);
  const byStatus = sum(kept.byClass) < FEW ? await countByStatus(db) : await estimated(db, kept.byClass);
  return { byStatus, tags: kept.tags, at: new Date() };
}

async function countByStatus(db: Kysely<Tables>): Promise<ByStatus> {
  const rows = await db
    .selectFrom("crawl_sites")
    .select([status.as("status"), sql<string>`count(*)`.as("sites")])
    .groupBy(sql`1`)
    .execute();
  return { ...NONE, ...Object.fromEntries(rows.map((row) => [row.status, Number(row.sites)])) };
}

/** Sums of the rows of `site_counts`. Sites of class `other` count as up to date here. */
async function keptCounts(db: Kysely<Tables>): Promise<{ byClass: ByStatus; tags: SiteCounts["tags"] }> {
  const sums = await db
    .selectFrom("site_counts")
    .select(["key", sql<string>`sum(sites)`.as("sites")])
    .groupBy("key")
    .having(sql<boolean>`sum(sites) > 0`)
    .orderBy(sql`sum(sites)`, "desc")
    .orderBy("key")
    .execute();
  const tags = sums.filter(({ key }) => key.startsWith("#")).slice(0, MAX_TAGS);
  const classes = sums.filter(({ key }) => !key.startsWith("#"));
  const nameOf = (key: string) => (key === "other" ? "upToDate" : key);
  return {
    byClass: { ...NONE, ...Object.fromEntries(classes.map(({ key, sites }) => [nameOf(key), Number(sites)])) },
    tags: tags.map(({ key, sites }) => ({ tag: key.slice(1), sites: Number(sites) })),
  };
}

/**
 * Counts for many sites: sites being crawled, changed or due are counted up to MAX_FOUND, and subtracted from the
 * up-to-date ones.
 */
async function estimated(db: Kysely<Tables>, byClass: ByStatus): Promise<ByStatus> {
  const found = async (filter: SiteStatus) => (await countFound(db, { filter })).total;
  const [crawling, changed, due] = await Promise.all([found("crawling"), found("changed"), found("due")]);
  return { ...byClass, crawling, changed, due, upToDate: Math.max(0, byClass.upToDate - crawling - changed - due) };
}

async function countFound(
  db: Kysely<Tables>,
  query: FoundSites & Pick<SiteQuery, "filter">,
): Promise<{ readonly total: number; readonly isAll: boolean }> {
  const all = db.selectFrom("crawl_sites").select(sql<number>`1`.as("one"));
  const found = filtered(searched(all, query), query.filter);
  const row = await db
    .selectFrom(found.limit(MAX_FOUND).as("found"))
    .select(sql<string>`count(*)`.as("total"))
    .executeTakeFirstOrThrow();
  const total = Number(row.total);
  return { total, isAll: total < MAX_FOUND };
}
