import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { SiteQuery } from "../site-query.ts";
import type { Tables } from "../tables/tables.ts";

type Query<O> = SelectQueryBuilder<Tables, "crawl_sites", O>;

/** By any part of the address, in capitals or not, and by a tag. */
export function searched<O>(query: Query<O>, { search, tag }: Pick<SiteQuery, "search" | "tag">): Query<O> {
  const tagged = tag === undefined ? query : query.where(hasTag(tag));
  return search ? tagged.where(hasPart(search)) : tagged;
}

/** In the words of the index `crawl_sites_search`. */
const hasPart = (search: string): RawBuilder<boolean> =>
  sql`base_url ilike ${`%${search.replace(/[\\%_]/g, "\\$&")}%`}`;

/** In the words of the index `crawl_sites_tags`. */
const hasTag = (tag: string) => sql<boolean>`(tags <> '[]'::jsonb and tags @> ${JSON.stringify([tag])}::jsonb)`;
