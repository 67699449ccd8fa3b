import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Delivery, Unstored } from "../delivery.ts";
import { deliveryRetrySeconds } from "../schedule.ts";
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
  delivery_due_at: unstored ? firstTry(siteKey) : null,
});

/** Of a row whose text is replaced. The one before may lie in the store although it still waited: it is a stray then. */
export const nextOutbox = ({ unstored, digest }: Pick<Delivery, "unstored" | "digest">, siteKey: string) => {
  const before = sql`crawl_sites.undelivered`;
  const isSame = sql`${before}->>'digest' = ${digest} and ${before}->>'name' = ${unstored?.name ?? ""}`;
  const strays = sql<string>`case when ${before} is null or ${isSame} or jsonb_array_length(crawl_sites.stray_files) >= ${MAX_STRAYS}
    then crawl_sites.stray_files
    else crawl_sites.stray_files || jsonb_build_object('name', ${before}->'name', 'digest', ${before}->'digest') end`;
  return {
    undelivered: unstored ? waiting(unstored, digest, sql`coalesce(${before}->'since', to_jsonb(now()))`) : null,
    stray_files: strays,
    delivery_due_at: unstored ? firstTry(siteKey) : straysDueAt(strays),
  };
};

/** Of a store that is away for days while texts change by the hour; what is beyond is for `llmstxt prune`. */
const MAX_STRAYS = 50;

const waiting = ({ name, why }: Unstored, digest: string, since: ReturnType<typeof sql>) =>
  sql<string>`jsonb_build_object('since', ${since}, 'name', ${name}::text, 'digest', ${digest}::text,
    'why', ${storable(why)}::text, 'tries', 1)`;

const firstTry = (siteKey: string) => sql<Date>`now() + ${deliveryRetrySeconds(siteKey, 1)} * interval '1 second'`;

/** A run is there for all that is behind: what waits for its next try is tried now. */
export async function hurryDeliveries(db: Kysely<Tables>): Promise<void> {
  await sql`update crawl_sites set delivery_due_at = now() where id in (select id from crawl_sites
    where undelivered is not null and undelivered->'taken' is null and delivery_due_at > now() for update skip locked)`.execute(
    db,
  );
}
