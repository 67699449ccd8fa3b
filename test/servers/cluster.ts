import { Pool } from "pg";
import type { ServerBackend } from "../../src/sites/database/connection.ts";
import type { PostgresServer } from "./postgres.ts";

/** A database that somebody else runs, to be filled and recrawled: an empty one on a distributed engine. */
export interface Cluster {
  readonly server: Omit<PostgresServer, "pid">;
  readonly backend: ServerBackend;
}

const BACKENDS: readonly ServerBackend[] = ["postgres", "yugabytedb", "citus", "cockroachdb"];

/** The one CLUSTER_URL leads to, of the engine CLUSTER_BACKEND; undefined where it is not set. @throws for one that is in use */
export async function givenCluster(): Promise<Cluster | undefined> {
  const { CLUSTER_URL: url, CLUSTER_BACKEND: name } = process.env;
  if (url === undefined) return undefined;
  const backend = BACKENDS.find((one) => one === name);
  if (backend === undefined) throw new Error(`CLUSTER_BACKEND must be one of ${BACKENDS.join(", ")}`);
  const pool = new Pool({ connectionString: url, max: 1 });
  try {
    const { rowCount } = await pool.query("select 1 from information_schema.tables where table_name = 'crawl_sites'");
    if (rowCount !== 0) throw new Error("CLUSTER_URL must lead to an empty database: this one has a table crawl_sites");
  } finally {
    await pool.end();
  }
  const notOurs = () => Promise.reject(new Error("This server is not ours to stop"));
  return { server: { url, kill: notOurs, start: notOurs, close: async () => {} }, backend };
}
