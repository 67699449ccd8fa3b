import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { SiteQuery } from "../site-query.ts";
import type { Tables } from "../tables/tables.ts";
import type { Migrated } from "./migrate.ts";

/**
 * What of an address a search looks at: any part of it, by an index of trigrams; where the engine has none, the
 * beginning of its host, or of what follows the host's first dot.
 */
export type SearchBy = "part" | "beginning";

/** A search for beginnings takes the first so many of each index, however many there are. */
export const MAX_BEGINNINGS = 1_000;

/** The step that makes a search for parts possible. */
export const TRIGRAM_STEP = "006_index_search";

/** Addresses from the host on, and from behind its first dot: `docs.example.com/en` and `example.com/en`. */
const BEGINNINGS = [
  { index: "crawl_sites_host", text: "lower(split_part(base_url, '://', 2))" },
  { index: "crawl_sites_domain", text: "lower(substr(base_url, strpos(base_url, '.') + 1))" },
] as const;

/** What follows `create index`, each with its name. By bytes, whatever the order of the database's letters is. */
export const BEGINNING_INDEXES = BEGINNINGS.map(({ index, text }) => ({
  name: index,
  index: `${index} on crawl_sites ((${text}) collate "C" asc)`,
}));

export async function searchBy({ db, backend }: Migrated): Promise<SearchBy> {
  // An embedded database has few sites, and reads them all.
  if (backend === "pglite") return "part";
  const { rows } = await sql`select 1 from llmstxt_migration where name = ${TRIGRAM_STEP}`.execute(db);
  return rows.length > 0 ? "part" : "beginning";
}

type Query<O> = SelectQueryBuilder<Tables, "crawl_sites", O>;

/** By the address, in capitals or not, and by a tag. */
export function searched<O>(
  query: Query<O>,
  { search, tag }: Pick<SiteQuery, "search" | "tag">,
  by: SearchBy,
): Query<O> {
  const tagged = tag === undefined ? query : query.where(hasTag(tag));
  if (!search) return tagged;
  return tagged.where(by === "part" ? hasPart(search) : beginsWith(search));
}

const hasPart = (search: string): RawBuilder<boolean> =>
  sql`base_url ilike ${`%${search.replace(/[\\%_]/g, "\\$&")}%`}`;

/** Two ranges of indexes, both bounded; what a list asks besides is asked of these few. */
function beginsWith(search: string): RawBuilder<boolean> {
  const first = search.toLowerCase().replace(/^https?:\/\//, "");
  // Addresses are ASCII: nothing in them comes after DEL.
  const beyond = `${first}\x7f`;
  const found = BEGINNINGS.map(({ text }) => {
    const beginning = sql`${sql.raw(text)} collate "C"`;
    return sql`(select id from crawl_sites where ${beginning} >= ${first} and ${beginning} < ${beyond}
      order by ${beginning} limit ${MAX_BEGINNINGS})`;
  });
  return sql`id in (${sql.join(found, sql` union all `)})`;
}

/** In the words of the index `crawl_sites_tags`. */
const hasTag = (tag: string) => sql<boolean>`(tags <> '[]'::jsonb and tags @> ${JSON.stringify([tag])}::jsonb)`;
