import { setTimeout as sleep } from "node:timers/promises";
import { sha256 } from "@llmstxt-service/page/sha256";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/tables.ts";
import { stateOf } from "./sql-state.ts";

/**
 * One change of the schema, made in one transaction. Kysely's own migrator refuses to start if the table names a
 * migration that it does not know, as after going back to an older version.
 */
export interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
}

/** Time limit for locks, so that a waiting `alter table` does not block other queries. */
const LOCK_TIMEOUT = "3s";
const MAX_TRIES = 60;
const RETRY_MS = 1_000;

/** Key of the advisory lock of migrations: a number that nothing else uses. */
const LOCK = 1_129_270_612;

/**
 * Brings the schema up to date, and returns the names of the migrations made. Several processes may do it at once.
 * Migrations of a newer version are no error.
 * @throws Error for tables of a version that was never released, which are left as they are
 */
export async function migrate(db: Kysely<Tables>, migrations: readonly Migration[]): Promise<readonly string[]> {
  const done = await migrationsDone(db, migrations);
  const made: string[] = [];
  for (const migration of migrations)
    if (!done.has(migration.name) && (await retrying(() => make(db, migration, migrations)))) made.push(migration.name);
  return made;
}

/** @returns false if another process made it */
function make(db: Kysely<Tables>, migration: Migration, migrations: readonly Migration[]): Promise<boolean> {
  // Read committed shows what the last holder of the lock has committed.
  const transaction = db.transaction().setIsolationLevel("read committed");
  return transaction.execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.execute(trx);
    if ((await migrationsDone(trx, migrations)).has(migration.name)) return false;
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(trx);
    // The commit is synchronous even if the server's are not: a crash a moment later must not undo the tables.
    await sql`set local synchronous_commit = on`.execute(trx);
    for (const statement of migration.statements) await sql.raw(statement).execute(trx);
    await sql`create table if not exists llmstxt_migrations
      (name text primary key, digest text not null, at timestamptz not null default now())`.execute(trx);
    await sql`insert into llmstxt_migrations (name, digest) values (${migration.name}, ${digestOf(migration)})`.execute(
      trx,
    );
    return true;
  });
}

async function migrationsDone(db: Kysely<Tables>, migrations: readonly Migration[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ has_sites: boolean; has_own: boolean }>`select
    to_regclass('crawl_sites') is not null as has_sites, to_regclass('llmstxt_migrations') is not null as has_own`.execute(
    db,
  );
  const [tables] = rows;
  if (!tables?.has_own) {
    if (tables?.has_sites) throw unreleased();
    return new Set();
  }
  const made = await sql<{ name: string; digest: string }>`select name, digest from llmstxt_migrations`.execute(db);
  const digests = new Map(made.rows.map(({ name, digest }) => [name, digest]));
  const isOther = (one: Migration) => digests.has(one.name) && digests.get(one.name) !== digestOf(one);
  if (migrations.some(isOther)) throw unreleased();
  return new Set(digests.keys());
}

const digestOf = ({ statements }: Migration): string => sha256(statements.join(";\n"));

const unreleased = () =>
  new Error(
    "its tables are of a version that was never released, and stay as they are: use an empty database, or export the sites with that version and import them here",
  );

/** SQLSTATEs of errors that pass: lock not available, deadlock, serialization failure. */
const PASSING = ["55P03", "40P01", "40001"];

async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === MAX_TRIES || !PASSING.includes(stateOf(error))) throw error;
    }
    await sleep(RETRY_MS * Math.random());
  }
}
