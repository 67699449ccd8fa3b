import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Tables } from "./tables.ts";

const now = sql`now()`;

/** Additive only: an older program may be running beside a newer one against one database. */
const MIGRATIONS: Record<string, Migration> = {
  "001_sites": {
    async up(db) {
      await createSites(db);
      await createVersions(db);
      await createRuns(db);
    },
  },
  "002_version_crawls": {
    async up(db) {
      await db.schema.alterTable("site_versions").addColumn("crawl", "integer").execute();
    },
  },
  "003_queued_sites": {
    async up(db) {
      await sql`create table if not exists llmstxt_locks (name text primary key, taken_at timestamptz not null default now())`.execute(
        db,
      );
      await sql`alter table crawl_sites add column if not exists queued_at timestamptz`.execute(db);
      await sql`alter table recrawl_runs add column if not exists leaves_more boolean not null default false`.execute(
        db,
      );
      await sql`create index if not exists crawl_sites_queued on crawl_sites (queued_at) where queued_at is not null`.execute(
        db,
      );
      await sql`create index if not exists recrawl_runs_leaving on recrawl_runs (id) where leaves_more`.execute(db);
    },
  },
  "004_sealed_credentials": {
    async up(db) {
      await sql`alter table crawl_sites add column if not exists sealed_credentials text`.execute(db);
    },
  },
};

async function createSites(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("crawl_sites")
    .addColumn("id", "uuid", (column) => column.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn("base_url", "text", (column) => column.notNull().unique())
    .addColumn("max_pages", "integer", (column) => column.notNull().defaultTo(50))
    .addColumn("desc_length", "integer", (column) => column.notNull().defaultTo(500))
    .addColumn("recrawl_interval_minutes", "integer", (column) => column.notNull().defaultTo(10_080))
    .addColumn("last_crawled_at", "timestamptz")
    .addColumn("last_changed_at", "timestamptz")
    .addColumn("next_crawl_at", "timestamptz")
    .addColumn("latest_llms_hash", "text")
    .addColumn("latest_llms_url", "text")
    .addColumn("sentinel_url", "text")
    .addColumn("sentinel_last_modified", "timestamptz")
    .addColumn("avg_change_interval_minutes", "double precision")
    .addColumn("webhook_secret", "text")
    .addColumn("created_at", "timestamptz", (column) => column.notNull().defaultTo(now))
    .addColumn("updated_at", "timestamptz", (column) => column.notNull().defaultTo(now))
    .addColumn("choices", "jsonb", (column) => column.notNull().defaultTo(sql`'{}'::jsonb`))
    .addColumn("plain_digest", "text")
    .addColumn("generated_at", "timestamptz")
    .addColumn("is_stored", "boolean", (column) => column.notNull().defaultTo(true))
    .addColumn("webhook_secret_set_at", "timestamptz")
    .addColumn("paused_at", "timestamptz")
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("last_error", "text")
    .addColumn("pages", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("previous_pages", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("crawls", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("history", "jsonb", (column) => column.notNull().defaultTo(sql`'[]'::jsonb`))
    .addColumn("lease_token", "uuid")
    .addColumn("crawling_since", "timestamptz")
    .addColumn("pages_done", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("due_marks", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("is_wanted", "boolean", (column) => column.notNull().defaultTo(false))
    .execute();
  // Whatever the number of sites, the due ones are the head of this index.
  await sql`create index crawl_sites_due on crawl_sites (next_crawl_at) where paused_at is null`.execute(db);
  // Finds sites that were crawled in what is now the future, after a clock was set back.
  await sql`create index crawl_sites_crawled on crawl_sites (last_crawled_at)`.execute(db);
}

async function createVersions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("site_versions")
    .addColumn("id", "uuid", (column) => column.primaryKey())
    .addColumn("site_id", "uuid", (column) => column.notNull().references("crawl_sites.id").onDelete("cascade"))
    .addColumn("at", "timestamptz", (column) => column.notNull().defaultTo(now))
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("pages", "integer", (column) => column.notNull())
    .addColumn("characters", "integer", (column) => column.notNull())
    .addColumn("added", "integer", (column) => column.notNull())
    .addColumn("removed", "integer", (column) => column.notNull())
    .addColumn("changed", "integer", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .execute();
  await sql`create index site_versions_newest on site_versions (site_id, at desc, id desc)`.execute(db);
  await db.schema
    .createTable("site_memories")
    .addColumn("site_id", "uuid", (column) => column.primaryKey().references("crawl_sites.id").onDelete("cascade"))
    .addColumn("pages", "bytea", (column) => column.notNull())
    .execute();
}

async function createRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("recrawl_runs")
    .addColumn("id", "uuid", (column) => column.primaryKey())
    .addColumn("started_at", "timestamptz", (column) => column.notNull().defaultTo(now))
    .addColumn("finished_at", "timestamptz")
    .addColumn("total", "integer", (column) => column.notNull())
    .addColumn("processed", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("updated", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("unchanged", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("errors", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create index recrawl_runs_newest on recrawl_runs (started_at desc)`.execute(db);
  await db.schema
    .createTable("recrawl_run_sites")
    .addColumn("run_id", "uuid", (column) => column.notNull().references("recrawl_runs.id").onDelete("cascade"))
    .addColumn("site_id", "uuid", (column) => column.notNull())
    .addColumn("outcome", "text")
    .addPrimaryKeyConstraint("recrawl_run_sites_key", ["run_id", "site_id"])
    .execute();
}

/** Brings the schema up to date. Any number of processes may do it at once: they take turns by a lock in the database. */
export async function migrate(db: Kysely<Tables>): Promise<readonly string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => MIGRATIONS },
    migrationTableName: "llmstxt_migration",
    migrationLockTableName: "llmstxt_migration_lock",
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return results.map(({ migrationName }) => migrationName);
}
