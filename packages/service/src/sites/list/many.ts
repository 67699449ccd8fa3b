import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { SitePick } from "../site-query.ts";
import type { ManyChange, Sites, Undo } from "../sites.ts";
import { intervalColumns, type Tables } from "../tables/tables.ts";
import { TAG_LIMITS } from "../tags.ts";
import { searched } from "./found.ts";
import { filtered } from "./page.ts";

const now = sql<Date>`now()`;

/** Changes of many sites at once, one batch per call. */
export function many(database: Database): Pick<Sites, "pick" | "changeMany" | "removeMany"> {
  return {
    pick: (query, limit) => database.read((db) => pick(db, query, limit)),
    changeMany: (ids, change) =>
      database.run((db) => db.transaction().execute((trx) => changeMany({ db: trx, ids }, change))),
    removeMany: (ids) =>
      database.run(async (db) => {
        const removed = await db.deleteFrom("crawl_sites").where("id", "in", ids).executeTakeFirst();
        return Number(removed.numDeletedRows);
      }),
  };
}

/** Ids in the order of addresses, which never change: continuing from a cursor misses no site. */
async function pick(db: Kysely<Tables>, query: Parameters<Sites["pick"]>[0], limit: number): Promise<SitePick> {
  const found = filtered(searched(db.selectFrom("crawl_sites").select(["id", "base_url"]), query), query.filter);
  const rows = await found
    .where("base_url", ">", query.cursor ?? "")
    .orderBy("base_url")
    .limit(limit + 1)
    .execute();
  const picked = rows.slice(0, limit);
  return { ids: picked.map(({ id }) => id), next: rows.length > limit ? (picked.at(-1)?.base_url ?? null) : null };
}

interface Batch {
  readonly db: Kysely<Tables>;
  readonly ids: readonly string[];
}

/**
 * Changes the sites that are not as wanted already.
 * @returns changes that undo it
 */
async function changeMany(batch: Batch, change: ManyChange): Promise<readonly Undo[]> {
  if (batch.ids.length === 0) return [];
  switch (change.action) {
    case "pause":
    case "resume":
      return setPaused(batch, change.action);
    case "setInterval":
      return setInterval(batch, change.recrawlIntervalMinutes);
    case "addTags":
    case "removeTags":
      return retag(batch, change);
  }
}

const isAny = ({ ids }: Undo): boolean => ids.length > 0;

/** Each change counts as a mark, so that the end of a crawl under way does not undo it. */
const marked = { updated_at: now, due_marks: sql<number>`due_marks + 1` };

async function setPaused({ db, ids }: Batch, action: "pause" | "resume"): Promise<readonly Undo[]> {
  const isPause = action === "pause";
  const rows = await db
    .updateTable("crawl_sites")
    .set({ ...marked, paused_at: isPause ? now : null })
    .where("id", "in", ids)
    .where("paused_at", isPause ? "is" : "is not", null)
    .returning("id")
    .execute();
  const undo: Undo = { change: { action: isPause ? "resume" : "pause" }, ids: rows.map(({ id }) => id) };
  return [undo].filter(isAny);
}

async function setInterval({ db, ids }: Batch, minutes: number): Promise<readonly Undo[]> {
  const before = await db
    .selectFrom("crawl_sites")
    .select(["id", "recrawl_interval_minutes as minutes"])
    .where("id", "in", ids)
    .where("recrawl_interval_minutes", "<>", minutes)
    .orderBy("id")
    .forUpdate()
    .execute();
  if (before.length === 0) return [];
  const others = before.map(({ id }) => id);
  await db
    .updateTable("crawl_sites")
    .set({ ...marked, ...intervalColumns(minutes) })
    .where("id", "in", others)
    .execute();
  return [...Map.groupBy(before, (row) => row.minutes)].map(([recrawlIntervalMinutes, rows]) => ({
    change: { action: "setInterval" as const, recrawlIntervalMinutes },
    ids: rows.map(({ id }) => id),
  }));
}

/**
 * Changes tag by tag, so that each site gets back exactly the tags that it lost. A site with the most tags allowed gets
 * no other.
 */
async function retag(
  { db, ids }: Batch,
  { action, tags }: Extract<ManyChange, { readonly tags: readonly string[] }>,
): Promise<readonly Undo[]> {
  const undo: Undo[] = [];
  for (const tag of tags) {
    const has = sql<boolean>`tags @> ${JSON.stringify([tag])}::jsonb`;
    const isAdded = action === "addTags";
    const rows = await db
      .updateTable("crawl_sites")
      .set({
        updated_at: now,
        tags: isAdded ? sql<string>`tags || ${JSON.stringify([tag])}::jsonb` : sql<string>`tags - ${tag}::text`,
      })
      .where("id", "in", ids)
      .where(isAdded ? sql<boolean>`not ${has} and jsonb_array_length(tags) < ${TAG_LIMITS.tags}` : has)
      .returning("id")
      .execute();
    const back = isAdded ? ("removeTags" as const) : ("addTags" as const);
    undo.push({ change: { action: back, tags: [tag] }, ids: rows.map(({ id }) => id) });
  }
  return undo.filter(isAny);
}
