import { type Kysely, sql, type UpdateObject } from "kysely";
import type { Database } from "../database/database.ts";
import type { TakenDelivery } from "../delivery.ts";
import type { WriteAlongside } from "../lease.ts";
import { deliveryRetrySeconds } from "../schedule.ts";
import type { Sites } from "../sites.ts";
import { now, siteOf, storable, type Tables } from "../tables/tables.ts";
import { hurryDelivery, MAX_WHY, straysDueAt } from "./outbox.ts";
import { sqlIn } from "./runs.ts";

/** Seconds after which another process may repeat a try that has not ended: longer than any try takes. */
const TAKEN_SECONDS = 60;

/** The outbox: texts that the store did not take. Each is tried by one process at a time until the store takes it. */
export function deliveries(
  database: Database,
): Pick<
  Sites,
  "takeDeliveries" | "delivered" | "notDelivered" | "straysRemoved" | "giveBack" | "hurryDelivery" | "undelivered"
> {
  return {
    takeDeliveries: (limit) => database.run((db) => take(db, limit)),
    delivered: (taken, fileUrl, alongside) =>
      database.transaction(async (db) => {
        const set = {
          ...(taken.text?.bundle === undefined ? DONE : CRAWL_DUE),
          ...(fileUrl === undefined ? {} : { latest_llms_url: fileUrl }),
        };
        const isHeld = await ended(db, taken, { set, alongside });
        if (isHeld && fileUrl !== undefined) await setVersionUrl(db, taken, fileUrl);
        return isHeld;
      }),
    notDelivered: (taken, why, alongside) =>
      database.transaction((db) => {
        const known = { why: storable(why, MAX_WHY), ...(alongside && { told: true }) };
        const seconds = deliveryRetrySeconds(taken.site.id, taken.text?.tries ?? 1);
        const set = {
          undelivered: sql<string>`undelivered - 'taken' || ${JSON.stringify(known)}::jsonb`,
          delivery_due_at: sql<Date>`now() + ${seconds} * interval '1 second'`,
        };
        return ended(db, taken, { set, alongside });
      }),
    straysRemoved: ({ site, strays }) =>
      database.run(async (db) => {
        await db
          .updateTable("crawl_sites")
          .set({ stray_files: "[]", delivery_due_at: null })
          .where("id", "=", site.id)
          .where("undelivered", "is", null)
          .where("stray_files", "=", sql<never>`${JSON.stringify(strays)}::jsonb`)
          .execute();
      }),
    giveBack: (taken) =>
      database.run(async (db) => {
        await held(db, taken).set({ delivery_due_at: now, undelivered: sql`undelivered - 'taken'` }).execute();
      }),
    hurryDelivery: (id) => database.run((db) => hurryDelivery(db, id)),
    undelivered: () =>
      database.run(async (db) => {
        const counted = db.selectFrom("crawl_sites").select(sql<string>`count(*)`.as("sites"));
        return Number((await counted.where("undelivered", "is not", null).executeTakeFirstOrThrow()).sites);
      }),
  };
}

async function take(db: Kysely<Tables>, limit: number): Promise<readonly TakenDelivery[]> {
  const rows = await db
    .updateTable("crawl_sites")
    .set({
      delivery_due_at: sql`now() + ${TAKEN_SECONDS} * interval '1 second'`,
      undelivered: sql`undelivered || jsonb_build_object('tries', (undelivered->'tries')::int4 + 1, 'taken', true)`,
    })
    .where("id", "in", (due) =>
      due
        .selectFrom("crawl_sites")
        .select("id")
        .where("delivery_due_at", "<=", now)
        .orderBy("delivery_due_at")
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .returning(sql<Date>`now()`.as("at"))
    .execute();
  return rows.map((row): TakenDelivery => {
    const site = siteOf(row);
    const { undelivered, stray_files: strays, at } = row;
    const text = undelivered && site.undelivered && { ...undelivered, ...site.undelivered };
    const [isTold, sealedCredentials] = [undelivered?.told === true, row.sealed_credentials];
    return { site, ...(text && { text }), strays, isTold, sealedCredentials, at };
  });
}

/** The site's row while its waiting text is the taken one: a newer text ends the hold. */
const held = (db: Kysely<Tables>, { site, text }: TakenDelivery) =>
  db
    .updateTable("crawl_sites")
    .where("id", "=", site.id)
    .where(sql`undelivered->>'name'`, "=", text?.name ?? "")
    .where(sql`undelivered->>'digest'`, "=", text?.digest ?? "");

const DONE = { undelivered: null, delivery_due_at: straysDueAt(sql`stray_files`) };

/**
 * Set when the text is stored again but its bundle waits, too: a bundle is made from pages, which the outbox lacks, so
 * a crawl is made due.
 */
const CRAWL_DUE = {
  undelivered: sql<string>`undelivered - 'taken' - 'told' || '{"crawl":true}'`,
  delivery_due_at: null,
  next_crawl_at: now,
  is_wanted: true,
  due_marks: sql<number>`due_marks + 1`,
};

/**
 * Writes the end of a try at storing, and what belongs to the same transaction.
 * @returns false if a newer text has come since
 */
async function ended(
  db: Kysely<Tables>,
  taken: TakenDelivery,
  {
    set,
    alongside,
  }: { readonly set: UpdateObject<Tables, "crawl_sites">; readonly alongside: WriteAlongside | undefined },
): Promise<boolean> {
  const written = await held(db, taken)
    .set({ ...set, updated_at: now })
    .returning("id")
    .executeTakeFirst();
  if (written === undefined) return false;
  await alongside?.(sqlIn(db));
  return true;
}

const setVersionUrl = (db: Kysely<Tables>, { site, text }: TakenDelivery, url: string) =>
  db
    .updateTable("site_versions")
    .set({ url })
    .where("site_id", "=", site.id)
    .where("digest", "=", text?.digest ?? "")
    .where("url", "=", "")
    .execute();
