import { CrawlError } from "@llmstxt-service/page/errors";
import { tryJson } from "@llmstxt-service/page/json";
import { type RawBuilder, sql } from "kysely";
import * as z from "zod";
import { stateOf } from "../database/database.ts";
import { SITE_STATUSES, type SiteQuery, type SiteSort, type SiteStatus } from "../site-query.ts";

/** Order of a list: by a column with an index of its own, then by the address as in that index. */
export interface Order {
  readonly table: "crawl_sites" | "site_schedule";
  readonly column: string;
  readonly address: "base_url" | "page.base_url" | "address";
  readonly type: "timestamptz" | "int4";
  readonly direction: "asc" | "desc";
}

const SCHEDULED = { table: "site_schedule", address: "address", type: "timestamptz" } as const;
const OF_SITE = { table: "crawl_sites", address: "base_url" } as const;

export const ORDERS = {
  next: { ...SCHEDULED, column: "due_at", direction: "asc" },
  changed: { ...OF_SITE, column: "last_changed_at", type: "timestamptz", direction: "desc" },
  crawled: { ...SCHEDULED, column: "crawled_at", direction: "desc" },
  pages: { ...OF_SITE, column: "pages", type: "int4", direction: "desc" },
  interval: { ...OF_SITE, column: "recrawl_interval_minutes", type: "int4", direction: "asc" },
} as const satisfies Partial<Record<SiteSort, Order>>;

type Direction = Pick<SiteQuery, "isReversed">;

export const directionOf = ({ isReversed }: Direction) => (isReversed ? "desc" : "asc");

export const inDirection = (order: Order, { isReversed }: Direction): Order =>
  isReversed ? { ...order, direction: order.direction === "asc" ? "desc" : "asc" } : order;

/** Terms of `order by`. A list in reverse reads the index from its end, so rows without a value come first. */
export const orderedBy = ({ column, address, direction }: Order, query: Direction): RawBuilder<unknown> =>
  sql`${sql.ref(column)} ${sql.raw(direction)} nulls ${sql.raw(query.isReversed ? "first" : "last")},
    ${sql.ref(address)} ${sql.raw(directionOf(query))}`;

/**
 * Sites after a cursor. The first condition is a range of the index; the second leaves out sites of the page before.
 */
export function isAfter(
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

/** Statuses in the order of a list by status, the most urgent first. */
export const statusesFor = ({ isReversed }: Direction): readonly SiteStatus[] =>
  isReversed ? SITE_STATUSES.toReversed() : SITE_STATUSES;

/** Position after a page: its last row's value of the order, null if it has none, and its address. */
export interface Cursor {
  readonly key: string | null;
  readonly baseUrl: string;
}

export const cursorOf = ({ key, baseUrl }: Cursor): string =>
  Buffer.from(JSON.stringify([key, baseUrl])).toString("base64url");

/** @throws CrawlError `invalid_request` for a text that is no cursor */
export function cursorIn({ cursor: text, sort }: SiteQuery): Cursor | undefined {
  if (text === undefined) return undefined;
  const parsed = cursorShape.safeParse(tryJson(Buffer.from(text, "base64url").toString()));
  if (!parsed.success) throw wrongCursor();
  const [key, baseUrl] = parsed.data;
  if (sort === "status" && !SITE_STATUSES.some((one) => one === key)) throw wrongCursor();
  return { key, baseUrl };
}

const cursorShape = z.tuple([z.string().nullable(), z.string()]);

/** The error of a page: a value of the wrong type (class 22) can only be the cursor's. */
export const pageError = (error: unknown, after: Cursor | undefined): unknown =>
  after && stateOf(error).startsWith("22") ? wrongCursor() : error;

const wrongCursor = () =>
  new CrawlError("invalid_request", {
    field: "cursor",
    detail: "must be `next` of the page before, in the same order",
  });
