import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { TakenDelivery } from "../delivery.ts";
import type { WriteAlongside } from "../lease.ts";
import { deliveryRetrySeconds } from "../schedule.ts";
import type { Sites } from "../sites.ts";
import { siteOf, type Tables } from "../tables/tables.ts";
import { hurryDelivery, storable, straysDueAt } from "./outbox.ts";
import { sqlIn } from "./runs.ts";

/** Seconds after which another process may repeat a try that has not ended: longer than any try takes. */
const TAKEN_SECONDS = 60;

const now = sql<Date>`now()`;

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
      database.run((db) => db.transaction().execute((trx) => delivered(trx, taken, { fileUrl, alongside }))),
    notDelivered: (taken, why, alongside) =>
      database.run((db) => db.transaction().execute((trx) => notDelivered(trx, taken, { why, alongside }))),
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

interface EndedDelivery {
  readonly alongside: WriteAlongside | undefined;
}

async function delivered(
  db: Kysely<Tables>,
  taken: TakenDelivery,
  { fileUrl, alongside }: EndedDelivery & { readonly fileUrl: string | undefined },
): Promise<boolean> {
  const written = await held(db, taken)
    .set({
      ...(taken.text?.bundle === undefined ? DONE : CRAWL_DUE),
      ...(fileUrl === undefined ? {} : { latest_llms_url: fileUrl }),
      updated_at: now,
    })
    .returning("id")
    .executeTakeFirst();
  if (written === undefined) return false;
  if (fileUrl !== undefined)
    await db
      .updateTable("site_versions")
      .set({ url: fileUrl })
      .where("site_id", "=", taken.site.id)
      .where("digest", "=", taken.text?.digest ?? "")
      .where("url", "=", "")
      .execute();
  await alongside?.(sqlIn(db));
  return true;
}

async function notDelivered(
  db: Kysely<Tables>,
  taken: TakenDelivery,
  { why, alongside }: EndedDelivery & { readonly why: string },
): Promise<boolean> {
  const known = { why: storable(why), ...(alongside && { told: true }) };
  const seconds = deliveryRetrySeconds(taken.site.id, taken.text?.tries ?? 1);
  const written = await held(db, taken)
    .set({
      undelivered: sql`undelivered - 'taken' || ${JSON.stringify(known)}::jsonb`,
      delivery_due_at: sql`now() + ${seconds} * interval '1 second'`,
      updated_at: now,
    })
    .returning("id")
    .executeTakeFirst();
  if (written === undefined) return false;
  await alongside?.(sqlIn(db));
  return true;
}
