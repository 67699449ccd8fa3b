import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Delivery, Unstored } from "../delivery.ts";
import { bundleRetrySeconds, deliveryRetrySeconds } from "../schedule.ts";
import type { Tables } from "../tables/tables.ts";

// The columns of a site that waits to have its text stored, or files removed.

/** A store may still carry out a request that it did not answer; later than this none was seen to. */
const STRAY_MINUTES = 10;

export const straysDueAt = (strays: RawBuilder<unknown>) =>
  sql<Date | null>`case when (${strays}) <> '[]' then now() + ${STRAY_MINUTES} * interval '1 minute' end`;

/** Postgres texts hold no NUL. */
export const storable = (why: string): string => why.replaceAll("\0", "").slice(0, 1_000);

/** Of a row that is made with its first text. */
export const firstOutbox = ({ unstored, digest }: Pick<Delivery, "unstored" | "digest">, siteKey: string) => ({
  undelivered: unstored ? waiting(unstored, digest, sql`to_jsonb(now())`) : null,
  delivery_due_at: unstored ? firstTry(siteKey, unstored) : null,
});

/** Of a row whose text is replaced. The one before may lie in the store although it still waited: it is a stray then. */
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

/** The same text goes on waiting under the name that it waits under. */
const waitingAgain = (unstored: Unstored, digest: string) => {
  const before = sql`crawl_sites.undelivered`;
  const fresh = waiting(unstored, digest, sql`coalesce(${before}->'since', to_jsonb(now()))`);
  return sql<string>`case when ${before}->>'digest' = ${digest}
    then ${fresh} || jsonb_build_object('name', ${before}->'name') else ${fresh} end`;
};

/** Of a site whose bundle was stored: a text that waits still does. */
export const bundledOutbox = {
  undelivered: sql<string | null>`case when undelivered->'crawl' is null then undelivered - 'bundle' end`,
  delivery_due_at: sql<Date | null>`case when undelivered->'crawl' is null then delivery_due_at
    else ${straysDueAt(sql`stray_files`)} end`,
};

/** Of a store that is away for days while texts change by the hour; what is beyond is for `llmstxt prune`. */
const MAX_STRAYS = 50;

const waiting = ({ name, why, bundle = 0 }: Unstored, digest: string, since: ReturnType<typeof sql>) =>
  sql<string>`jsonb_strip_nulls(jsonb_build_object('since', ${since}, 'name', ${name}::text, 'digest', ${digest}::text,
    'why', ${storable(why)}::text, 'tries', 1, 'bundle', nullif(${bundle}::int4, 0)))`;

function firstTry(siteKey: string, { bundle }: Unstored) {
  const seconds = bundle === undefined ? deliveryRetrySeconds(siteKey, 1) : bundleRetrySeconds(bundle);
  return sql<Date>`now() + ${seconds} * interval '1 second'`;
}

/** A run is there for all that is behind: what waits for its next try is tried now, a bundle that failed again and again aside. */
export async function hurryDeliveries(db: Kysely<Tables>): Promise<void> {
  await sql`update crawl_sites set delivery_due_at = now() where id in (select id from crawl_sites
    where undelivered is not null and undelivered->'taken' is null and delivery_due_at > now()
      and coalesce((undelivered->>'bundle')::int4, 0) < 2 for update skip locked)`.execute(db);
}
