import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/tables.ts";
import type { Backend } from "./connection.ts";
import { stateOf } from "./sql-state.ts";

/** One change of the schema. Done twice it does nothing the second time: whoever is cut off begins it again. */
export type MigrationStep = {
  readonly name: string;
  readonly optional?: true;
  /** Only where this step could not be taken. */
  readonly unless?: string;
  /** Engines it is not for. */
  readonly notOn?: readonly Backend[];
} & (
  | { readonly up: (db: Kysely<Tables>) => Promise<unknown> }
  /** What follows `create index`; built while others write, where the engine can. */
  | { readonly index: string }
);

/** A database to migrate, and what its engine can do. */
export interface Migrated {
  readonly db: Kysely<Tables>;
  readonly backend: Backend;
}

/** Nobody waits behind us for longer while we wait for a table. */
const LOCK_TIMEOUT = "3s";
const MAX_TRIES = 60;
const RETRY_MS = 1_000;

/** The turn of a process that died is over after so many seconds; a living one renews it. */
const TURN_SECONDS = 30;
const RENEW_MS = 5_000;
const LOOK_MS = 100;

/**
 * Brings the schema up to date and returns the names of the steps it took. Any number of processes may do it at once:
 * they take turns by a row. Steps that were done are remembered one by one.
 * @throws whatever the database says of a step that is not optional
 */
export async function migrate({ db, backend }: Migrated, steps: readonly MigrationStep[]): Promise<readonly string[]> {
  await retrying(() => makeOwnTables(db));
  const holder = randomUUID();
  for (;;) {
    const isMissing = missing(backend, await stepsDone(db));
    if (!steps.some(isMissing)) return [];
    if (await takeTurn(db, holder)) break;
    await sleep(LOOK_MS);
  }
  const renewing = setInterval(() => takeTurn(db, holder).catch(() => {}), RENEW_MS); // the next one, or the turn ends
  try {
    return await takeSteps({ db, backend }, steps);
  } finally {
    clearInterval(renewing);
    await sql`update llmstxt_locks set until = null where name = 'migration' and holder = ${holder}`.execute(db);
  }
}

async function takeSteps(migrated: Migrated, steps: readonly MigrationStep[]): Promise<readonly string[]> {
  const taken: string[] = [];
  const done = await stepsDone(migrated.db);
  const isMissing = missing(migrated.backend, done);
  for (const step of steps) {
    if (!isMissing(step)) continue;
    try {
      await retrying(() => takeStep(migrated, step));
    } catch (error) {
      if (!step.optional) throw error;
      continue; // the program does without
    }
    const at = new Date().toISOString();
    await sql`insert into llmstxt_migration (name, timestamp) values (${step.name}, ${at}) on conflict do nothing`.execute(
      migrated.db,
    );
    done.add(step.name);
    taken.push(step.name);
  }
  return taken;
}

async function takeStep({ db, backend }: Migrated, step: MigrationStep): Promise<void> {
  if ("index" in step) return buildIndex({ db, backend }, step.index);
  // Elsewhere a change of the schema is a job of its own, which no transaction may hold.
  if (backend !== "postgres" && backend !== "pglite") return void (await step.up(db));
  await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(trx);
    await step.up(trx);
  });
}

async function buildIndex({ db, backend }: Migrated, index: string): Promise<void> {
  if (backend !== "postgres") return void (await sql.raw(`create index if not exists ${index}`).execute(db));
  const [name = ""] = index.split(" ", 1);
  // One that was cut off is there and of no use.
  const { rows } = await sql`select 1 from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`.execute(
    db,
  );
  if (rows.length > 0) await sql.raw(`drop index concurrently if exists ${name}`).execute(db);
  await sql.raw(`create index concurrently if not exists ${index}`).execute(db);
}

async function makeOwnTables(db: Kysely<Tables>): Promise<void> {
  await sql`create table if not exists llmstxt_migration (name text primary key, timestamp text not null)`.execute(db);
  await sql`create table if not exists llmstxt_locks
    (name text primary key, taken_at timestamptz not null default now(), holder uuid, until timestamptz)`.execute(db);
}

async function stepsDone(db: Kysely<Tables>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from llmstxt_migration`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

const missing =
  (backend: Backend, done: ReadonlySet<string>) =>
  ({ name, unless, notOn = [] }: MigrationStep): boolean =>
    !done.has(name) && !notOn.includes(backend) && (unless === undefined || !done.has(unless));

async function takeTurn(db: Kysely<Tables>, holder: string): Promise<boolean> {
  const { rows } = await sql`insert into llmstxt_locks (name, holder, until)
    values ('migration', ${holder}, now() + ${TURN_SECONDS} * interval '1 second')
    on conflict (name) do update set holder = excluded.holder, until = excluded.until, taken_at = now()
    where llmstxt_locks.until is null or llmstxt_locks.until < now() or llmstxt_locks.holder = excluded.holder
    returning name`.execute(db);
  return rows.length > 0;
}

/** A lock not had in time, a deadlock, a transaction to be repeated, and two that make one thing at the same moment. */
const PASSING = ["55P03", "40P01", "40001", "23505", "42P07", "42710", "XX000"];

async function retrying(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries === MAX_TRIES || !PASSING.includes(stateOf(error))) throw error;
    }
    await sleep(RETRY_MS * Math.random());
  }
}
