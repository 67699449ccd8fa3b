import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { type Narrowing, SITE_AGE_NAMES, SITE_AGES, type SiteAge } from "../site-query.ts";
import type { Tables } from "../tables/tables.ts";

type Query<O> = SelectQueryBuilder<Tables, "crawl_sites", O>;

/** True if a list is of some sites by search, tag or age. */
export const isNarrow = ({ search, tag, age }: Narrowing): boolean =>
  Boolean(search) || tag !== undefined || age !== undefined;

/** Sites whose address contains `search`, in any case, that have the tag, and whose last good crawl is so old. */
export function searched<O>(all: Query<O>, { search, tag, age }: Narrowing): Query<O> {
  const query = age === undefined ? all : all.where(isOfAge(age));
  const tagged = tag === undefined ? query : query.where(hasTag(tag));
  return search ? tagged.where(hasPart("base_url", search)) : tagged;
}

/** True if a search has the three letters or digits in a row that the index `crawl_sites_search` needs. */
export const isIndexed = (search: string): boolean => /[\p{L}\p{N}]{3}/u.test(search); // Bound: 200 characters.

/**
 * Condition in the form that the index `crawl_sites_search` supports. A shorter search gets a form that it does not
 * support: Postgres would read the whole index, and not stop at a time limit while it does.
 */
export const hasPart = (address: "base_url" | "address", search: string): RawBuilder<boolean> =>
  sql`${isIndexed(search) ? sql.ref(address) : sql`(${sql.ref(address)} || '')`}
    ilike ${`%${search.replace(/[\\%_]/g, "\\$&")}%`}`;

/** Index into the names of the ages; null where there was no good crawl. */
export const ageIndex = sql<number | null>`width_bucket(extract(epoch from now() - last_crawled_at)::float8 / 3600,
  ${sql.raw(
    `array[${Object.values(SITE_AGES)
      .filter((end) => end !== null)
      .join(",")}]::float8[]`,
  )})`;

const isOfAge = (age: SiteAge) => sql<boolean>`${ageIndex} = ${SITE_AGE_NAMES.indexOf(age)}`;

/** Condition in the form that the index `crawl_sites_tags` supports. */
const hasTag = (tag: string) => sql<boolean>`(tags <> '[]'::jsonb and tags @> ${JSON.stringify([tag])}::jsonb)`;
