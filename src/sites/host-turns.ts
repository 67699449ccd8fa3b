import { type Kysely, sql } from "kysely";
import { type Holder, seconds } from "./host-shares.ts";
import type { Tables } from "./tables.ts";

export interface AskedTurn {
  readonly delayMs: number;
  readonly forMs: number;
  readonly restMs: number;
}

export interface Turn {
  readonly isMine: boolean;
  readonly waitMs: number;
  readonly restMs: number;
  readonly processes: number;
}

/**
 * The line at an origin with a `Crawl-delay`. A process's part is [its place, until when it holds, when it may be over,
 * whether it has the turn]. The turn goes to the first of the line, or to whoever comes once the origin may be asked; what is
 * said to the others of when it will be theirs is a guess, after which they ask again.
 */
export async function askTurn(
  db: Kysely<Tables>,
  { name, holder, shareMs }: Holder,
  { delayMs, forMs, restMs }: AskedTurn,
): Promise<Turn> {
  const [hold, during, delay] = [shareMs, forMs, delayMs].map((ms) => sql`${ms / 1000}::float8`);
  const nextAt = (restMilliseconds: number) =>
    sql`clock_timestamp() + ${restMilliseconds}::float8 * interval '1 millisecond'`;
  const rest = sql`greatest(host.next_at, ${nextAt(restMs)})`;
  const { rows } = await sql<Record<"turn" | "begins" | "rest" | "processes", string>>`
    insert into crawled_hosts as host (name, next_at, shares) values (${name}, ${nextAt(delayMs)}, jsonb_build_object(${holder}::text,
      jsonb_build_array(${seconds}, ${seconds} + ${delay} + ${hold}, ${seconds} + ${delay} + ${during}, 1)))
    on conflict (name) do update set used_at = now(), next_at = ${rest}, shares = (
      select others || jsonb_build_object(${holder}::text, jsonb_build_array(place, begins + ${hold}, begins + ${during}, turn))
      from (
        select others, place, turn, case when turn = 1 then greatest(t, rest)
          else greatest(rest, ahead_ends, t + case when ahead_ends > t then 0 else least(${delay}, coalesce(held_until - t, 0.05)) end)
          end as begins
        from (
          select line.*, case when held_until is null and (ahead = 0 or rest <= t) then 1 else 0 end as turn
          from (
            select min(t) as t, min(rest) as rest, min(own_place) as place,
              coalesce(jsonb_object_agg(key, value) filter (where key is not null), '{}'::jsonb) as others,
              max((value->>1)::float8) filter (where (value->>3) = '1') as held_until,
              count(key) filter (where (value->>0)::float8 < own_place) as ahead,
              coalesce(max((value->>2)::float8) filter (where (value->>3) = '1' or (value->>0)::float8 < own_place), 0) as ahead_ends
            from (
              select ${seconds} as t, extract(epoch from ${rest})::float8 as rest,
                case when (host.shares -> ${holder}::text ->> 3) = '0' and (host.shares -> ${holder}::text ->> 1)::float8 > ${seconds}
                  then (host.shares -> ${holder}::text ->> 0)::float8 else ${seconds} end as own_place) own
            left join jsonb_each(host.shares) on key <> ${holder}::text and (value->>1)::float8 > t) line) turns) part)
    returning shares -> ${holder}::text ->> 3 as turn, (shares -> ${holder}::text ->> 2)::float8 - ${during} - ${seconds} as begins,
      extract(epoch from next_at - clock_timestamp()) as rest, (select count(*) from jsonb_object_keys(shares)) as processes`.execute(
    db,
  );
  const milliseconds = (text: string | undefined) => Math.max(0, Math.ceil(Number(text ?? 0) * 1000));
  const [row] = rows;
  return {
    isMine: row?.turn === "1",
    waitMs: milliseconds(row?.begins),
    restMs: milliseconds(row?.rest),
    processes: Math.max(1, Number(row?.processes ?? 1)),
  };
}

/** Nothing where it was lost: who has it now keeps it. */
export async function keepTurn(db: Kysely<Tables>, { name, holder, shareMs }: Holder): Promise<void> {
  const until = sql`to_jsonb(${seconds} + ${shareMs / 1000}::float8)`;
  await sql`update crawled_hosts set shares = jsonb_set(shares, array[${holder}::text, '1'], ${until}, false)
    where name = ${name}`.execute(db);
}

export async function endTurn(db: Kysely<Tables>, { name, holder }: Holder, restMs: number): Promise<void> {
  const rest = sql`clock_timestamp() + ${restMs}::float8 * interval '1 millisecond'`;
  await sql`update crawled_hosts set shares = shares - ${holder}::text, next_at = greatest(next_at, ${rest}), used_at = now()
    where name = ${name}`.execute(db);
}
