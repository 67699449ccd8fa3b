import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { type Narrowing, SITE_AGE_NAMES, SITE_AGES, type SiteAge } from "../site-query.ts";
import type { Tables } from "../tables/tables.ts";

type Query<O> = SelectQueryBuilder<Tables, "crawl_sites", O>;

/**
 * Most sites that a search may find for them to be taken by their ids from then on: ten million addresses are searched
 * once for a page of a list and its count, not again for each status.
 */
const FEW = 5_000;

/** Conditions of a list, with the ids of sites that fulfil them. */
export interface FoundSites extends Narrowing {
  /** All that fulfil them if they are few, or the part that has to do. */
  readonly ids?: readonly string[];
  /** The first of very many. */
  readonly first?: readonly string[];
}

/** Milliseconds in which all sites are looked at: ten million addresses take three seconds. */
const FIND_MS = 4_000;

/** Addresses looked at where all would take too long: less than a tenth of a second. */
const PART = 250_000;

/** Finds the sites of a search, tag or age, if they are few. @throws CrawlError `database_slow` */
export async function found<Q extends Narrowing>(database: Database, query: Q): Promise<Q & FoundSites> {
  if (!query.search && query.tag === undefined && query.age === undefined) return query;
  const ids = await database.read((db) => idsOf(db, query), FIND_MS);
  return ids.length > FEW ? { ...query, first: ids.slice(0, FEW) } : { ...query, ids };
}

/** Milliseconds of each statement of a list of very many sites, of which a part will do. */
const MANY_MS = 500;

export const limitMs = ({ first }: FoundSites): number | undefined => first && MANY_MS;

/**
 * Narrows a list to the first of very many sites, or to those among the first addresses; `isPart` if there may be more.
 * @throws CrawlError `database_slow`
 */
export async function foundInPart<Q extends Narrowing>(database: Database, query: Q, first?: readonly string[]) {
  if (first !== undefined) return { ...query, ids: first, isPart: true };
  const end = await database.read((db) =>
    db.selectFrom("crawl_sites").select("base_url").orderBy("base_url").offset(PART).limit(1).executeTakeFirst(),
  );
  const ids = await database.read((db) => idsOf(db, query, end?.base_url));
  return { ...query, ids: ids.slice(0, FEW), isPart: end !== undefined || ids.length > FEW };
}

/** Ids by way of the addresses, which are read from an index alone. */
async function idsOf(db: Kysely<Tables>, query: Narrowing, end?: string): Promise<readonly string[]> {
  const addresses = searched(db.selectFrom("crawl_sites").select("base_url"), query)
    .$if(end !== undefined, (all) => all.where("base_url", "<", end ?? ""))
    .limit(FEW + 1);
  const rows = db.selectFrom("crawl_sites").select("id").where(sql<boolean>`base_url = any(array(${addresses}))`);
  return (await rows.execute()).map(({ id }) => id);
}

/** Sites whose address contains `search`, in any case, that have the tag, and whose last good crawl is so old. */
export function searched<O>(all: Query<O>, { search, tag, age, ids }: FoundSites): Query<O> {
  if (ids !== undefined) return all.where(sql<boolean>`id = any(${ids}::uuid[])`);
  const query = age === undefined ? all : all.where(isOfAge(age));
  const tagged = tag === undefined ? query : query.where(hasTag(tag));
  return search ? tagged.where(hasPart(search)) : tagged;
}

/** Fewest letters that the index `crawl_sites_search` finds. */
const INDEXED = 3;

/** If a search has too few letters for the index: all addresses would be read. */
export const isUnindexed = ({ search }: Narrowing): boolean => !!search && search.length < INDEXED;

/** Condition in the form that the index supports; for fewer letters in one that Postgres does not look up there. */
const hasPart = (search: string): RawBuilder<boolean> =>
  search.length < INDEXED
    ? sql`position(${search.toLowerCase()} in lower(base_url)) > 0`
    : sql`base_url ilike ${`%${search.replace(/[\\%_]/g, "\\$&")}%`}`;

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
