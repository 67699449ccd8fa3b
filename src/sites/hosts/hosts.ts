import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { CrawlError } from "../../errors.ts";
import { withTimeLimit } from "../../waiting/time-limit.ts";
import type { Database } from "../database/database.ts";
import type { Tables } from "../tables/tables.ts";
import { type AskedShare, type Asking, type Shares, withShare } from "./shares.ts";
import { type AskedTurn, endedTurn, keptTurn, type Line, newLine, type Turn, withTurn } from "./turns.ts";

export { type HostAnswers, hostAnswers } from "./answers.ts";

/** How the processes of one database share hosts; `fetch/host` asks through a port of the same shape. All times are the database's. */
export interface SharedHosts {
  share(name: string, asked: AskedShare): Promise<{ readonly slots: number; readonly pauseMs: number }>;
  turn(origin: string, asked: AskedTurn): Promise<Turn>;
  keepTurn(origin: string): Promise<void>;
  endTurn(origin: string, restMs: number): Promise<void>;
  pause(host: string, pauseMs: number): Promise<void>;
}

/** A request that waits for the database waits no longer: it is careful by itself then. */
const PATIENCE_MS = 1_000;

/** What the processes know of a host, an address or an origin. */
interface Known {
  readonly shares?: Shares;
  readonly line?: Line;
  readonly pauseUntil?: number;
}

/** What is known from now on, and what the caller wants to hear of it. */
type Change<Result> = (known: Known, asking: Asking) => readonly [Known, Result];

/** Each process has one; `holdMs` says how long what it took holds without being renewed. */
export function sharedHosts(database: Database, holdMs: number): SharedHosts {
  const holder = randomUUID();
  const change = <Result>(name: string, work: Change<Result>): Promise<Result> => {
    const changing = database.run((db) => changeRow(db, name, (known, now) => work(known, { holder, now, holdMs })));
    return withTimeLimit(PATIENCE_MS, changing, () => new CrawlError("database_unavailable", {}));
  };
  const changeLine = (name: string, work: (line: Line, asking: Asking) => Line) =>
    change(name, (known, asking) => [known.line ? { ...known, line: work(known.line, asking) } : known, undefined]);
  return {
    share: (name, asked) =>
      change(name, (known, asking) => {
        const shares = withShare(known.shares ?? {}, asking, asked);
        const pauseMs = Math.max(0, (known.pauseUntil ?? 0) - asking.now);
        return [
          { ...known, shares },
          { slots: shares[holder]?.given ?? 0, pauseMs },
        ];
      }),
    turn: (name, asked) =>
      change(name, (known, asking) => {
        const [line, turn] = withTurn(known.line ?? newLine(asking, asked), asking, asked);
        return [{ ...known, line }, turn];
      }),
    keepTurn: (name) => changeLine(name, keptTurn),
    endTurn: (name, restMs) => changeLine(name, (line, asking) => endedTurn(line, asking, restMs)),
    pause: (name, pauseMs) =>
      change(name, (known, { now }) => {
        const pauseUntil = Math.max(known.pauseUntil ?? 0, now + pauseMs);
        return [{ ...known, pauseUntil }, undefined];
      }),
  };
}

/**
 * Reads a row and writes it unless somebody wrote it meanwhile; then once more. Two short statements cost the database less
 * than a long one: most of that would be planning.
 */
async function changeRow<Result>(
  db: Kysely<Tables>,
  name: string,
  work: (known: Known, now: number) => readonly [Known, Result],
): Promise<Result> {
  for (;;) {
    const { state, version, now } = (await readRow(db, name)) ?? (await readClock(db));
    const [known, result] = work(state === null ? {} : JSON.parse(state), now);
    const text = JSON.stringify(known);
    if (text === state) return result;
    const written =
      version === null
        ? await sql`insert into crawled_hosts (name, state, version) values (${name}, ${text}, 1)
            on conflict (name) do nothing`.execute(db)
        : await sql`update crawled_hosts set state = ${text}, version = ${version + 1}, used_at = now()
            where name = ${name} and version = ${version}`.execute(db);
    if (written.numAffectedRows === 1n) return result;
  }
}

interface Row {
  readonly state: string | null;
  /** null: there is none. */
  readonly version: number | null;
  readonly now: number;
}

const clock = sql`extract(epoch from clock_timestamp())::float8 * 1000 as now`;

async function readRow(db: Kysely<Tables>, name: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select state, version, ${clock} from crawled_hosts where name = ${name}`.execute(db);
  return rows[0];
}

async function readClock(db: Kysely<Tables>): Promise<Row> {
  const { rows } = await sql<Pick<Row, "now">>`select ${clock}`.execute(db);
  return { state: null, version: null, now: rows[0]?.now ?? 0 };
}
