import { CrawlError } from "@llmstxt-service/page/errors";
import { Kysely, PostgresDialect } from "kysely";
import type { PoolConfig } from "pg";
import * as z from "zod";
import type { Tables } from "../tables/tables.ts";
import type { Connection, Crowding } from "./connection.ts";
import { type Crowd, ElasticPool } from "./pool.ts";
import { stateOf } from "./sql-state.ts";

/** Limits of calls: no call waits for long, whatever holds a lock or loses packets. */
const CALL_LIMITS: PoolConfig = {
  connectionTimeoutMillis: 2_000,
  statement_timeout: 5_000,
  query_timeout: 8_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  application_name: "llmstxt",
};

/** Limits of lists, which wait longer for one of their few connections. */
const LIST_LIMITS: PoolConfig = {
  ...CALL_LIMITS,
  connectionTimeoutMillis: 5_000,
  application_name: "llmstxt lists",
};

/** Options of migrations: one of many rows takes minutes. */
const UNLIMITED: PoolConfig = {
  max: 1,
  connectionTimeoutMillis: 2_000,
  keepAlive: true,
  application_name: "llmstxt migrations",
};

/** Limits of the job engine, whose maintenance statements may take longer. */
const JOB_LIMITS: PoolConfig = {
  ...CALL_LIMITS,
  statement_timeout: 60_000,
  query_timeout: 65_000,
  application_name: "llmstxt jobs",
};

interface PostgresOptions {
  readonly url: string;
  /** Most connections of this process, at least 3. Default: a sixth of the server's limit, 16 at most. */
  readonly connections?: number | undefined;
}

/** Default of a process's connections, and number of processes that a server has room for by default. */
const CONNECTIONS = 16;
const PROCESSES = 6;

/** Shares of the connections. Lists get few, to leave the processors to the recrawls. */
const SHARES = { jobs: 0.25, lists: 0.2 };

function shared(connections: number) {
  const jobs = Math.max(1, Math.round(SHARES.jobs * connections));
  const lists = Math.max(1, Math.round(SHARES.lists * connections));
  return { calls: Math.max(1, connections - jobs - lists), jobs, lists };
}

interface Heard {
  onError(error: unknown): void;
  /** Called when the server refuses more connections, and when it accepts them again. */
  onCrowding(crowding: Crowding): void;
}

/** @throws any error that prevents the connection */
export async function openPostgres(
  { url: connectionString, connections }: PostgresOptions,
  { onError, onCrowding }: Heard,
): Promise<Connection> {
  const { Pool } = await import("pg");
  const kyselyOn = (pool: ElasticPool) => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const crowd = watchedCrowd(() => calls, onCrowding);
  const openPool = (limits: PoolConfig, instead?: ElasticPool) => {
    const pool = new Pool({ connectionString, ...limits });
    // Without listeners a connection that breaks would end the process.
    pool.on("error", onError);
    pool.on("connect", (client) => client.on("error", onError));
    return new ElasticPool(pool, crowd, { instead });
  };
  // One connection of this pool is always open: polls of the others find work, which needs a connection here.
  const calls = openPool({ ...CALL_LIMITS, max: 1, min: 1 });
  const jobs = openPool({ ...JOB_LIMITS, max: 1 }, calls);
  const lists = openPool({ ...LIST_LIMITS, max: 1 }, calls);
  const close = async () => {
    await Promise.all([calls.end(), jobs.end(), lists.end()]);
  };
  try {
    const sizes = shared(connections ?? Math.min(CONNECTIONS, Math.floor((await serverLimit(calls)) / PROCESSES)));
    calls.resize(sizes.calls);
    jobs.resize(sizes.jobs);
    lists.resize(sizes.lists);
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
      const pool = openPool(UNLIMITED, calls);
      try {
        return await work(kyselyOn(pool));
      } finally {
        await pool.end();
      }
    },
    waiting: () => calls.waiting + lists.waiting,
    isAway,
    close,
  };
}

/** Reports once that there are too few connections, and once that there are enough again. */
function watchedCrowd(calls: () => ElasticPool, onCrowding: Heard["onCrowding"]): Crowd {
  let isCrowded = false;
  return {
    refused() {
      if (isCrowded) return;
      isCrowded = true;
      // The limit is read on an open connection; without one it stays unknown.
      serverLimit(calls()).then(
        (limit) => onCrowding({ isCrowded: true, serverLimit: limit }),
        () => onCrowding({ isCrowded: true }),
      );
    },
    admitted() {
      if (!isCrowded) return;
      isCrowded = false;
      onCrowding({ isCrowded: false });
    },
  };
}

async function serverLimit(calls: ElasticPool): Promise<number> {
  const { rows } = await calls.query("select current_setting('max_connections') as limit");
  return z.object({ limit: z.coerce.number() }).parse(rows[0]).limit;
}

/** Classes of SQLSTATE that are about the server, not the statement. */
const AWAY_CLASSES = ["08", "53", "57", "58"];
/**
 * SQLSTATEs that count as unavailable: read-only after a failover, lock not available, collisions, transaction cut off.
 */
const AWAY_STATES = ["25006", "55P03", "40001", "40P01", "25P03"];

function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway);
  if (!(error instanceof Error) || error instanceof CrawlError) return false;
  const state = stateOf(error);
  if (state !== "") return AWAY_CLASSES.includes(state.slice(0, 2)) || AWAY_STATES.includes(state);
  return "code" in error || /connect|timeout|terminated|closed|ended|not queryable/i.test(error.message);
}
