import { CrawlError } from "@llmstxt-service/page/errors";
import { tryJson } from "@llmstxt-service/page/json";
import { type Kysely, type OrderByItemBuilder, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import * as z from "zod";
import { stateOf } from "../database/database.ts";
import { SITE_STATUSES, type SiteList, type SiteQuery, type SiteStatus, statusesOf } from "../site-query.ts";
import { IS_CRAWLING, listedSiteOf, type SiteRow, status, type Tables } from "../tables/tables.ts";
import { type FoundSites, searched } from "./found.ts";

/**
 * Conditions that sites of a status fulfil, in the form of an index (`crawl_sites_failing` and others). The status
 * itself is checked as well, since a site has the first status that fits.
 */
const POSSIBLE: Readonly<Record<SiteStatus, RawBuilder<boolean>>> = {
  crawling: IS_CRAWLING,
  failing: sql`failures >= 2`,
  undelivered: sql`undelivered is not null`,
  notLive: sql`live->>'lost' is not null`,
  shrunk: sql`pages < 0.9 * previous_pages`,
  changed: sql`last_changed_at > now() - interval '24 hours'`,
  paused: sql`paused_at is not null`,
  due: sql`id in (select site_id from site_schedule where due_at <= now())`,
  upToDate: sql`(next_crawl_at > now() or next_crawl_at is null)`,
};

/** Order of a list: by a column with an index of its own, then by the address as in that index. */
interface Order {
  readonly column: "due_at" | "last_changed_at" | "crawled_at" | "pages" | "recrawl_interval_minutes";
  readonly address: "base_url" | "address";
  readonly type: "timestamptz" | "int4";
  readonly direction: "asc" | "desc";
}

const ORDERS = {
  next: { column: "due_at", address: "address", type: "timestamptz", direction: "asc" },
  changed: { column: "last_changed_at", address: "base_url", type: "timestamptz", direction: "desc" },
  crawled: { column: "crawled_at", address: "address", type: "timestamptz", direction: "desc" },
  pages: { column: "pages", address: "base_url", type: "int4", direction: "desc" },
  interval: { column: "recrawl_interval_minutes", address: "base_url", type: "int4", direction: "asc" },
} as const satisfies Record<string, Order>;

type Row = SiteRow & { readonly status: SiteStatus; readonly sort_key: string | null };
type ListPage = Pick<SiteList, "items" | "next">;

/** A page of the list. Sites after a cursor are a range of an index, at the same cost anywhere in the list. */
export async function listPage(db: Kysely<Tables>, query: SiteQuery & FoundSites): Promise<ListPage> {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const wanted = { ...query, limit: query.limit + 1 };
  const reading = query.sort === "status" ? byStatus(db, wanted, after) : inOrder(db, wanted, after);
  const rows = await reading.catch((error: unknown) => {
    // Class 22: a value of the wrong type, which can only be the cursor's.
    throw after && stateOf(error).startsWith("22") ? wrongCursor() : error;
  });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    items: shown.map(listedSiteOf),
    next:
      rows.length > query.limit && last ? cursorOf(query.sort === "status" ? last.status : last.sort_key, last) : null,
  };
}

/** Sites by status, the most urgent first, then by address, until the page is full. */
async function byStatus(
  db: Kysely<Tables>,
  query: SiteQuery & FoundSites,
  after: Cursor | undefined,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const isReversed = query.isReversed === true;
  const shown = statusesOf(query.filter);
  const statuses = isReversed ? SITE_STATUSES.toReversed() : SITE_STATUSES;
  const from = after === undefined ? 0 : statuses.indexOf(statusIn(after));
  for (const one of statuses.slice(from)) {
    if (rows.length >= query.limit) break;
    if (!shown.includes(one)) continue;
    const isFirst = after !== undefined && one === after.key;
    const page = byAddress(filtered(selection(db, query), one), query, isFirst ? after : undefined);
    rows.push(...(await page.limit(query.limit - rows.length).execute()));
  }
  return rows;
}

