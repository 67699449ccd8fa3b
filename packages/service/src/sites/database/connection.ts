import type { Kysely } from "kysely";
import type { Sql } from "../run.ts";
import type { Tables } from "../tables/tables.ts";

/** Room for connections at the server. `serverLimit`: most connections that it gives to all clients. */
export interface Crowding {
  readonly isCrowded: boolean;
  readonly serverLimit?: number;
}

export interface Connection {
  /** Kind of database, for the job engine, whose statements differ. */
  readonly backend: "postgres" | "pglite";
  readonly db: Kysely<Tables>;
  /** The database for long lists, on connections of their own: lists delay no other calls. */
  readonly lists: Kysely<Tables>;
  /** The database for the job engine, which writes its own SQL; a text may have several statements. */
  readonly jobs: Sql;
  /** Runs work without time limits, such as a change of the schema, on connections of its own. */
  unlimited<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Number of calls that wait for a connection. */
  waiting(): number;
  /** True if the error means that the database is unavailable, and not that the statement was wrong. */
  isAway(error: unknown): boolean;
  close(): Promise<void>;
}
