import { Kysely, PostgresDialect } from "kysely";
import type { Pool, PoolConfig } from "pg";
import { CrawlError } from "../../errors.ts";
import type { Tables } from "../tables/tables.ts";
import { type Connection, type OnStatement, statementLog } from "./connection.ts";
import { stateOf } from "./sql-state.ts";

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

/** Few at once, so that lists leave the processors to the recrawls; who asks for one waits his turn. */
const LIST_LIMITS: PoolConfig = {
  ...CALL_LIMITS,
  max: 3,
  connectionTimeoutMillis: 5_000,
  application_name: "llmstxt lists",
};

/** A migration of many rows takes minutes. */
const UNLIMITED: PoolConfig = {
  max: 1,
  connectionTimeoutMillis: 2_000,
  keepAlive: true,
  application_name: "llmstxt migrations",
};

/** The job engine keeps house in its tables with statements that may take longer. */
const JOB_LIMITS: PoolConfig = {
  ...CALL_LIMITS,
  max: 4,
  statement_timeout: 60_000,
  query_timeout: 65_000,
  application_name: "llmstxt jobs",
};

export interface PostgresOptions {
  readonly url: string;
  readonly onStatement?: OnStatement | undefined;
}

/** @throws whatever keeps the server from being reached */
export async function openPostgres(
  { url: connectionString, onStatement }: PostgresOptions,
  onError: (error: unknown) => void,
): Promise<Connection> {
  const { Pool } = await import("pg");
  const kyselyOn = (pool: Pool) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...statementLog(onStatement) });
  const openPool = (limits: PoolConfig) => {
    const pool = new Pool({ connectionString, ...limits });
    // Without listeners a connection that breaks while idle, or in use, would end the process.
    pool.on("error", onError);
    pool.on("connect", (client) => client.on("error", onError));
    return pool;
  };
  const calls = openPool(CALL_LIMITS);
  const jobs = openPool(JOB_LIMITS);
  const lists = openPool(LIST_LIMITS);
  const close = async () => {
    await Promise.all([calls.end(), jobs.end(), lists.end()]);
  };
  try {
    await calls.query("select 1");
  } catch (error) {
    await close();
    throw error;
  }
  return {
    backend: "postgres",
    db: kyselyOn(calls),
    lists: kyselyOn(lists),
    jobs: { executeSql: (text, values) => jobs.query(text, values) },
    async unlimited(work) {
      const pool = openPool(UNLIMITED);
      try {
        return await work(kyselyOn(pool));
      } finally {
        await pool.end();
      }
    },
    waiting: () => calls.waitingCount + lists.waitingCount,
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
  if (!(error instanceof Error) || error instanceof CrawlError) return false;
  const state = stateOf(error);
  if (state !== "") return AWAY_CLASSES.includes(state.slice(0, 2)) || AWAY_STATES.includes(state);
  return "code" in error || /connect|timeout|terminated|closed|ended|not queryable/i.test(error.message);
}
