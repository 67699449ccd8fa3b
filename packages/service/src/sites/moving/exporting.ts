import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Tables } from "../tables/tables.ts";
import { ahead } from "./ahead.ts";
import { columnsOf, PASSING } from "./moved-site.ts";
import { type HostPart, isOfPart } from "./part.ts";

const SECRETS = ["webhook_secret", "webhook_secret_set_at", "sealed_credentials"];

/** Most sites read at once, and most characters of their texts: they are held in memory. */
const BATCH = 500;
const MAX_CHARACTERS = 16 * 2 ** 20;

interface ExportOptions {
  readonly withSecrets: boolean;
  /** Part of the hosts; undefined: all. */
  readonly part?: HostPart | undefined;
}

/**
 * Exports every site by address, each a line of JSON (`MovedSite`), in batches, the next of which is read while the
 * caller has one; secrets only on request. Data for conditional requests is left out.
 */
export const exportSites = (database: Database, options: ExportOptions): AsyncGenerator<readonly string[]> =>
  ahead(batchesOf(database, options));

async function* batchesOf(database: Database, { withSecrets, part }: ExportOptions): AsyncGenerator<readonly string[]> {
  const left = withSecrets ? PASSING : [...PASSING, ...SECRETS];
  const columns = await database.read(async (db) => ({
    site: [...(await columnsOf(db, "crawl_sites"))].filter((column) => !left.includes(column)),
    version: [...(await columnsOf(db, "site_versions"))].filter((column) => column !== "site_id"),
  }));
  for (let last: string | undefined = ""; last !== undefined; ) {
    const found: readonly FoundSite[] = await database.read((db) => sitesAfter(db, last ?? "", part));
    for (const ids of inPieces(found)) yield await database.read((db) => linesOf(db, ids, columns));
    last = found.length === BATCH ? found.at(-1)?.base_url : undefined;
  }
}

type FoundSite = Awaited<ReturnType<typeof sitesAfter>>[number];

const sitesAfter = (db: Kysely<Tables>, last: string, part: HostPart | undefined) =>
  db
    .selectFrom("crawl_sites")
    .select(["id", "base_url"])
    .select(sql<string>`(select sum(characters) from site_versions where site_id = crawl_sites.id)`.as("characters"))
    .where("base_url", ">", last)
    .$if(part !== undefined, (query) => query.where(isOfPart(part ?? { index: 1, of: 1 })))
    .orderBy("base_url")
    .limit(BATCH)
    .execute();

/** Ids of a batch's sites; a batch whose texts are large is split. */
function inPieces(found: readonly FoundSite[]): readonly (readonly string[])[] {
  const pieces: string[][] = [];
  let room = 0;
  for (const { id, characters } of found) {
    room -= Number(characters);
    if (room <= 0) pieces.push([]);
    if (room <= 0) room = MAX_CHARACTERS;
    pieces.at(-1)?.push(id);
  }
  return pieces;
}

const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/** Lines made by the database, which this process then only writes. Times are in UTC, whatever the database's zone is. */
const linesOf = (
  db: Kysely<Tables>,
  ids: readonly string[],
  { site, version }: Readonly<Record<"site" | "version", readonly string[]>>,
) =>
  db.transaction().execute(async (trx) => {
    await sql`set local time zone 'UTC'`.execute(trx);
    const { rows } = await sql<{ line: string }>`select '{"site":'
        || (select row_to_json(site) from (select ${refs(site)}) site)
        || ',"versions":' || coalesce((select json_agg(version order by version.at, version.id)
          from (select ${refs(version)} from site_versions where site_id = crawl_sites.id) version), '[]')
        || coalesce((select ',"overlay":' || row_to_json(own) from (select yaml, overlay from site_overlays
          where site_id = crawl_sites.id and yaml <> '') own), '') || '}' as line
      from crawl_sites where id = any(${ids}::uuid[]) order by base_url`.execute(trx);
    return rows.map(({ line }) => line);
  });
