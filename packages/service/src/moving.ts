import { siteKey } from "@llmstxt-service/page/address/site";
import { CrawlError } from "@llmstxt-service/page/errors";
import { type Insertable, sql } from "kysely";
import * as z from "zod";
import type { Database } from "./database.ts";
import { json, type Sql, type Tables } from "./tables.ts";

/** Columns of a site that mean something in another database. */
const COLUMNS = [
  ...(["base_url", "max_pages", "desc_length", "recrawl_interval_minutes", "last_crawled_at"] as const),
  ...(["last_changed_at", "next_crawl_at", "latest_llms_hash", "latest_llms_url", "sentinel_url"] as const),
  ...(["sentinel_last_modified", "avg_change_interval_minutes", "webhook_secret", "created_at"] as const),
  ...(["options", "overlay", "alerts", "pages", "summary", "generated_at", "plain_hash", "base_text"] as const),
  ...(["latest_text", "is_enhanced"] as const),
] as const;

const PAGE = 200;

/** Every site as a line of JSON, ordered by address; with the secret of its webhook. */
export async function* exportSites(database: Database): AsyncGenerator<string> {
  for (let after = ""; ; ) {
    const rows = await database.use((db) =>
      db
        .selectFrom("crawl_sites")
        .select(COLUMNS)
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

const text = z.string().nullish();
const time = z.coerce.date().nullish();
const object = z.looseObject({}).nullish();

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

/**
 * Takes sites from lines of JSON; a site that is there takes the line's values.
 * @throws CrawlError `wrong_usage` that names a wrong line: some of the lines before it are written
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
  const values = Object.entries(read.data).map(([name, value]) => {
    const isJson = typeof value === "object" && value !== null && !(value instanceof Date);
    return [name, isJson ? json(value) : value];
  });
  return Object.fromEntries(values);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // no JSON, so no object: the schema says so
  }
}

/** @returns whether the site is new */
async function writeSite(db: Sql, row: Row): Promise<boolean> {
  const { base_url: _, created_at: __, ...set } = row;
  const { is_new } = await db
    .insertInto("crawl_sites")
    .values(row)
    .onConflict((on) => on.column("base_url").doUpdateSet({ ...set, updated_at: new Date() }))
    // Postgres marks a row that was there with the transaction that changed it.
    .returning(sql<boolean>`xmax = 0`.as("is_new"))
    .executeTakeFirstOrThrow();
  return is_new;
}
