import { type Kysely, sql } from "kysely";
import type { Database } from "./database/database.ts";
import type { Tables } from "./tables/tables.ts";

/** Pages of a site's last crawl that lie in a table, as older versions kept them. */
export interface OldMemory {
  readonly siteId: string;
  readonly baseUrl: string;
  /** The site's, which has one from now on. */
  readonly memoryKey: string;
  readonly pages: Uint8Array;
}

/** Takes what older versions kept out of the database, a site at a time; any number of processes may do so at once. */
export interface OldMemories {
  /** The next one after this id, from the beginning without it. `newKey` is for a site that has none. */
  next(after: string | undefined, newKey: string): Promise<OldMemory | undefined>;
  /** Forgets it: the store has it now. */
  moved(memory: OldMemory): Promise<void>;
}

export const oldMemories = (database: Database): OldMemories => ({
  next: (after, newKey) => database.run((db) => next(db, after, newKey)),
  moved: ({ siteId }) =>
    database.run(async (db) => {
      await db.deleteFrom("site_memories").where("site_id", "=", siteId).execute();
    }),
});

async function next(db: Kysely<Tables>, after: string | undefined, newKey: string): Promise<OldMemory | undefined> {
  const first = db.selectFrom("site_memories").select(["site_id", "pages"]).orderBy("site_id").limit(1);
  const found = await (after === undefined ? first : first.where("site_id", ">", after)).executeTakeFirst();
  if (found === undefined) return undefined;
  const { site_id: siteId, pages } = found;
  // The key before the file, and never another one: whoever is cut off, or does the same beside this one, uses it again.
  const site = await db
    .updateTable("crawl_sites")
    .set({ memory_key: sql<string>`coalesce(memory_key, ${newKey})` })
    .where("id", "=", siteId)
    .returning(["base_url", "memory_key"])
    .executeTakeFirst();
  // Removed meanwhile, and with it its row of this table.
  if (!site?.memory_key) return next(db, siteId, newKey);
  return { siteId, baseUrl: site.base_url, memoryKey: site.memory_key, pages };
}
