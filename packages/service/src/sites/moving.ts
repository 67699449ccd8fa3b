import { siteKey } from "@llmstxt-service/page/address/site-key";
import { CrawlError } from "@llmstxt-service/page/errors";
import { type Kysely, sql } from "kysely";
import * as z from "zod";
import { alertRule } from "./alert-rule.ts";
import type { Database } from "./database/database.ts";
import type { Tables } from "./tables/tables.ts";
import { tagsOf } from "./tags.ts";
import { keepOverlay } from "./texts/texts.ts";

/** A site as a line of a file: its row and its texts, oldest first, as the tables have them. */
export interface MovedSite {
  readonly site: Readonly<Record<string, unknown>>;
  readonly versions: readonly Readonly<Record<string, unknown>>[];
  /** Its owner's changes, if there are any. */
  readonly overlay?: { readonly yaml: string; readonly overlay: unknown };
}

/** Columns that belong to the moment and to this place: who crawls the site just now, its place in the queue, its file in the store. */
const PASSING = [
  "lease_token",
  "crawling_since",
  "began_at",
  "pages_done",
  "attempts",
  "due_marks",
  "memory_key",
  "live",
];

const SECRETS = ["webhook_secret", "webhook_secret_set_at", "sealed_credentials"];

/** Sites read at once, with all their texts. */
const BATCH = 20;

/** Every site by address, secrets only where they are asked for. What a crawl remembers for conditional requests stays behind. */
export async function* exportSites(
  database: Database,
  options: { readonly withSecrets: boolean },
): AsyncGenerator<MovedSite> {
  const left = new Set(options.withSecrets ? PASSING : [...PASSING, ...SECRETS]);
  for (let last = ""; ; ) {
    const sites = await database.read((db) => sitesAfter(db, last));
    for (const { row, versions, overlay } of sites) {
      last = row.base_url;
      const site = Object.fromEntries(Object.entries(row).filter(([column]) => !left.has(column)));
      yield { site, versions, ...(overlay && { overlay }) };
    }
    if (sites.length < BATCH) return;
  }
}

async function sitesAfter(db: Kysely<Tables>, last: string) {
  const rows = await db
    .selectFrom("crawl_sites")
    .selectAll()
    .where("base_url", ">", last)
    .orderBy("base_url")
    .limit(BATCH)
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const texts = await db
    .selectFrom("site_versions")
    .selectAll()
    .where("site_id", "in", ids)
    .orderBy("at")
    .orderBy("id")
    .execute();
  const owners = await db
    .selectFrom("site_overlays")
    .select(["site_id", "yaml", "overlay"])
    .where("site_id", "in", ids)
    .where("yaml", "<>", "")
    .execute();
  const overlays = new Map(owners.map(({ site_id, ...overlay }) => [site_id, overlay]));
  return rows.map((row) => ({
    row,
    overlay: overlays.get(row.id),
    versions: texts.filter(({ site_id }) => site_id === row.id).map(({ site_id: _, ...version }) => version),
  }));
}

const within = (min: number, max: number) => z.int().min(min).max(max);

/** Columns that a line must have, and their rules; the database judges the types of the others. */
const movedSite = z.object({
  site: z.looseObject({
    base_url: z.string().refine((url) => siteKey(url) === url, "must be a base URL as it is stored"),
    max_pages: within(1, 100_000).optional(),
    desc_length: within(100, 2_000).optional(),
    recrawl_interval_minutes: within(1, 525_600).optional(),
    choices: z
      .looseObject({
        url: z.string().optional(),
        scope: z.enum(["domain", "path"]).optional(),
        include: z.array(z.string()).optional(),
        exclude: z.array(z.string()).optional(),
        sitemaps: z.array(z.string()).optional(),
      })
      .optional(),
    history: z.array(z.union([z.int(), z.literal("failed")])).optional(),
    tags: z
      .array(z.string())
      .refine((tags) => tagsOf(tags)?.join() === tags.join(), "must be tags as they are stored")
      .optional(),
    alerts: z.nullish(alertRule),
    kept: z.object({ pages: z.int(), times: z.int() }).nullish(),
  }),
  versions: z.array(z.looseObject({ id: z.uuid(), digest: z.string(), text: z.string() })).default([]),
  overlay: z.object({ yaml: z.string(), overlay: z.looseObject({}) }).optional(),
});

/**
 * Takes sites from lines of `exportSites`, all of them or none; a site that is there is replaced.
 * @returns how many
 * @throws CrawlError `wrong_usage` that names the line and what is wrong with it; `database_unavailable`
 */
export async function importSites(database: Database, lines: AsyncIterable<string>): Promise<number> {
  const connection = await database.connection();
  return connection.unlimited((db) =>
    db.transaction().execute(async (trx) => {
      const columns = { site: await columnsOf(trx, "crawl_sites"), version: await columnsOf(trx, "site_versions") };
      let [number, sites] = [0, 0];
      for await (const line of lines) {
        number++;
        if (line.trim() === "") continue;
        await takeLine(trx, columns, line).catch((error: unknown) => {
          throw new CrawlError(
            "wrong_usage",
            { detail: `Line ${number}: ${wordsOf(error)}; nothing was imported` },
            { cause: error },
          );
        });
        sites++;
      }
      return sites;
    }),
  );
}

type ColumnNames = ReadonlySet<string>;

async function columnsOf(db: Kysely<Tables>, table: string): Promise<ColumnNames> {
  const { rows } = await sql<{ column_name: string }>`select column_name from information_schema.columns
    where table_name = ${table} and table_schema = current_schema()`.execute(db);
  return new Set(rows.map(({ column_name }) => column_name));
}

async function takeLine(
  db: Kysely<Tables>,
  columns: { site: ColumnNames; version: ColumnNames },
  line: string,
): Promise<void> {
  const { site, versions, overlay } = movedSite.parse(JSON.parse(line));
  await db.deleteFrom("crawl_sites").where("base_url", "=", site.base_url).execute();
  const id = await insert(db, "crawl_sites", pick(site, columns.site));
  for (const version of versions) await insert(db, "site_versions", { ...pick(version, columns.version), site_id: id });
  if (overlay !== undefined) await keepOverlay(db, id, overlay);
}

/** A column of another version of this program cannot be kept, and is not lost in silence. */
function pick(row: Readonly<Record<string, unknown>>, columns: ColumnNames): Readonly<Record<string, unknown>> {
  const unknown = Object.keys(row).filter((column) => !columns.has(column));
  if (unknown.length > 0) throw new Error(`this version knows no column ${unknown.slice(0, 5).join(", ")}`);
  return Object.fromEntries(Object.entries(row).filter(([column]) => !PASSING.includes(column)));
}

async function insert(
  db: Kysely<Tables>,
  table: "crawl_sites" | "site_versions",
  row: Readonly<Record<string, unknown>>,
): Promise<string> {
  const columns = Object.keys(row).map((column) => sql.ref(column));
  // A driver would turn an array into a Postgres array; our columns hold JSON.
  const values = Object.values(row).map(
    (value) => sql`${typeof value === "object" && value !== null ? JSON.stringify(value) : value}`,
  );
  const { rows } = await sql<{ id: string }>`insert into ${sql.table(table)} (${sql.join(columns)})
    values (${sql.join(values)}) returning id`.execute(db);
  return rows[0]?.id ?? "";
}

function wordsOf(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues
      .map(({ path, message }) => `${path.join(".")}: ${message}`)
      .slice(0, 3)
      .join("; ");
  return error instanceof Error ? error.message : String(error);
}
