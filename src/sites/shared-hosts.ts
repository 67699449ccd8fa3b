import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { CrawlError } from "../errors.ts";
import { withTimeLimit } from "../waiting/time-limit.ts";
import type { Database } from "./database.ts";
import { type AskedShare, pauseHost, shareHost } from "./host-shares.ts";
import { type AskedTurn, askTurn, endTurn, keepTurn, type Turn } from "./host-turns.ts";
import type { Tables } from "./tables.ts";

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

/** Each process has one; `shareMs` says how long what it took holds without being renewed. */
export function sharedHosts(database: Database, shareMs: number): SharedHosts {
  const holder = randomUUID();
  const ask = <T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> =>
    withTimeLimit(PATIENCE_MS, database.run(work), () => new CrawlError("database_unavailable", {}));
  return {
    share: (name, asked) => ask((db) => shareHost(db, { name, holder, shareMs }, asked)),
    turn: (name, asked) => ask((db) => askTurn(db, { name, holder, shareMs }, asked)),
    keepTurn: (name) => ask((db) => keepTurn(db, { name, holder, shareMs })),
    endTurn: (name, restMs) => ask((db) => endTurn(db, { name, holder, shareMs }, restMs)),
    pause: (host, pauseMs) => ask((db) => pauseHost(db, host, pauseMs)),
  };
}
