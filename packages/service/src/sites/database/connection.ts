import type { Kysely } from "kysely";
import type { Sql } from "../run.ts";
import type { Tables } from "../tables/tables.ts";

/** The server refuses connections for want of room, or gives some again; `serverLimit`: as many as it gives to all. */
export interface Crowding {
  readonly isCrowded: boolean;
  readonly serverLimit?: number;
}

/** A database at hand. */
export interface Connection {
  /** For the job engine, whose statements are not the same for both. */
  readonly backend: "postgres" | "pglite";
  readonly db: Kysely<Tables>;
  /** The same for reading long lists: what waits or works there keeps nobody else waiting. */
  readonly lists: Kysely<Tables>;
  /** The same database for the job engine, which writes its SQL itself; several statements in one text are allowed. */
  readonly jobs: Sql;
  /** Runs work that may take its time, as changing the schema does, on connections of its own. */
  unlimited<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Calls that wait for a connection. */
  waiting(): number;
  /** True if this failure says that the database is away, and not that the statement was wrong. */
  isAway(error: unknown): boolean;
  close(): Promise<void>;
}
