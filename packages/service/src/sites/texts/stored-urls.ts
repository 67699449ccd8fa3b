import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Tables } from "../tables/tables.ts";

const BATCH = 5_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Columns of each table that name a file. */
const COLUMNS = { crawl_sites: "latest_llms_url", site_versions: "url", jobs: "file_url" } as const;
const TABLES = ["crawl_sites", "site_versions", "jobs"] as const satisfies readonly (keyof typeof COLUMNS)[];

/** Every URL that a row names, in batches: of newest texts, of versions, and of kept crawls. */
export async function* storedUrls(database: Database): AsyncGenerator<readonly string[]> {
  for (const table of TABLES) {
    for (let last = FIRST_ID; ; ) {
      const rows = await database.read((db) => urlsAfter(db, table, last));
      yield rows.flatMap(({ url }) => (url ? [url] : []));
      last = rows.at(-1)?.id ?? last;
      if (rows.length < BATCH) break;
    }
  }
}

/** Addresses of the sites whose pages are stored, in batches. */
export async function* rememberedSites(database: Database): AsyncGenerator<readonly string[]> {
  for (let last = ""; ; ) {
    const rows = await database.read((db) =>
      db
        .selectFrom("crawl_sites")
        .select("base_url")
        .where("base_url", ">", last)
        .where("memory_key", "is not", null)
        .orderBy("base_url")
        .limit(BATCH)
        .execute(),
    );
    yield rows.map(({ base_url }) => base_url);
    last = rows.at(-1)?.base_url ?? last;
    if (rows.length < BATCH) return;
  }
}

async function urlsAfter(db: Kysely<Tables>, table: keyof typeof COLUMNS, last: string) {
  const { rows } = await sql<{ id: string; url: string | null }>`select id, ${sql.ref(COLUMNS[table])} as url
    from ${sql.table(table)} where id > ${last} order by id limit ${BATCH}`.execute(db);
  return rows;
}
