import { Kysely, PostgresDialect } from "kysely";
import type { PoolConfig } from "pg";
import type { Connection } from "./connection.ts";
import type { Tables } from "./tables.ts";

/** So that no call waits for long, whatever holds a lock or swallows packets. */
const CALL_LIMITS: PoolConfig = {
  max: 8,
  connectionTimeoutMillis: 2_000,
  statement_timeout: 5_000,
  query_timeout: 8_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  application_name: "llmstxt",
};

/** The job engine keeps house in its tables with statements that may take longer. */
const JOB_LIMITS: PoolConfig = {
  ...CALL_LIMITS,
  max: 4,
  statement_timeout: 60_000,
  query_timeout: 65_000,
  application_name: "llmstxt jobs",
};

/** @throws whatever keeps the server from being reached */
export async function openPostgres(connectionString: string, onError: (error: unknown) => void): Promise<Connection> {
  const { Pool } = await import("pg");
  const openPool = (limits: PoolConfig) => {
    const pool = new Pool({ connectionString, ...limits });
    // Without listeners a connection that breaks while idle, or in use, would end the process.
    pool.on("error", onError);
    pool.on("connect", (client) => client.on("error", onError));
    return pool;
  };
  const calls = openPool(CALL_LIMITS);
  const jobs = openPool(JOB_LIMITS);
  const close = async () => {
    await Promise.all([calls.end(), jobs.end()]);
  };
  try {
    await calls.query("select 1");
  } catch (error) {
    await close();
    throw error;
  }
  return {
    backend: "postgres",
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: calls }) }),
    jobs: { executeSql: (text, values) => jobs.query(text, values) },
    waiting: () => calls.waitingCount,
    isAway,
    close,
  };
}

/** Classes of SQLSTATE that speak of the server and not of the statement. */
const AWAY_CLASSES = ["08", "53", "57", "58"];
/** Read-only after a failover; a lock or a deadlock that another attempt may not meet; a transaction cut off. */
const AWAY_STATES = ["25006", "55P03", "40001", "40P01", "25P03"];

function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway);
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (/^[0-9A-Z]{5}$/.test(code) && !code.startsWith("E"))
    return AWAY_CLASSES.includes(code.slice(0, 2)) || AWAY_STATES.includes(code);
  return code !== "" || /connect|timeout|terminated|closed|ended|not queryable/i.test(error.message);
}
