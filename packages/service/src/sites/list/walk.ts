import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ListedSite, SiteList, SiteQuery, SiteStatus } from "../site-query.ts";
import { listedSiteOf, type Tables } from "../tables/tables.ts";
import { hasPart, searched } from "./found.ts";
import { type Cursor, cursorOf, directionOf, inDirection, isAfter, ORDERS, orderedBy } from "./order.ts";
import { filtered, POSSIBLE, selection, shownStatuses } from "./page.ts";

/** Most entries of an index that a page looks at, and most fitting ones of a part of the list whose sites are read. */
const LOOKED = 20_000;
const READ = 1_000;

type WalkedPage = Pick<SiteList, "items" | "next" | "total" | "looked">;

/**
 * A page of what a search, tag or age leaves of the next sites in the list's order. Addresses are compared in the
 * order's index; only sites whose address fits are read. A page may have fewer sites than asked for, and a `next`.
 */
export async function walked(db: Kysely<Tables>, query: SiteQuery, after: Cursor | undefined): Promise<WalkedPage> {
  const items: ListedSite[] = [];
  let looked = 0;
  let at = after;
  const pageWith = (next: Cursor | undefined) => ({
    items,
    next: next ? cursorOf(next) : null,
    total: items.length,
    looked,
  });
  for (const part of partsOf(query, after)) {
    if (looked === LOOKED) break;
    const left = { ...query, limit: query.limit - items.length };
    const { shown, isFull, last, isAll } = await walkPart({ db, query: left, part, most: LOOKED - looked });
    items.push(...shown);
    looked += last?.n ?? 0;
    at = last ? { key: part.status ?? last.key, baseUrl: last.address } : at;
    if (isFull || !isAll) return pageWith(at);
  }
  return pageWith(looked === LOOKED ? at : undefined);
}

/** Part of a list: all of it, or its sites of one status; and where the page begins in it. */
interface ListPart {
  readonly status?: SiteStatus;
  readonly after: Cursor | undefined;
}

const partsOf = (query: SiteQuery, after: Cursor | undefined): readonly ListPart[] =>
  query.sort === "status"
    ? shownStatuses(query, after).map((one) => ({ status: one, after: one === after?.key ? after : undefined }))
    : [{ after }];

interface SearchWalk {
  readonly db: Kysely<Tables>;
  readonly query: SiteQuery;
  readonly part: ListPart;
  /** Most entries that are looked at. */
  readonly most: number;
}

/** Sites of a part that fit, the last entry looked at for them, and whether it has no further ones. */
async function walkPart(walk: SearchWalk) {
  const { db, query, part, most } = walk;
  const { rows } = await entriesOf(walk).execute(db);
  const { search: _, ...others } = query;
  const addresses = rows.filter(({ fits }) => fits).map(({ address }) => address);
  const chosen = searched(filtered(selection(db), part.status ?? query.filter), others)
    .where("base_url", "in", [...addresses, ""])
    .orderBy(sql`array_position(${addresses}::text[], base_url)`)
    // One more than the page has room for shows that there is a next page.
    .limit(query.limit + 1);
  const sites = addresses.length === 0 ? [] : await chosen.execute();
  const shown = sites.slice(0, query.limit).map(listedSiteOf);
  const isFull = sites.length > query.limit;
  const lastShown = rows.find(({ address }) => address === shown.at(-1)?.baseUrl);
  const isAll = rows.length < READ && rows.at(-1)?.n !== most;
  return { shown, isFull, last: isFull ? lastShown : rows.at(-1), isAll };
}

interface IndexEntry {
  readonly address: string;
  readonly key: string | null;
  /** Number of the entry among those looked at, from 1. */
  readonly n: number;
  readonly fits: boolean;
}

/** Entries whose address fits, and the last one looked at if there may be more behind it. */
function entriesOf({ query, part, most }: SearchWalk): RawBuilder<IndexEntry> {
  const { table, address, key, where, order } = sourceOf(query, part);
  return sql<IndexEntry>`
    with looked as materialized (
      select ${sql.ref(address)} as address, ${key} as key from ${sql.table(table)}
        where ${where} order by ${order} limit ${most}),
    numbered as (
      select address, key::text, (row_number() over ())::int as n,
        ${query.search ? hasPart("address", query.search) : sql`true`} as fits from looked)
    select * from numbered where fits or n = ${most} order by n limit ${READ}`;
}

/** Index that a part of the list is walked in. */
function sourceOf(query: SiteQuery, { status, after }: ListPart) {
  if (query.sort !== "status" && query.sort !== "name") {
    const order = inDirection(ORDERS[query.sort], query);
    return {
      table: order.table,
      address: order.address,
      key: sql.ref(order.column),
      where: after ? isAfter(order, after, query) : sql`true`,
      order: orderedBy(order, query),
    };
  }
  const beyond = query.isReversed ? sql`<` : sql`>`;
  const further = after ? sql`base_url ${beyond} ${after.baseUrl}` : sql`true`;
  return {
    table: "crawl_sites" as const,
    address: "base_url" as const,
    key: sql`null`,
    where: status && INDEXED.includes(status) ? sql`${POSSIBLE[status]} and ${further}` : further,
    order: sql`base_url ${sql.raw(directionOf(query))}`,
  };
}

/** Statuses whose sites have an index by address, or are few; of the others all addresses are walked. */
const INDEXED: readonly SiteStatus[] = ["crawling", "failing", "undelivered", "notLive", "shrunk", "paused"];
