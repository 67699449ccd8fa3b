import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

export interface AskedShare {
  readonly wanted: number;
  readonly held: number;
  readonly most: number;
}

/** A process, the row of `crawled_hosts` it asks for, and how long what it takes there holds. */
export interface Holder {
  readonly name: string;
  readonly holder: string;
  readonly shareMs: number;
}

/** Seconds, by the database's clock at this moment. */
export const seconds = sql`extract(epoch from clock_timestamp())::float8`;

/** Where there are more processes than requests at once, one keeps its part so long while others have none. */
const KEPT_SECONDS = 2;

/**
 * One statement on one row: who waits for the row sees what the one before took. What others hold is kept as long as it
 * holds; of the rest this one gets what it wants, at most as much as each would get. A process's part is
 * [requests it holds, until when, requests it was given, since when it has some or none]. Where there are more processes than
 * requests, those that wait longest get theirs next.
 */
export async function shareHost(
  db: Kysely<Tables>,
  { name, holder, shareMs }: Holder,
  { wanted, held, most }: AskedShare,
): Promise<{ readonly slots: number; readonly pauseMs: number }> {
  if (wanted === 0) {
    await sql`update crawled_hosts set shares = shares - ${holder}::text where name = ${name}`.execute(db);
    return { slots: 0, pauseMs: 0 };
  }
  const until = sql`${seconds} + ${shareMs / 1000}::float8`;
  const asked = sql`least(${wanted}::int4, ${most}::int4)`;
  const { rows } = await sql<{ slots: string; pause: string | null }>`
    insert into crawled_hosts as host (name, shares) values (${name}, jsonb_build_object(${holder}::text,
      jsonb_build_array(greatest(${held}::int4, ${asked}), ${until}, ${asked}, ${seconds})))
    on conflict (name) do update set used_at = now(), shares = (
      select jsonb_build_object(${holder}::text, jsonb_build_array(greatest(${held}::int4, granted), ${until}, granted,
          case when (granted > 0) = had_some then since else ${seconds} end)) || others
      from (
        select case when count >= ${most}::int4 and case when had_some then is_waited_for and since < ${seconds} - ${KEPT_SECONDS}::float8
              else first_since < since end then 0
            else greatest(0, least(${asked}, ${most}::int4 - taken, greatest(1, (${most}::int4 / (count + 1))::int4))) end as granted,
          had_some, since, others
        from (
          select count(key)::int4 as count, coalesce(sum((value->>0)::int4), 0)::int4 as taken,
            coalesce(bool_or((value->>2)::int4 = 0), false) as is_waited_for,
            coalesce(min((value->>3)::float8) filter (where (value->>2)::int4 = 0), ${seconds}) as first_since,
            coalesce((host.shares -> ${holder}::text ->> 2)::int4 > 0, true) as had_some,
            coalesce((host.shares -> ${holder}::text ->> 3)::float8, ${seconds}) as since,
            coalesce(jsonb_object_agg(key, value) filter (where key is not null), '{}'::jsonb) as others
          from jsonb_each(host.shares)
          where key <> ${holder}::text and (value->>1)::float8 > ${seconds}) rest) part)
    returning shares -> ${holder}::text ->> 2 as slots, extract(epoch from pause_until - clock_timestamp()) * 1000 as pause`.execute(
    db,
  );
  const [row] = rows;
  return { slots: Number(row?.slots ?? 0), pauseMs: Math.max(0, Number(row?.pause ?? 0)) };
}

export async function pauseHost(db: Kysely<Tables>, host: string, pauseMs: number): Promise<void> {
  const until = sql`clock_timestamp() + ${pauseMs}::float8 * interval '1 millisecond'`;
  await sql`insert into crawled_hosts as host (name, pause_until) values (${host}, ${until})
    on conflict (name) do update set used_at = now(), pause_until = greatest(host.pause_until, ${until})`.execute(db);
}
