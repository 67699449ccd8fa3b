import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { type Narrowing, SITE_AGE_NAMES, SITE_AGES, type SiteAge } from "../site-query.ts";
import type { Tables } from "../tables/tables.ts";

type Query<O> = SelectQueryBuilder<Tables, "crawl_sites", O>;

/**
 * Most sites that a search may find for them to be taken by their ids from then on: ten million addresses are searched
 * once for a page of a list and its count, not again for each status.
 */
const FEW = 5_000;

/** Conditions of a list with the ids of the sites that fulfil them, if those are few. */
export interface FoundSites extends Narrowing {
  readonly ids?: readonly string[];
}

/** Finds the sites of a search, tag or age, if they are few. */
export async function found<Q extends Narrowing>(db: Kysely<Tables>, query: Q): Promise<Q & FoundSites> {
  if (!query.search && query.tag === undefined && query.age === undefined) return query;
  const some = searched(db.selectFrom("crawl_sites").select("id"), query).limit(FEW + 1);
  const ids = (await some.execute()).map(({ id }) => id);
  return ids.length > FEW ? query : { ...query, ids };
}

/** Sites whose address contains `search`, in any case, that have the tag, and whose last good crawl is so old. */
export function searched<O>(all: Query<O>, { search, tag, age, ids }: FoundSites): Query<O> {
  if (ids !== undefined) return all.where(sql<boolean>`id = any(${ids}::uuid[])`);
  const query = age === undefined ? all : all.where(isOfAge(age));
  const tagged = tag === undefined ? query : query.where(hasTag(tag));
  return search ? tagged.where(hasPart(search)) : tagged;
}

/** Condition in the form that the index `crawl_sites_search` supports. */
const hasPart = (search: string): RawBuilder<boolean> =>
  sql`base_url ilike ${`%${search.replace(/[\\%_]/g, "\\$&")}%`}`;

/** Index into the names of the ages. */
export const ageIndex = sql<number>`coalesce(width_bucket(extract(epoch from now() - last_crawled_at)::float8 / 3600,
  ${sql.raw(
    `array[${Object.values(SITE_AGES)
      .filter((end) => end !== null)
      .join(",")}]::float8[]`,
  )}), ${sql.lit(SITE_AGE_NAMES.indexOf("never"))})`;

const isOfAge = (age: SiteAge) => sql<boolean>`${ageIndex} = ${SITE_AGE_NAMES.indexOf(age)}`;

/** Condition in the form that the index `crawl_sites_tags` supports. */
const hasTag = (tag: string) => sql<boolean>`(tags <> '[]'::jsonb and tags @> ${JSON.stringify([tag])}::jsonb)`;
