import { siteKey } from "@llmstxt-service/page/address/site-key";
import { type Kysely, sql } from "kysely";
import * as z from "zod";
import { alertRule } from "../alert-rule.ts";
import type { Tables } from "../tables/tables.ts";
import { tagsOf } from "../tags.ts";

/** A site as a line of a file: its row and its texts, oldest first, with the tables' columns. */
export interface MovedSite {
  readonly site: Readonly<Record<string, unknown>>;
  readonly versions: readonly Readonly<Record<string, unknown>>[];
  readonly overlay?: { readonly yaml: string; readonly overlay: unknown };
}

/**
 * Columns that are not moved, since they belong to this installation: the running crawl, the place in the queue, the
 * file in the store.
 */
export const PASSING: readonly string[] = [
  "lease_token",
  "crawling_since",
  "began_at",
  "pages_done",
  "attempts",
  "answers_found",
  "due_marks",
  "memory_key",
  "live",
];

export type ColumnNames = ReadonlySet<string>;

/** Columns of a table, in their order. */
export async function columnsOf(db: Kysely<Tables>, table: "crawl_sites" | "site_versions"): Promise<ColumnNames> {
  const { rows } = await sql<{ column_name: string }>`select column_name from information_schema.columns
    where table_name = ${table} and table_schema = current_schema() order by ordinal_position`.execute(db);
  return new Set(rows.map(({ column_name }) => column_name));
}

const within = (min: number, max: number) => z.int().min(min).max(max);

/** Schema of a line: the columns that it must have. The database checks the types of the others. */
export const movedSite = z.object({
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
        urls: z.array(z.string()).optional(),
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
