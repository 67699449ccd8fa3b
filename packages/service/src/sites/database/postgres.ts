import { CrawlError } from "@llmstxt-service/page/errors";
import { Kysely, PostgresDialect } from "kysely";
import type { PoolConfig } from "pg";
import * as z from "zod";
import type { Tables } from "../tables/tables.ts";
import type { Connection, Crowding } from "./connection.ts";
import { type Crowd, ElasticPool } from "./pool.ts";
import { stateOf } from "./sql-state.ts";

/** So that no call waits for long, whatever holds a lock or swallows packets. */
const CALL_LIMITS: PoolConfig = {
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
  statement_timeout: 60_000,
  query_timeout: 65_000,
  application_name: "llmstxt jobs",
};

export interface PostgresOptions {
  readonly url: string;
  /** Of this process at most, 3 at least. Default: a sixth of what the server gives, 16 at most. */
  readonly connections?: number | undefined;
}

/** Connections of one process where nobody says otherwise, and processes that are to find room beside each other. */
const CONNECTIONS = 16;
const PROCESSES = 6;

/** Shares of the connections; lists get few, so that they leave the processors to the recrawls. */
const SHARES = { jobs: 0.25, lists: 0.2 };

function shared(connections: number) {
  const jobs = Math.max(1, Math.round(SHARES.jobs * connections));
  const lists = Math.max(1, Math.round(SHARES.lists * connections));
  return { calls: Math.max(1, connections - jobs - lists), jobs, lists };
}

interface Heard {
  onError(error: unknown): void;
  /** The server gives no more connections, or does again. */
  onCrowding(crowding: Crowding): void;
}

/** @throws whatever keeps the server from being reached */
export async function openPostgres(
  { url: connectionString, connections }: PostgresOptions,
  { onError, onCrowding }: Heard,
): Promise<Connection> {
  const { Pool } = await import("pg");
  const kyselyOn = (pool: ElasticPool) => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const crowd = watchedCrowd(() => calls, onCrowding);
  const openPool = (limits: PoolConfig, instead?: ElasticPool) => {
    const pool = new Pool({ connectionString, ...limits });
    // Without listeners a connection that breaks while idle, or in use, would end the process.
    pool.on("error", onError);
    pool.on("connect", (client) => client.on("error", onError));
    return new ElasticPool(pool, crowd, { instead });
  };
  // One connection is kept, whatever polls take: without it nothing that they find could be done.
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

/** Says once that there are too few connections, and once that there are enough again. */
function watchedCrowd(calls: () => ElasticPool, onCrowding: Heard["onCrowding"]): Crowd {
  let isCrowded = false;
  return {
    refused() {
      if (isCrowded) return;
      isCrowded = true;
      // Asked on a connection that there is; without one the limit is not known.
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

const limitIn = z.object({ limit: z.coerce.number() });

async function serverLimit(calls: ElasticPool): Promise<number> {
  const { rows } = await calls.query("select current_setting('max_connections') as limit");
  return limitIn.parse(rows[0]).limit;
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
