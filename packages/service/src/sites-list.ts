// Reads enrolled sites for the REST interface: a page of the list, and a single site.
import { type ExpressionBuilder, sql } from "kysely";
import * as z from "zod";
import type { Database } from "./database.ts";
import { wrongCursor } from "./request.ts";
import type { SiteItem, Site as SiteJson, Sites, sitesQueryShape } from "./shapes.ts";
import { type CrawlRow, iso, type Site, type Sql, type Tables } from "./tables.ts";

type SiteQuery = z.output<typeof sitesQueryShape>;

/** Each has an index of schema.sql. */
const COLUMNS = {
  address: "base_url",
  nextCrawl: "next_crawl_at",
  lastChange: "last_changed_at",
  pages: "pages",
} as const satisfies Record<SiteQuery["sort"], keyof Site>;

const HEAD = [
  ...(["id", "base_url", "job_id", "failures", "failure", "unstored_since", "last_crawled_at"] as const),
  ...(["last_changed_at", "next_crawl_at", "pages", "latest_llms_url"] as const),
] as const;
type SiteHead = Pick<Site, (typeof HEAD)[number]>;

/** `key`: the sorted column in the database's full precision, a time as ISO 8601 has it. */
type Listed = SiteHead & { readonly key: string | null };

const REST = [
  ...(["max_pages", "desc_length", "options", "recrawl_interval_minutes", "alerts", "webhook_secret"] as const),
  ...(["overlay", "progress", "latest_text", "base_text", "summary"] as const),
] as const;

/** Counting 100,000 sites takes longer than listing them: above a bound the database's estimate is used. */
const COUNTS = sql<{ total: string; attention: string }>`
  select case when counted > 10000 then greatest(counted, (
      select reltuples from pg_class where oid = 'crawl_sites'::regclass)::bigint) else counted end as total, attention
  from (select count(*) as counted from (select from crawl_sites limit 10001) as few) as total,
    (select count(*) as attention from (
      select from crawl_sites where failures > 0 or unstored_since is not null limit 1000) as few) as attention`;

/** A page of the list. Sites without a value in the sorted column come last, in either direction. */
export function listSites(database: Database, query: SiteQuery): Promise<Sites> {
  const { limit } = query;
  return database.use(async (db) => {
    const rows = await rowsOf(db, query);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    const [counts] = (await COUNTS.execute(db)).rows;
    return {
      items: rows.slice(0, limit).map(siteItem),
      next: last === undefined ? null : cursorOf(last),
      ...{ total: Number(counts?.total), attention: Number(counts?.attention) },
    };
  });
}

/** Fetches one row more than requested, which shows whether there is a next page. */
async function rowsOf(db: Sql, query: SiteQuery): Promise<Listed[]> {
  const { limit, cursor, sort } = query;
  const at = cursor === undefined ? undefined : readCursor(cursor, sort);
  const most = limit + 1;
  const some = at?.value === null ? [] : await part(db, { query, most, isNull: false, after: at });
  if (some.length === most || sort === "address") return some;
  const after = at?.value === null ? at : undefined;
  return [...some, ...(await part(db, { query, most: most - some.length, isNull: true, after }))];
}

interface Cursor {
  readonly value: string | null;
  readonly id: string;
}

interface Part {
  readonly query: SiteQuery;
  readonly most: number;
  /** True if the sorted column is empty. */
  readonly isNull: boolean;
  readonly after: Cursor | undefined;
}

function part(db: Sql, { query, most, isNull, after }: Part): Promise<Listed[]> {
  const { search, filter, sort, order } = query;
  const column = sql.ref(COLUMNS[sort]);
  const direction = sql.raw(order);
  // Uses only columns of the order's index, so that the search reads no rows except the page's.
  const ids = ({ selectFrom }: ExpressionBuilder<Tables, "crawl_sites">) => {
    let found = selectFrom("crawl_sites").select("id").limit(most);
    found = found.where(isNull ? sql<boolean>`${column} is null` : sql<boolean>`${column} is not null`);
    if (search) found = found.where(sql<boolean>`base_url ilike ${`%${search.replace(/[\\%_]/g, "\\$&")}%`}`);
    if (filter === "attention") found = found.where(sql<boolean>`(failures > 0 or unstored_since is not null)`);
    const isBeyond = sql.raw(order === "asc" ? ">" : "<");
    if (after && isNull) found = found.where(sql<boolean>`id ${isBeyond} ${after.id}::uuid`);
    else if (after) found = found.where(sql<boolean>`(${column}, id) ${isBeyond} (${after.value}, ${after.id}::uuid)`);
    return isNull
      ? found.orderBy(sql`id ${direction}`)
      : found.orderBy(sql`${column} ${direction}`).orderBy(sql`id ${direction}`);
  };
  const rows = db.selectFrom("crawl_sites").select(HEAD).where("id", "in", ids);
  const keyed = rows.select(sql<string | null>`to_json(${column}) #>> '{}'`.as("key"));
  return keyed.orderBy(sql`${column} ${direction}`).orderBy(sql`id ${direction}`).execute();
}

