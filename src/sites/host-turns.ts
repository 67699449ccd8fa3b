import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { CrawlError } from "../errors.ts";
import { withTimeLimit } from "../waiting/time-limit.ts";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

interface AskedShare {
  readonly wanted: number;
  readonly held: number;
  readonly most: number;
}

/** How the processes of one database share hosts; `fetch/host` asks through a port of the same shape. */
export interface HostTurns {
  share(host: string, asked: AskedShare): Promise<{ readonly slots: number; readonly pauseMs: number }>;
  turn(origin: string, delayMs: number): Promise<number>;
  pause(host: string, pauseMs: number): Promise<void>;
}

/** A request that waits for the database waits no longer: it is careful by itself then. */
const PATIENCE_MS = 1_000;

/** A second turn may not begin early because the first was slow to leave. */
const MARGIN_MS = 25;

/** Each process has one; `shareMs` says how long what it took holds without being renewed. */
export function hostTurns(database: Database, shareMs: number): HostTurns {
  const holder = randomUUID();
  const ask = <T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> =>
    withTimeLimit(PATIENCE_MS, database.run(work), () => new CrawlError("database_unavailable", {}));
  return {
    share: (host, asked) => ask((db) => share(db, { host, holder, shareMs, ...asked })),
    turn: (origin, delayMs) => ask((db) => turn(db, origin, delayMs + MARGIN_MS)),
    pause: (host, pauseMs) => ask((db) => pause(db, host, pauseMs)),
  };
}

interface Asked extends AskedShare {
  readonly host: string;
  readonly holder: string;
  readonly shareMs: number;
}

const seconds = sql`extract(epoch from clock_timestamp())`;

/**
 * One statement on one row: who waits for the row sees what the one before took. What others hold is kept as long as it
 * holds; of the rest this one gets what it wants, at most as much as each would get.
 */
async function share(db: Kysely<Tables>, { host, holder, wanted, held, most, shareMs }: Asked) {
  if (wanted === 0) {
    await sql`update crawled_hosts set shares = shares - ${holder}::text where name = ${host}`.execute(db);
    return { slots: 0, pauseMs: 0 };
  }
  const until = sql`${seconds} + ${shareMs / 1000}::float8`;
  const { rows } = await sql<{ slots: string; pause: string | null }>`
    insert into crawled_hosts as host (name, shares) values (${host}, jsonb_build_object(${holder}::text,
      jsonb_build_array(greatest(${held}::int4, least(${wanted}::int4, ${most}::int4)), ${until}, least(${wanted}::int4, ${most}::int4))))
    on conflict (name) do update set used_at = now(), shares = (
      select jsonb_build_object(${holder}::text, jsonb_build_array(greatest(${held}::int4, granted), ${until}, granted)) || others
      from (
        select greatest(0, least(${wanted}::int4, ${most}::int4 - coalesce(sum((value->>0)::int4), 0)::int4,
            greatest(1, (${most}::int4 / (count(key) + 1))::int4))) as granted,
          coalesce(jsonb_object_agg(key, value) filter (where key is not null), '{}'::jsonb) as others
        from jsonb_each(host.shares)
        where key <> ${holder}::text and (value->>1)::float8 > ${seconds}) rest)
    returning shares -> ${holder}::text ->> 2 as slots, extract(epoch from pause_until - clock_timestamp()) * 1000 as pause`.execute(
    db,
  );
  const [row] = rows;
  return { slots: Number(row?.slots ?? 0), pauseMs: Math.max(0, Number(row?.pause ?? 0)) };
}

/** Turns stand in line by the time their request may begin. */
async function turn(db: Kysely<Tables>, origin: string, delayMs: number): Promise<number> {
  const delay = sql`${delayMs}::float8 * interval '1 millisecond'`;
  const { rows } = await sql<{ wait: string }>`
    insert into crawled_hosts as host (name, next_at) values (${origin}, clock_timestamp() + ${delay})
    on conflict (name) do update set used_at = now(),
      next_at = greatest(coalesce(host.next_at, clock_timestamp()), clock_timestamp()) + ${delay}
    returning extract(epoch from next_at - ${delay} - clock_timestamp()) * 1000 as wait`.execute(db);
  return Math.max(0, Math.ceil(Number(rows[0]?.wait ?? 0)));
}

async function pause(db: Kysely<Tables>, host: string, pauseMs: number): Promise<void> {
  const until = sql`clock_timestamp() + ${pauseMs}::float8 * interval '1 millisecond'`;
  await sql`insert into crawled_hosts as host (name, pause_until) values (${host}, ${until})
    on conflict (name) do update set used_at = now(), pause_until = greatest(host.pause_until, ${until})`.execute(db);
}
