import { type Kysely, sql } from "kysely";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

const BATCH = 5_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Every URL that a row names: the newest text of each site, and those of its versions. A batch at a time. */
export async function* storedUrls(database: Database): AsyncGenerator<readonly string[]> {
  for (const table of ["crawl_sites", "site_versions"] as const) {
    for (let last = FIRST_ID; ; ) {
      const rows = await database.read((db) => urlsAfter(db, table, last));
      yield rows.flatMap(({ url }) => (url ? [url] : []));
      last = rows.at(-1)?.id ?? last;
      if (rows.length < BATCH) break;
    }
  }
}

async function urlsAfter(db: Kysely<Tables>, table: "crawl_sites" | "site_versions", last: string) {
  const url = table === "crawl_sites" ? "latest_llms_url" : "url";
  const { rows } = await sql<{
    id: string;
    url: string | null;
  }>`select id, ${sql.ref(url)} as url from ${sql.table(table)}
    where id > ${last} order by id limit ${BATCH}`.execute(db);
  return rows;
}
