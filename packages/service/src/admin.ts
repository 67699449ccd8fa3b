import { siteKey } from "@llmstxt-service/page/address/site";
import { CrawlError } from "@llmstxt-service/page/errors";
import { sql } from "kysely";
import { PgBoss } from "pg-boss";
import { type Connection, Database } from "./database.ts";
import { FolderInUse } from "./folder-lock.ts";
import { type Log, openLog } from "./log.ts";
import { exportSites, importSites } from "./moving.ts";
import { type CrawlRequest, readRequest, requestSchema } from "./request.ts";
import type { Settings } from "./settings.ts";
import type { SiteItem } from "./shapes.ts";
import { columnsOf, requestOf } from "./sites.ts";
import { listSites } from "./sites-list.ts";

/** What a person may set of a site; left out: as it is, or the default. */
export type SiteChanges = Partial<
  Pick<
    CrawlRequest,
    "recrawlIntervalMinutes" | "maxPages" | "descLength" | "include" | "exclude" | "scope" | "language" | "overlay"
  >
>;

/** Enrolled sites, without a running service. */
export interface SitesAdmin {
  /** Those that need attention first. */
  list(query?: { readonly search?: string | undefined }): AsyncIterable<SiteItem>;
  /** Enrols a site, which is due at once; one that is enrolled takes the changes. */
  add(baseUrl: string, changes: SiteChanges): Promise<"added" | "changed">;
  /** Changes a site, which is due at once. @returns false where it is not enrolled */
  set(baseUrl: string, changes: SiteChanges): Promise<boolean>;
  remove(baseUrl: string): Promise<boolean>;
  exported(): AsyncIterable<string>;
  imported(lines: AsyncIterable<string>): Promise<{ readonly added: number; readonly changed: number }>;
  close(): Promise<void>;
}

/** Brings the database's tables, and those of the job engine, up to date. */
export async function migrate(settings: Settings): Promise<void> {
  const database = await open(settings, async ({ engine, backend }) => {
    const boss = new PgBoss({ db: engine, backend, schedule: false, supervise: false });
    boss.on("error", () => {}); // `start` rejects with it
    await boss.start();
    await boss.stop({ graceful: false });
  });
  await database.close();
}

/** Opens the database of a service. @throws CrawlError that says what to do */
export async function openSites(settings: Settings): Promise<SitesAdmin> {
  const database = await open(settings, async () => {});
  const schema = requestSchema(settings);
  const asked = (url: string, changes: object) => readRequest(schema, { ...changes, url, enableAutoUpdate: true });
  const keyOf = (url: string) => siteKey(asked(url, {}).url) ?? url;
  const due = { next_crawl_at: sql<Date>`now()`, updated_at: sql<Date>`now()` };
  const set = (baseUrl: string, changes: SiteChanges) =>
    database.transaction(async (db) => {
      const rows = db.selectFrom("crawl_sites").selectAll().where("base_url", "=", keyOf(baseUrl));
      const site = await rows.forUpdate().executeTakeFirst();
      if (site === undefined) return false;
      const request = asked(site.base_url, { ...requestOf(site), ...changes });
      // Without its digest the document is made again, whatever the sitemap says.
      const values = { ...columnsOf(request), ...due, plain_hash: null };
      await db.updateTable("crawl_sites").set(values).where("id", "=", site.id).execute();
      return true;
    });
  return {
    set,
    async *list({ search } = {}) {
      const told = new Set<string>();
      for (const filter of ["attention", "all"] as const)
        for (let cursor: string | undefined; ; ) {
          const query = { search, cursor, limit: 200, sort: "address", order: "asc", filter } as const;
          const { items, next } = await listSites(database, query);
          yield* items.filter(({ id }) => !told.has(id));
          if (filter === "attention") for (const { id } of items) told.add(id);
          if (next === null) break;
          cursor = next;
        }
    },
    async add(baseUrl, changes) {
      const request = asked(baseUrl, changes);
      const values = { ...columnsOf(request), ...due, base_url: keyOf(baseUrl) };
      const rows = await database.use((db) => {
        const insert = db.insertInto("crawl_sites").values(values);
        return insert
          .onConflict((on) => on.column("base_url").doNothing())
          .returning("id")
          .execute();
      });
      if (rows.length > 0) return "added";
      await set(baseUrl, changes);
      return "changed";
    },
    async remove(baseUrl) {
      const key = keyOf(baseUrl);
      const rows = await database.use((db) => db.deleteFrom("crawl_sites").where("base_url", "=", key).execute());
      return rows.some(({ numDeletedRows }) => numDeletedRows > 0n);
    },
    exported: () => exportSites(database),
    imported: (lines) => importSites(database, lines),
    close: () => database.close(),
  };
}

async function open(settings: Settings, onOpen: (connection: Connection) => Promise<void>): Promise<Database> {
  if (settings.DATABASE_URL === "none") throw new CrawlError("wrong_usage", { detail: "DATABASE_URL is none" });
  const log: Log = openLog({ ...settings, LOG_LEVEL: "warn" });
  try {
    return await Database.open(settings, log, onOpen);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const detail = `${error.message}: stop the service, or use its page or its REST interface`;
    throw new CrawlError("wrong_usage", { detail }, { cause: error });
  }
}
