import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Delivery, Unstored } from "../delivery.ts";
import { bundleRetrySeconds, deliveryRetrySeconds } from "../schedule.ts";
import { now, storable, type Tables } from "../tables/tables.ts";

// Columns of a site whose text waits to be stored, or whose files are to be removed.

/** Minutes before strays are removed: a store may carry out a request long after it failed to answer. */
const STRAY_MINUTES = 10;

export const straysDueAt = (strays: RawBuilder<unknown>) =>
  sql<Date | null>`case when (${strays}) <> '[]' then now() + ${STRAY_MINUTES} * interval '1 minute' end`;

export const MAX_WHY = 1_000;

/** Outbox columns of a new row with its first text. */
export const firstOutbox = ({ unstored, digest }: Pick<Delivery, "unstored" | "digest">, siteKey: string) => ({
  undelivered: unstored ? waiting(unstored, digest, sql`to_jsonb(now())`) : null,
  delivery_due_at: unstored ? firstTry(siteKey, unstored) : null,
});

/**
 * Outbox columns of a row whose text is replaced. The former text becomes a stray if it still waited: the store may
 * have it all the same.
 */
export const nextOutbox = ({ unstored, digest }: Pick<Delivery, "unstored" | "digest">, siteKey: string) => {
  const before = sql`crawl_sites.undelivered`;
  const isSame = sql`${before}->>'digest' = ${digest}`;
  const isStored = sql`${before}->'crawl' is not null`;
  const strays = sql<string>`case when ${before} is null or ${isSame} or ${isStored} or jsonb_array_length(crawl_sites.stray_files) >= ${MAX_STRAYS}
    then crawl_sites.stray_files
    else crawl_sites.stray_files || jsonb_build_object('name', ${before}->'name', 'digest', ${before}->'digest') end`;
  return {
    undelivered: unstored ? waitingAgain(unstored, digest) : null,
    stray_files: strays,
    delivery_due_at: unstored ? firstTry(siteKey, unstored) : straysDueAt(strays),
  };
};

/** Outbox entry; a text that already waits keeps the name of its first try. */
const waitingAgain = (unstored: Unstored, digest: string) => {
  const before = sql`crawl_sites.undelivered`;
  const fresh = waiting(unstored, digest, sql`coalesce(${before}->'since', to_jsonb(now()))`);
  return sql<string>`case when ${before}->>'digest' = ${digest}
    then ${fresh} || jsonb_build_object('name', ${before}->'name') else ${fresh} end`;
};

/** Outbox columns of a site whose bundle is stored again; a text that waits goes on waiting. */
export const bundledOutbox = {
  undelivered: sql<string | null>`case when undelivered->'crawl' is null then undelivered - 'bundle' end`,
  delivery_due_at: sql<Date | null>`case when undelivered->'crawl' is null then delivery_due_at
    else ${straysDueAt(sql`stray_files`)} end`,
};

/**
 * Most strays of a site, for a store that is away for days while texts change; files beyond it are left to `llmstxt
 * prune`.
 */
const MAX_STRAYS = 50;

const waiting = ({ name, why, bundle = 0 }: Unstored, digest: string, since: ReturnType<typeof sql>) =>
  sql<string>`jsonb_strip_nulls(jsonb_build_object('since', ${since}, 'name', ${name}::text, 'digest', ${digest}::text,
    'why', ${storable(why, MAX_WHY)}::text, 'tries', 1, 'bundle', nullif(${bundle}::int4, 0)))`;

function firstTry(siteKey: string, { bundle }: Unstored) {
  const seconds = bundle === undefined ? deliveryRetrySeconds(siteKey, 1) : bundleRetrySeconds(bundle);
  return sql<Date>`now() + ${seconds} * interval '1 second'`;
}

/**
 * Makes waiting texts due at once, as a run should bring everything up to date; bundles that failed repeatedly are left
 * out.
 */
export async function hurryDeliveries(db: Kysely<Tables>): Promise<void> {
  await sql`update crawl_sites set delivery_due_at = now() where id in (select id from crawl_sites
    where undelivered is not null and undelivered->'taken' is null and delivery_due_at > now()
      and coalesce((undelivered->>'bundle')::int4, 0) < 2 for update skip locked)`.execute(db);
}

/** Makes a site's waiting text due at once. @returns true if one waits */
export async function hurryDelivery(db: Kysely<Tables>, id: string): Promise<boolean> {
  const waits = db.selectFrom("crawl_sites").select("id").where("id", "=", id).where("undelivered", "is not", null);
  if ((await waits.executeTakeFirst()) === undefined) return false;
  const isFree = sql<boolean>`undelivered->'taken' is null`;
  await db.updateTable("crawl_sites").set({ delivery_due_at: now }).where("id", "=", id).where(isFree).execute();
  return true;
}
