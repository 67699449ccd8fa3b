import { type Kysely, type RawBuilder, sql } from "kysely";
import { stateOf } from "../database/database.ts";
import { SITE_STATUSES, type SiteList, type SiteQuery, type SiteSort, type SiteStatus } from "../site-query.ts";
import { listedSiteOf, type SiteRow, status, type Tables } from "../tables/tables.ts";
import { isIndexed, searched } from "./found.ts";
import { type Cursor, cursorOf, inDirection, isAfter, ORDERS, type Order, orderedBy } from "./order.ts";
import { isShown } from "./page.ts";
import { walked } from "./walk.ts";

/** Most sites that a search is answered from as a whole: one statement reads, counts and orders them. */
const FEW = 5_000;

/**
 * Milliseconds that finding them may take; beyond it the list is walked in its order. By the index of addresses an
 * address is found among ten million in a second at most; without it, all sites of a small database are read in time.
 */
const FINDING_MS = { indexed: 3_000, reading: 50 };

/** SQLSTATE of a statement that exceeded its time limit. */
const TOO_SLOW = "57014";

export type SearchPage = Pick<SiteList, "items" | "next" | "total" | "looked">;

/**
 * A page of the sites that a search, tag or age leaves. Few sites are found as a whole; where there are more, or finding
 * them takes too long, the page has those among the next sites in the list's order.
 */
export async function searchPage(db: Kysely<Tables>, query: SiteQuery, after: Cursor | undefined): Promise<SearchPage> {
  return (await ofFew(db, query, after)) ?? walked(db, query, after);
}

type FoundRow = SiteRow & {
  readonly status: SiteStatus;
  readonly sort_key: string | null;
  /** Numbers of sites found, and of those that the filter leaves. */
  readonly found_sites: number;
  readonly shown_sites: number;
};

/** The page and its total; undefined where there are more sites than a few, or finding them takes too long. */
async function ofFew(db: Kysely<Tables>, query: SiteQuery, after: Cursor | undefined): Promise<SearchPage | undefined> {
  const rows = await inTime(db, pageOfFew(db, query, after), limitFor(query));
  if (rows === undefined || (rows[0]?.found_sites ?? 0) > FEW) return undefined;
  // Without a site on the page there is one row, of the counts alone.
  const sites = rows.filter(({ id }) => id !== null);
  const items = sites.slice(0, query.limit);
  const last = items.at(-1);
  const keyOf = (row: FoundRow) => (query.sort === "status" ? row.status : row.sort_key);
  return {
    items: items.map(listedSiteOf),
    next: sites.length > items.length && last ? cursorOf({ key: keyOf(last), baseUrl: last.base_url }) : null,
    total: rows[0]?.shown_sites ?? 0,
    looked: null,
  };
}

function pageOfFew(db: Kysely<Tables>, query: SiteQuery, after: Cursor | undefined): RawBuilder<FoundRow> {
  const { type, direction, value } = SORTED[query.sort];
  const columns = db.selectFrom("crawl_sites").select(["id", "base_url", status.as("status"), value.as("sort_value")]);
  const found = searched(columns, query).limit(FEW + 1);
  const order = inDirection(
    { table: "crawl_sites", column: "sort_value", address: "base_url", type, direction },
    query,
  );
  const from = after && query.sort === "status" ? { ...after, key: rankOf(after.key) } : after;
  const shown = SITE_STATUSES.filter((one) => isShown(one, query.filter));
  return sql<FoundRow>`
    with found as materialized (${found}),
      shown as (select * from found
        where status in (${sql.join(shown)}) and (select count(*) from found) <= ${sql.lit(FEW)}),
      page as (select *, sort_value::text as sort_key from shown
        where ${from ? isAfter(order, from, query) : sql`true`}
        order by ${orderedBy(order, query)} limit ${query.limit + 1})
    select crawl_sites.*, page.status, page.sort_key, (select count(*)::int from found) as found_sites,
        (select count(*)::int from shown) as shown_sites
      from (values (1)) one left join page on true left join crawl_sites on crawl_sites.id = page.id
      order by ${orderedBy({ ...order, address: "page.base_url" }, query)}`;
}

/** Value by which a list orders its sites, before their address. */
interface OrderValue extends Pick<Order, "type" | "direction"> {
  readonly value: RawBuilder<unknown>;
}

const SORTED: Readonly<Record<SiteSort, OrderValue>> = {
  status: {
    value: sql`array_position(${sql.lit(`{${SITE_STATUSES.join(",")}}`)}::text[], ${status})`,
    type: "int4",
    direction: "asc",
  },
  name: { value: sql`null::int4`, type: "int4", direction: "asc" },
  next: { ...ORDERS.next, value: sql`case when paused_at is null then next_crawl_at end` },
  changed: { ...ORDERS.changed, value: sql`last_changed_at` },
  crawled: { ...ORDERS.crawled, value: sql`last_crawled_at` },
  pages: { ...ORDERS.pages, value: sql`pages` },
  interval: { ...ORDERS.interval, value: sql`recrawl_interval_minutes` },
};

const rankOf = (key: string | null): string => String(SITE_STATUSES.findIndex((one) => one === key) + 1);

const limitFor = ({ search = "" }: SiteQuery): number =>
  search !== "" && !isIndexed(search) ? FINDING_MS.reading : FINDING_MS.indexed;

/** Rows of a statement; undefined if it took too long. The embedded database has no time limit, and few sites. */
async function inTime<T>(
  db: Kysely<Tables>,
  statement: RawBuilder<T>,
  limitMs: number,
): Promise<readonly T[] | undefined> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select set_config('statement_timeout', ${String(limitMs)}, true)`.execute(trx);
      return (await statement.execute(trx)).rows;
    });
  } catch (error) {
    if (stateOf(error) === TOO_SLOW) return undefined;
    throw error;
  }
}
