import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { ATTENTION, type SiteList, type SiteQuery, type SiteStatus } from "../site-query.ts";
import { IS_CRAWLING, listedSiteOf, type SiteRow, status, type Tables } from "../tables/tables.ts";
import { type Cursor, cursorOf, directionOf, inDirection, isAfter, ORDERS, orderedBy, statusesFor } from "./order.ts";

/**
 * Conditions that sites of a status fulfil, in the form of an index (`crawl_sites_failing` and others). The status
 * itself is checked as well, since a site has the first status that fits.
 */
export const POSSIBLE: Readonly<Record<SiteStatus, RawBuilder<boolean>>> = {
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

type Row = SiteRow & { readonly status: SiteStatus; readonly sort_key: string | null };
type ListPage = Pick<SiteList, "items" | "next" | "looked">;

/** A page of the list. Sites after a cursor are a range of an index, at the same cost anywhere in the list. */
export async function listPage(db: Kysely<Tables>, query: SiteQuery, after: Cursor | undefined): Promise<ListPage> {
  const wanted = { ...query, limit: query.limit + 1 };
  const rows = await (query.sort === "status" ? byStatus(db, wanted, after) : inOrder(db, wanted, after));
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const keyOf = (row: Row) => (query.sort === "status" ? row.status : row.sort_key);
  return {
    items: shown.map(listedSiteOf),
    next: rows.length > query.limit && last ? cursorOf({ key: keyOf(last), baseUrl: last.base_url }) : null,
    looked: null,
  };
}

/** Sites by status, the most urgent first, then by address, until the page is full. */
async function byStatus(db: Kysely<Tables>, query: SiteQuery, after: Cursor | undefined): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const one of shownStatuses(query, after)) {
    if (rows.length >= query.limit) break;
    const page = byAddress(withStatus(selection(db), one), query, one === after?.key ? after : undefined);
    rows.push(...(await page.limit(query.limit - rows.length).execute()));
  }
  return rows;
}

/** Statuses that a list by status shows, from the cursor's on. */
export const shownStatuses = (query: SiteQuery, after: Cursor | undefined): readonly SiteStatus[] => {
  const statuses = statusesFor(query);
  const from = statuses.findIndex((one) => after === undefined || one === after.key);
  return statuses.slice(from).filter((one) => isShown(one, query.filter));
};

async function inOrder(db: Kysely<Tables>, query: SiteQuery, after: Cursor | undefined): Promise<readonly Row[]> {
  const chosen = filtered(selection(db), query.filter);
  if (query.sort === "status" || query.sort === "name")
    return byAddress(chosen, query, after).limit(query.limit).execute();
  const order = inDirection(ORDERS[query.sort], query);
  const sorted = chosen
    .innerJoin("site_schedule", "site_id", "id")
    .select(sql<string | null>`${sql.ref(order.column)}::text`.as("sort_key"))
    .orderBy(orderedBy(order, query))
    .limit(query.limit);
  return (after === undefined ? sorted : sorted.where(isAfter(order, after, query))).execute();
}

function byAddress<O>(query: ListQuery<O>, wanted: Pick<SiteQuery, "isReversed">, after: Cursor | undefined) {
  const beyond = wanted.isReversed ? "<" : ">";
  const rest = query.$if(after !== undefined, (all) => all.where("base_url", beyond, after?.baseUrl ?? ""));
  return rest.select(sql<null>`null`.as("sort_key")).orderBy("base_url", directionOf(wanted));
}

export const selection = (db: Kysely<Tables>) =>
  db.selectFrom("crawl_sites").selectAll("crawl_sites").select(status.as("status"));

type ListQuery<O> = SelectQueryBuilder<Tables, "crawl_sites", O>;

export function filtered<O>(query: ListQuery<O>, filter: SiteQuery["filter"]): ListQuery<O> {
  if (filter === "all") return query;
  if (filter !== "attention") return withStatus(query, filter);
  const possible = sql.join(
    ATTENTION.map((one) => POSSIBLE[one]),
    sql` or `,
  );
  return query.where(sql<boolean>`(${possible}) and ${status} in (${sql.join(ATTENTION.map((one) => sql.lit(one)))})`);
}

const withStatus = <O>(query: ListQuery<O>, one: SiteStatus): ListQuery<O> =>
  query.where(sql<boolean>`${POSSIBLE[one]} and ${status} = ${one}`);

export const isShown = (one: SiteStatus, filter: SiteQuery["filter"]): boolean =>
  filter === "all" || filter === one || (filter === "attention" && ATTENTION.includes(one));