const cursorOf = ({ key, id }: Listed): string => Buffer.from(JSON.stringify([key, id])).toString("base64url");

const time = z.iso.datetime({ offset: true });
const KEYS = {
  ...{ address: z.string().regex(/^[^\0]*$/), nextCrawl: time, lastChange: time, pages: z.string().regex(/^\d{1,9}$/) },
} satisfies Record<SiteQuery["sort"], z.ZodType<string>>;

/** @throws CrawlError for a cursor that is not of this order */
function readCursor(text: string, sort: SiteQuery["sort"]): Cursor {
  try {
    const shape = z.tuple([KEYS[sort].nullable(), z.uuid()]);
    const [value, id] = shape.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    return { value, id };
  } catch {
    throw wrongCursor(); // it was no JSON, or none of ours
  }
}

function stateOf(site: SiteHead): SiteItem["state"] {
  if (site.job_id !== null) return "crawling";
  if (site.next_crawl_at === null) return "paused";
  if (site.failures > 0) return "failed";
  return site.last_crawled_at === null ? "waiting" : "upToDate";
}

/** A site in a list of the REST interface. */
const siteItem = (site: SiteHead): SiteItem => ({
  ...{ id: site.id, baseUrl: site.base_url, state: stateOf(site), pages: site.pages },
  failure: site.failure && site.failures > 0 ? { ...site.failure, times: site.failures } : null,
  ...{ notStoredSince: iso(site.unstored_since), lastCrawledAt: iso(site.last_crawled_at) },
  ...{ lastChangedAt: iso(site.last_changed_at), nextCrawlAt: iso(site.next_crawl_at) },
  fileUrl: site.latest_llms_url || null,
});

/** A site without its secret. */
function siteJson(site: Pick<Site, (typeof HEAD | typeof REST)[number]>, crawlId: CrawlRow["id"] | null): SiteJson {
  const { include = [], exclude = [], scope = "domain", language = null } = site.options;
  const { llmEnhance = false, useProxy = false } = site.options;
  return {
    ...siteItem(site),
    ...{ maxPages: site.max_pages, descLength: site.desc_length, include, exclude, scope, language },
    ...{ llmEnhance, useProxy, recrawlIntervalMinutes: site.recrawl_interval_minutes, alerts: site.alerts },
    ...{ hasWebhookSecret: Boolean(site.webhook_secret), overlay: site.overlay, progress: site.progress },
    ...{ document: site.latest_text, plain: site.base_text, crawlId, summary: site.summary },
  };
}

/** A site and its newest crawl. @returns undefined for an unknown id */
export function findSite(database: Database, id: string): Promise<SiteJson | undefined> {
  return database.use(async (db) => {
    const site = await db
      .selectFrom("crawl_sites")
      .select([...HEAD, ...REST])
      .where("id", "=", id)
      .executeTakeFirst();
    const crawls = db.selectFrom("crawls").select("id").where("site_id", "=", id).orderBy("created_at", "desc");
    return site && siteJson(site, (await crawls.limit(1).executeTakeFirst())?.id ?? null);
  });
}

/** Sites with these ids, as in a list. */
export async function sitesWith(database: Database, ids: readonly string[]): Promise<SiteItem[]> {
  if (ids.length === 0) return [];
  const rows = await database.use((db) =>
    db.selectFrom("crawl_sites").select(HEAD).where("id", "in", ids).orderBy("base_url").execute(),
  );
  return rows.map(siteItem);
}
