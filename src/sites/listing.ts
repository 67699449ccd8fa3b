import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import { siteKey } from "../address/site-key.ts";
import type { Database } from "./database.ts";
import { listedSiteOf, status } from "./rows.ts";
import { type ListedSite, SITE_STATUSES, type SiteChange, type SiteList, type SiteQuery, type Sites } from "./sites.ts";
import type { Tables } from "./tables.ts";

const now = sql<Date>`now()`;

/** Sites as people look at them and change them. */
export function listing(database: Database): Pick<Sites, "find" | "get" | "list" | "change"> {
  return {
    find: (url) => database.run((db) => one(db, "base_url", siteKey(url) ?? "")),
    get: (id) => database.run((db) => one(db, "id", id)),
    list: (query) => database.run((db) => list(db, query)),
    change: (id, change) =>
      database.run(async (db) => {
        await db.updateTable("crawl_sites").set(changedColumns(change)).where("id", "=", id).execute();
        return one(db, "id", id);
      }),
  };
}

async function one(db: Kysely<Tables>, column: "id" | "base_url", value: string): Promise<ListedSite | undefined> {
  const row = await selectSites(db).selectAll().where(column, "=", value).executeTakeFirst();
  return row && listedSiteOf(row);
}

const selectSites = (db: Kysely<Tables>) => db.selectFrom("crawl_sites").select(status.as("status"));

/** A crawl under way may not undo a change: each counts as a mark, which its last write respects. */
function changedColumns({ recrawlIntervalMinutes, maxPages, descLength, paused }: SiteChange) {
  const isOther = maxPages !== undefined || descLength !== undefined;
  return {
    updated_at: now,
    due_marks: sql<number>`due_marks + 1`,
    ...(maxPages === undefined ? {} : { max_pages: maxPages }),
    ...(descLength === undefined ? {} : { desc_length: descLength }),
    // The next crawl has something new to look at, whatever the sitemap says.
    ...(isOther ? { is_wanted: true } : {}),
    ...(paused === undefined ? {} : { paused_at: paused ? now : null }),
    ...(recrawlIntervalMinutes === undefined
      ? {}
      : {
          recrawl_interval_minutes: recrawlIntervalMinutes,
          // What is due, by a mark or because it was never crawled, stays due.
          next_crawl_at: sql<Date>`case when next_crawl_at <= now() then next_crawl_at
            else coalesce(last_crawled_at, now()) + make_interval(mins => ${recrawlIntervalMinutes}) end`,
        }),
  };
}

/** What a list is ordered by, as text so that a cursor can hold it; ties go by address. */
const SORT_KEYS = {
  status: sql<string>`array_position(${sql.raw(`array['${SITE_STATUSES.join("','")}']`)}, ${status})::text`,
  name: sql<string>`base_url`,
  next: sql<string>`coalesce(to_char(next_crawl_at at time zone 'UTC', 'YYYYMMDDHH24MISSMS'), '9')`,
  // Newest first.
  changed: sql<string>`to_char(100000000000000 - coalesce(extract(epoch from last_changed_at) * 1000, 0), 'FM000000000000000')`,
  // Largest first.
  pages: sql<string>`to_char(1000000000 - pages, 'FM0000000000')`,
  interval: sql<string>`to_char(recrawl_interval_minutes, 'FM0000000000')`,
  crawled: sql<string>`to_char(100000000000000 - coalesce(extract(epoch from last_crawled_at) * 1000, 0), 'FM000000000000000')`,
} as const;

async function list(db: Kysely<Tables>, query: SiteQuery): Promise<SiteList> {
  const key = SORT_KEYS[query.sort];
  let page = chosen(selectSites(db).selectAll().select(key.as("sort_key")), query);
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  if (after) page = page.where(sql<boolean>`(${key}, base_url) > (${after.key}, ${after.baseUrl})`);
  const rows = await page
    .orderBy(key)
    .orderBy("base_url")
    .limit(query.limit + 1)
    .execute();
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const total = chosen(db.selectFrom("crawl_sites").select(sql<string>`count(*)`.as("total")), query);
  return {
    items: shown.map(listedSiteOf),
    next: rows.length > query.limit && last ? cursor(last.sort_key, last.base_url) : null,
    total: Number((await total.executeTakeFirstOrThrow()).total),
    counts: await counts(db),
  };
}

function chosen<O>(select: SelectQueryBuilder<Tables, "crawl_sites", O>, { search, filter }: SiteQuery) {
  let query = select;
  if (search) query = query.where(sql<boolean>`strpos(base_url, ${search.toLowerCase()}) > 0`);
  if (filter === "attention") query = query.where(sql<boolean>`${status} in ('failing', 'shrunk')`);
  else if (filter !== "all") query = query.where(sql<boolean>`${status} = ${filter}`);
  return query;
}

async function counts(db: Kysely<Tables>): Promise<SiteList["counts"]> {
  const found = await db
    .selectFrom("crawl_sites")
    .select([
      sql<string>`count(*)`.as("all"),
      sql<string>`count(*) filter (where ${status} in ('failing', 'shrunk'))`.as("attention"),
      sql<string>`count(*) filter (where ${status} = 'changed')`.as("changed"),
      sql<string>`count(*) filter (where ${status} = 'paused')`.as("paused"),
    ])
    .executeTakeFirstOrThrow();
  const { all, attention, changed, paused } = found;
  return { all: Number(all), attention: Number(attention), changed: Number(changed), paused: Number(paused) };
}

const cursor = (key: string, baseUrl: string) => Buffer.from(`${key} ${baseUrl}`).toString("base64url");

function readCursor(text: string): { key: string; baseUrl: string } {
  const decoded = Buffer.from(text, "base64url").toString();
  const space = decoded.indexOf(" ");
  return { key: decoded.slice(0, Math.max(space, 0)), baseUrl: decoded.slice(space + 1) };
}