async function inOrder(
  db: Kysely<Tables>,
  query: SiteQuery & FoundSites,
  after: Cursor | undefined,
): Promise<readonly Row[]> {
  const chosen = filtered(selection(db, query), query.filter);
  if (query.sort === "status" || query.sort === "name")
    return byAddress(chosen, query, after).limit(query.limit).execute();
  const order = inDirection(ORDERS[query.sort], query);
  const sorted = chosen
    .innerJoin("site_schedule", "site_id", "id")
    .select(sql<string | null>`${sql.ref(order.column)}::text`.as("sort_key"))
    .orderBy(order.column, (by) => nullsAt(order.direction === "asc" ? by.asc() : by.desc(), query))
    .orderBy(order.address, directionOf(query))
    .limit(query.limit);
  return (after === undefined ? sorted : sorted.where(isAfter(order, after, query))).execute();
}

type Direction = Pick<SiteQuery, "isReversed">;

const directionOf = ({ isReversed }: Direction) => (isReversed ? "desc" : "asc");

function byAddress<O>(query: ListQuery<O>, wanted: Direction, after: Cursor | undefined) {
  const beyond = wanted.isReversed ? "<" : ">";
  const rest = query.$if(after !== undefined, (all) => all.where("base_url", beyond, after?.baseUrl ?? ""));
  return rest.select(sql<null>`null`.as("sort_key")).orderBy("base_url", directionOf(wanted));
}

/** A list in reverse reads the index from its end, so rows without a value come first. */
const nullsAt = (by: OrderByItemBuilder, { isReversed }: Direction) => (isReversed ? by.nullsFirst() : by.nullsLast());

const inDirection = (order: Order, { isReversed }: Direction): Order =>
  isReversed ? { ...order, direction: order.direction === "asc" ? "desc" : "asc" } : order;

/**
 * Sites after a cursor. The first condition is a range of the index; the second leaves out sites of the page before.
 */
function isAfter(
  { column, address, type, direction }: Order,
  { key, baseUrl }: Cursor,
  { isReversed }: Direction,
): RawBuilder<boolean> {
  const value = sql.ref(column);
  const isFurther = sql`${sql.ref(address)} ${isReversed ? sql`<` : sql`>`} ${baseUrl}`;
  if (key === null)
    return isReversed
      ? sql`((${value} is null and ${isFurther}) or ${value} is not null)`
      : sql`(${value} is null and ${isFurther})`;
  const last = sql`${key}::${sql.raw(type)}`;
  const [within, beyond] = direction === "asc" ? [sql`>=`, sql`>`] : [sql`<=`, sql`<`];
  const range = sql`${value} ${within} ${last} and (${value} ${beyond} ${last} or ${isFurther})`;
  return isReversed ? sql`(${range})` : sql`((${range}) or ${value} is null)`;
}

const selection = (db: Kysely<Tables>, query: FoundSites) =>
  searched(db.selectFrom("crawl_sites").selectAll("crawl_sites").select(status.as("status")), query);

type ListQuery<O> = SelectQueryBuilder<Tables, "crawl_sites", O>;

/**
 * Sites with one of the statuses, said as "none of the others": the planner takes an equality with an expression for
 * one row in 200, and would sort the whole table for each page of the status that most sites have.
 */
export function filtered<O>(query: ListQuery<O>, filter: SiteQuery["filter"]): ListQuery<O> {
  if (filter === "all") return query;
  const statuses = statusesOf(filter);
  const possible = sql.join(
    statuses.map((one) => POSSIBLE[one]),
    sql` or `,
  );
  const others = SITE_STATUSES.filter((one) => !statuses.includes(one)).join();
  return query.where(sql<boolean>`(${possible}) and ${status} <> all(${sql.lit(`{${others}}`)}::text[])`);
}

/** Position after a page: its last row's value of the order, null if it has none, and its address. */
interface Cursor {
  readonly key: string | null;
  readonly baseUrl: string;
}

const cursorOf = (key: string | null, { base_url }: Row): string =>
  Buffer.from(JSON.stringify([key, base_url])).toString("base64url");

/** @throws CrawlError `invalid_request` for a text that is no cursor */
function readCursor(text: string): Cursor {
  const parsed = cursorShape.safeParse(tryJson(Buffer.from(text, "base64url").toString()));
  if (!parsed.success) throw wrongCursor();
  const [key, baseUrl] = parsed.data;
  return { key, baseUrl };
}

const cursorShape = z.tuple([z.string().nullable(), z.string()]);

function statusIn({ key }: Cursor): SiteStatus {
  const found = SITE_STATUSES.find((one) => one === key);
  if (found === undefined) throw wrongCursor();
  return found;
}

const wrongCursor = () =>
  new CrawlError("invalid_request", {
    field: "cursor",
    detail: "must be `next` of the page before, in the same order",
  });
