import { type Kysely, sql } from "kysely";
import { type Database, searched } from "../database/database.ts";
import {
  ATTENTION,
  SITE_STATUSES,
  type SiteCounts,
  type SiteList,
  type SiteQuery,
  type SiteStatus,
} from "../site-query.ts";
import { status, type Tables } from "../tables/tables.ts";
import { filtered } from "./page.ts";

type CountedSites = Pick<SiteList, "total" | "counts" | "counted">;
type ByStatus = Readonly<Record<SiteStatus, number>>;

/** Up to so many sites are counted for each list; of more, the numbers of a while ago serve. */
const FEW = 20_000;

/** Milliseconds the numbers of many sites serve for. */
const FRESH_MS = 30_000;

/** A search counts no further. */
const MAX_FOUND = 10_000;

/** Tags that are counted: more than a person picks from. */
const MAX_TAGS = 500;

interface Count {
  readonly byStatus: ByStatus;
  readonly tags: SiteCounts["tags"];
  readonly at: Date;
}

/** Counts sites by status: anew while they are few, every half minute for all readers together once they are many. */
export function counting(database: Database): (query: SiteQuery) => Promise<CountedSites> {
  let last: Count | undefined;
  let counting: Promise<Count> | undefined;
  const count = (): Promise<Count> => {
    counting ??= database
      .read(async (db) => ({ byStatus: await countByStatus(db), tags: await countByTag(db), at: new Date() }))
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
    if (last === undefined || sum(last.byStatus) < FEW) return count();
    // A list that comes meanwhile gets the numbers before; the next list tells a failure.
    if (Date.now() - last.at.getTime() > FRESH_MS) count().catch(() => {});
    return last;
  };
  return async (query) => {
    const { byStatus, tags, at } = await current();
    const isFew = sum(byStatus) < FEW;
    const counts = { ...countsOf(byStatus), tags };
    if (!query.search && query.tag === undefined)
      return { total: totalOf(byStatus, query.filter), counts, counted: { at, isExact: isFew } };
    const { total, isAll } = await database.read((db) => countFound(db, query));
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

function totalOf(byStatus: ByStatus, filter: SiteQuery["filter"]): number {
  if (filter === "all") return sum(byStatus);
  return filter === "attention" ? sum(byStatus, ATTENTION) : byStatus[filter];
}

async function countByStatus(db: Kysely<Tables>): Promise<ByStatus> {
  const rows = await db
    .selectFrom("crawl_sites")
    .select([status.as("status"), sql<string>`count(*)`.as("sites")])
    .groupBy(sql`1`)
    .execute();
  const none = Object.fromEntries(SITE_STATUSES.map((one) => [one, 0])) as ByStatus;
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.status, Number(row.sites)])) };
}

async function countByTag(db: Kysely<Tables>): Promise<SiteCounts["tags"]> {
  const { rows } = await sql<{ tag: string; sites: string }>`select tag, count(*) as sites
    from crawl_sites, jsonb_array_elements_text(tags) as each_tag (tag) where tags <> '[]'::jsonb
    group by tag order by count(*) desc, tag limit ${MAX_TAGS}`.execute(db);
  return rows.map(({ tag, sites }) => ({ tag, sites: Number(sites) }));
}

async function countFound(
  db: Kysely<Tables>,
  query: SiteQuery,
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
