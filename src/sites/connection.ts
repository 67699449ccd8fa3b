import type { Kysely } from "kysely";
import type { Sql } from "./sites.ts";
import type { Tables } from "./tables.ts";

/** A database at hand. */
export interface Connection {
  readonly backend: "postgres" | "pglite";
  readonly db: Kysely<Tables>;
  /** The same database for the job engine, which writes its SQL itself; several statements in one text are allowed. */
  readonly jobs: Sql;
  /** Calls that wait for a connection. */
  waiting(): number;
  /** Whether this failure says that the database is away, and not that the statement was wrong. */
  isAway(error: unknown): boolean;
  close(): Promise<void>;
}
