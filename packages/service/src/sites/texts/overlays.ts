import { sha256 } from "@llmstxt-service/page/sha256";
import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { UNCOMPARED } from "../loss.ts";
import type { OverlayWriting, Sites } from "../sites.ts";
import { now, type Tables } from "../tables/tables.ts";

/**
 * Owners' changes of documents. The row of an emptied overlay stays, so that the next crawl makes the document without
 * it.
 */
export const overlays = (database: Database) =>
  ({
    overlay: (siteId) => database.run((db) => overlayRow(db, siteId)),
    setOverlay: (siteId, writing) => database.transaction((db) => setOverlay(db, siteId, writing)),
    latestDelivered: (siteId) =>
      database.run(async (db) => {
        const newest = db.selectFrom("site_versions").select(["text", "base"]).where("site_id", "=", siteId);
        const row = await newest.orderBy("at", "desc").orderBy("id", "desc").limit(1).executeTakeFirst();
        return row && { text: row.text, base: row.base ?? { text: row.text } };
      }),
  }) satisfies Partial<Sites>;

const overlayRow = (db: Kysely<Tables>, siteId: string) =>
  db.selectFrom("site_overlays").select(["yaml", "overlay", "digest"]).where("site_id", "=", siteId).executeTakeFirst();

/** Digest of an overlay's text; no overlay has that of the empty text. */
export const overlayDigest = (yaml: string): string => sha256(yaml).slice(0, 32);

/**
 * Stores an overlay. The site's row is locked meanwhile, so that of two writers the second sees the first one's text.
 */
async function setOverlay(
  db: Kysely<Tables>,
  siteId: string,
  { yaml, overlay, expected, isDelivered = false }: OverlayWriting,
): ReturnType<Sites["setOverlay"]> {
  const site = await db.selectFrom("crawl_sites").select("id").where("id", "=", siteId).forUpdate().executeTakeFirst();
  if (site === undefined) return "noSite";
  const before = await overlayRow(db, siteId);
  if (expected !== undefined && !expected.includes(before?.digest ?? overlayDigest(""))) return "changed";
  const isNew = !isDelivered && before?.digest !== overlayDigest(yaml);
  await keepOverlay(db, siteId, { yaml, overlay });
  // The next crawl has something new to read, whatever the sitemap says; a crawl under way must not undo that.
  await db
    .updateTable("crawl_sites")
    .set({
      is_wanted: true,
      due_marks: sql<number>`due_marks + 1`,
      updated_at: now,
      // Pages that the owner hides do not count as lost.
      ...(isNew ? { kept: JSON.stringify(UNCOMPARED) } : {}),
    })
    .where("id", "=", siteId)
    .execute();
  return "set";
}

export async function keepOverlay(
  db: Kysely<Tables>,
  siteId: string,
  { yaml, overlay }: Pick<OverlayWriting, "yaml" | "overlay">,
): Promise<void> {
  const values = { yaml, overlay: JSON.stringify(overlay), digest: overlayDigest(yaml), updated_at: now };
  await db
    .insertInto("site_overlays")
    .values({ site_id: siteId, ...values })
    .onConflict((conflict) => conflict.column("site_id").doUpdateSet(values))
    .execute();
}
