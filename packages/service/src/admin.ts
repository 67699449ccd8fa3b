// Access to enrolled sites and the schema without a running service, for the command.
import { siteKey } from "@llmstxt-service/page/address/site";
import { CrawlError } from "@llmstxt-service/page/errors";
import { type Insertable, sql } from "kysely";
import { PgBoss } from "pg-boss";
import * as z from "zod";
import { type Connection, Database, isAway, unavailable } from "./database.ts";
import { type Log, openLog } from "./process.ts";
import { type CrawlRequest, readRequest, requestSchema } from "./request.ts";
import type { Settings } from "./settings.ts";
import type { SiteItem } from "./shapes.ts";
import { addSites, columnsOf, requestOf } from "./sites.ts";
import { listSites } from "./sites-list.ts";
import { encoded, type Sql, type Tables } from "./tables.ts";

/** Settings of a site that a person may change; missing ones keep their value, or the default. */
export type SiteChanges = Partial<Omit<CrawlRequest, "url" | "enableAutoUpdate">>;

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

export type SitesAdmin = Awaited<ReturnType<typeof openSites>>;

/** Opens the sites of a service that is not running. @throws CrawlError that says what to do */
export async function openSites(settings: Settings) {
  const database = await open(settings, async () => {});
  const schema = requestSchema(settings);
  const asked = (url: string, changes: object) => readRequest(schema, { ...changes, url, enableAutoUpdate: true });
  const keyOf = (url: string) => siteKey(asked(url, {}).url) ?? url;
  const due = { next_crawl_at: sql<Date>`now()`, updated_at: sql<Date>`now()` };
  /** Changes a site, which is then due at once. @returns false if it is not enrolled */
  const set = (baseUrl: string, changes: SiteChanges) =>
    database.transaction(async (db) => {
      const rows = db.selectFrom("crawl_sites").selectAll().where("base_url", "=", keyOf(baseUrl));
      const site = await rows.forUpdate().executeTakeFirst();
      if (site === undefined) return false;
      const request = asked(site.base_url, { ...requestOf(site), ...changes });
      // A null digest forces a new document, whatever the sitemap says.
      const values = { ...columnsOf(request), ...due, plain_hash: null };
      await db.updateTable("crawl_sites").set(values).where("id", "=", site.id).execute();
      return true;
    });
  return {
    set,
    /** Lists sites, those that need attention first. */
    async *list({ search }: { readonly search?: string } = {}): AsyncGenerator<SiteItem> {
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
    /** Enrols a site, which is due at once; an enrolled one gets the changes. */
    async add(baseUrl: string, changes: SiteChanges): Promise<"added" | "changed"> {
      const request = asked(baseUrl, changes);
      const row = { ...columnsOf(request), base_url: keyOf(baseUrl) };
      if ((await database.use((db) => addSites(db, [row]))).length > 0) return "added";
      await set(baseUrl, changes);
      return "changed";
    },
    async remove(baseUrl: string): Promise<boolean> {
      const key = keyOf(baseUrl);
      const rows = await database.use((db) => db.deleteFrom("crawl_sites").where("base_url", "=", key).execute());
      return rows.some(({ numDeletedRows }) => numDeletedRows > 0n);
    },
    exported: () => exportSites(database),
    imported: (lines: AsyncIterable<string>) => importSites(database, lines),
    close: () => database.close(),
  };
}

async function open(settings: Settings, onOpen: (connection: Connection) => Promise<void>): Promise<Database> {
  if (settings.DATABASE_URL === "none") throw new CrawlError("wrong_usage", { detail: "DATABASE_URL is none" });
  const log: Log = openLog({ ...settings, LOG_LEVEL: "warn" });
  return Database.open(settings, log, onOpen).catch((error) => {
    throw isAway(error) ? unavailable(error.message) : error;
  });
}

const PAGE = 200;

const text = z.string().nullish();
const time = z.coerce.date().nullish();
const object = z.looseObject({}).nullish();

/** Columns of a site that are meaningful in another database. */
const line = z.strictObject({
  base_url: z.string().refine((url) => siteKey(url) === url, "must be an http(s) address in its normal form"),
  max_pages: z.int().min(1).optional(),
  desc_length: z.int().min(100).max(2_000).optional(),
  recrawl_interval_minutes: z.int().min(1).max(525_600).optional(),
  ...{ last_crawled_at: time, last_changed_at: time, next_crawl_at: time, created_at: z.coerce.date().optional() },
  ...{ sentinel_last_modified: time, generated_at: time, latest_llms_hash: text, latest_llms_url: text },
  ...{ sentinel_url: text, webhook_secret: text, plain_hash: text, base_text: text, latest_text: text },
  avg_change_interval_minutes: z.number().nullish(),
  ...{ options: z.looseObject({}).optional(), overlay: object, summary: object, pages: z.int().nullish() },
  ...{ alerts: z.boolean().optional(), is_enhanced: z.boolean().optional() },
});

/** Every site as a line of JSON, ordered by address, with its webhook secret. */
export async function* exportSites(database: Database): AsyncGenerator<string> {
  for (let after = ""; ; ) {
    const rows = await database.use((db) =>
      db
        .selectFrom("crawl_sites")
        .select(line.keyof().options)
        .where("base_url", ">", after)
        .orderBy("base_url")
        .limit(PAGE)
        .execute(),
    );
    for (const row of rows) yield JSON.stringify(row);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.base_url;
  }
}

/**
 * Imports sites from lines of JSON; an existing site gets the line's values.
 * @throws CrawlError `wrong_usage` that names a wrong line: earlier batches are written
 */
export async function importSites(
  database: Database,
  lines: AsyncIterable<string>,
): Promise<{ readonly added: number; readonly changed: number }> {
  const done = { added: 0, changed: 0 };
  let batch: Row[] = [];
  const write = async () => {
    const results = await database.transaction((db) => Promise.all(batch.map((row) => writeSite(db, row))));
    for (const isNew of results) done[isNew ? "added" : "changed"]++;
    batch = [];
  };
  let number = 0;
  for await (const text of lines) {
    number++;
    if (text.trim() !== "") batch.push(rowOf(text, number));
    if (batch.length === PAGE) await write();
  }
  await write();
  return done;
}

type Row = Insertable<Tables["crawl_sites"]>;

function rowOf(text: string, number: number): Row {
  const read = line.safeParse(parsed(text));
  const [issue] = read.error?.issues ?? [];
  if (!read.success)
    throw new CrawlError("wrong_usage", {
      detail: `Line ${number}: ${issue?.path.join(".") || "site"}: ${issue?.message}`,
    });
  return encoded(read.data);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // no JSON: the schema refuses the text
  }
}

/** @returns true if the site is new */
async function writeSite(db: Sql, row: Row): Promise<boolean> {
  const { base_url: _, created_at: __, ...set } = row;
  const { is_new } = await db
    .insertInto("crawl_sites")
    .values(row)
    .onConflict((on) => on.column("base_url").doUpdateSet({ ...set, updated_at: new Date() }))
    // Postgres sets xmax of an existing row to the transaction that changed it.
    .returning(sql<boolean>`xmax = 0`.as("is_new"))
    .executeTakeFirstOrThrow();
  return is_new;
}
