import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/tables.ts";
import type { MigrationStep } from "./migrate.ts";
import { BEGINNING_INDEXES, TRIGRAM_STEP } from "./search.ts";

const now = sql`now()`;

/** Four bytes on every engine: CockroachDB's `integer` has eight, which a driver hands on as text. */
const int4 = sql`int4`;

/** Additive only: an older program may be running beside a newer one against one database. Each can be repeated. */
export const STEPS: readonly MigrationStep[] = [
  { name: "001_sites", up: createTables },
  { name: "002_version_crawls", up: (db) => addColumn(db, "site_versions", "crawl int4") },
  { name: "003_queued_sites", up: markQueued },
  { name: "004_sealed_credentials", up: (db) => addColumn(db, "crawl_sites", "sealed_credentials text") },
  { name: "004_index_queued", index: "crawl_sites_queued on crawl_sites (queued_at asc) where queued_at is not null" },
  { name: "004_index_leaving", index: "recrawl_runs_leaving on recrawl_runs (id) where leaves_more" },
  // What a list is ordered by, then the address: a page of it is a range of the index.
  { name: "005_index_next", index: "crawl_sites_next on crawl_sites (next_crawl_at asc, base_url asc)" },
  {
    name: "005_index_changed",
    index: "crawl_sites_changed on crawl_sites (last_changed_at desc nulls last, base_url asc)",
  },
  { name: "005_index_last", index: "crawl_sites_last on crawl_sites (last_crawled_at desc nulls last, base_url asc)" },
  { name: "005_index_pages", index: "crawl_sites_pages on crawl_sites (pages desc nulls last, base_url asc)" },
  {
    name: "005_index_interval",
    index: "crawl_sites_interval on crawl_sites (recrawl_interval_minutes asc, base_url asc)",
  },
  { name: "005_index_updated", index: "crawl_sites_updated on crawl_sites (updated_at asc, id asc)" },
  // The few that people look for first.
  {
    name: "005_index_crawling",
    index: "crawl_sites_crawling on crawl_sites (base_url) where crawling_since is not null",
  },
  { name: "005_index_failing", index: "crawl_sites_failing on crawl_sites (base_url) where failures >= 2" },
  {
    name: "005_index_shrunk",
    index: "crawl_sites_shrunk on crawl_sites (base_url) where pages < 0.9 * previous_pages",
  },
  { name: "005_index_paused", index: "crawl_sites_paused on crawl_sites (base_url) where paused_at is not null" },
  // YugabyteDB refuses scans of such an index for most searches ("unsupported ybgin index scan").
  {
    name: "006_trigrams",
    optional: true,
    notOn: ["yugabytedb"],
    up: (db) => sql`create extension if not exists pg_trgm`.execute(db),
  },
  {
    name: TRIGRAM_STEP,
    optional: true,
    notOn: ["yugabytedb"],
    index: "crawl_sites_search on crawl_sites using gin (base_url gin_trgm_ops)",
  },
  { name: "007_crawls", up: createCrawls },
  { name: "007_crawled_hosts", up: createHosts },
  { name: "008_tags", up: (db) => addColumn(db, "crawl_sites", "tags jsonb not null default '[]'::jsonb") },
  {
    name: "008_index_tags",
    optional: true,
    index: "crawl_sites_tags on crawl_sites using gin (tags) where tags <> '[]'::jsonb",
  },
  { name: "009_memory_keys", up: (db) => addColumn(db, "crawl_sites", "memory_key text") },
  { name: "010_site_runs", up: createSiteRuns },
  { name: "011_alerts", up: addAlerts },
  { name: "012_overlays", up: createOverlays },
  // Where the engine has no trigrams, or this role may not add them.
  ...BEGINNING_INDEXES.map(
    ({ name, index }): MigrationStep => ({ name: `013_${name}`, unless: TRIGRAM_STEP, notOn: ["pglite"], index }),
  ),
  { name: "014_began_at", up: (db) => addColumn(db, "crawl_sites", "began_at timestamptz") },
  { name: "014_host_answers", up: createHostAnswers },
  { name: "014_host_states", up: (db) => addColumn(db, "crawled_hosts", "state text") },
  { name: "014_host_versions", up: (db) => addColumn(db, "crawled_hosts", "version int4 not null default 0") },
  // What is true for seconds needs no log: a statement costs no disk, and a crash empties the tables.
  ...["crawled_hosts", "host_answers"].map(
    (table): MigrationStep => ({
      name: `014_unlogged_${table}`,
      optional: true,
      notOn: ["pglite", "yugabytedb", "citus", "cockroachdb"],
      up: (db) => sql`alter table ${sql.table(table)} set unlogged`.execute(db),
    }),
  ),
];

const addColumn = (db: Kysely<Tables>, table: string, column: string) =>
  sql`alter table ${sql.table(table)} add column if not exists ${sql.raw(column)}`.execute(db);

async function createTables(db: Kysely<Tables>): Promise<void> {
  await createSites(db);
  await createVersions(db);
  await createRuns(db);
}

/** How each recrawl of a site went, of the newest ones. */
async function createSiteRuns(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable("site_runs")
    .ifNotExists()
    .addColumn("id", "uuid", (column) => column.primaryKey())
    .addColumn("site_id", "uuid", (column) => column.notNull().references("crawl_sites.id").onDelete("cascade"))
    .addColumn("at", "timestamptz", (column) => column.notNull().defaultTo(now))
    .addColumn("outcome", "text", (column) => column.notNull())
    .addColumn("why", "text")
    .addColumn("pages", int4)
    .addColumn("added", int4, (column) => column.notNull())
    .addColumn("removed", int4, (column) => column.notNull())
    .addColumn("changed", int4, (column) => column.notNull())
    .addColumn("failed", int4, (column) => column.notNull())
    .addColumn("ms", int4)
    .addColumn("log", "text", (column) => column.notNull())
    .execute();
  await sql`create index if not exists site_runs_newest on site_runs (site_id, at desc, id desc)`.execute(db);
}

/** What owners want otherwise than a crawl has it, and the text that is applied to. */
async function createOverlays(db: Kysely<Tables>): Promise<void> {
  await sql`create table if not exists site_overlays (site_id uuid primary key references crawl_sites (id) on delete cascade,
    yaml text not null, overlay jsonb not null, digest text not null, updated_at timestamptz not null default now())`.execute(
    db,
  );
  await addColumn(db, "site_versions", "base jsonb");
}

/** What the processes of one database know of the hosts they crawl: who may ask how much, and when. Since 014 it is one text. */
async function createHosts(db: Kysely<Tables>): Promise<void> {
  await sql`create table if not exists crawled_hosts (name text primary key, shares jsonb not null default '{}'::jsonb,
    next_at timestamptz, pause_until timestamptz, used_at timestamptz not null default now())`.execute(db);
}

/** What hosts said to all their sites in the last minutes. */
async function createHostAnswers(db: Kysely<Tables>): Promise<void> {
  await sql`create table if not exists host_answers (origin text not null, key text not null, site text not null,
    packed bytea not null, kept_at timestamptz not null, primary key (origin, key))`.execute(db);
}

/** Who is told of what, and of which document a site keeps although a crawl found fewer pages. */
async function addAlerts(db: Kysely<Tables>): Promise<void> {
  await addColumn(db, "crawl_sites", "alerts jsonb");
  await addColumn(db, "crawl_sites", "kept jsonb");
  await sql`create table if not exists alert_rules (tag text primary key, rule jsonb not null)`.execute(db);
}

async function markQueued(db: Kysely<Tables>): Promise<void> {
  await addColumn(db, "crawl_sites", "queued_at timestamptz");
  await addColumn(db, "recrawl_runs", "leaves_more boolean not null default false");
}

/** Crawls that somebody asked for, and what happened in them. */
async function createCrawls(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable("crawls")
    .ifNotExists()
    .addColumn("id", "uuid", (column) => column.primaryKey())
    .addColumn("owner", "uuid", (column) => column.notNull())
    .addColumn("is_over", "boolean", (column) => column.notNull())
    .addColumn("file_url", "text")
    .addColumn("content", "bytea", (column) => column.notNull())
    .addColumn("alive_at", "timestamptz", (column) => column.notNull().defaultTo(now))
    .execute();
  await sql`create index if not exists crawls_alive on crawls (alive_at asc)`.execute(db);
  await sql`create index if not exists crawls_running on crawls (owner) where not is_over`.execute(db);
  await db.schema
    .createTable("crawl_events")
    .ifNotExists()
    .addColumn("crawl_id", "uuid", (column) => column.notNull().references("crawls.id").onDelete("cascade"))
    .addColumn("first_id", int4, (column) => column.notNull())
    .addColumn("lines", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("crawl_events_key", ["crawl_id", "first_id"])
    .execute();
}

async function createSites(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable("crawl_sites")
    .ifNotExists()
    .addColumn("id", "uuid", (column) => column.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn("base_url", "text", (column) => column.notNull().unique())
    .addColumn("max_pages", int4, (column) => column.notNull().defaultTo(50))
    .addColumn("desc_length", int4, (column) => column.notNull().defaultTo(500))
    .addColumn("recrawl_interval_minutes", int4, (column) => column.notNull().defaultTo(10_080))
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
    .addColumn("failures", int4, (column) => column.notNull().defaultTo(0))
    .addColumn("last_error", "text")
    .addColumn("pages", int4, (column) => column.notNull().defaultTo(0))
    .addColumn("previous_pages", int4, (column) => column.notNull().defaultTo(0))
    .addColumn("crawls", int4, (column) => column.notNull().defaultTo(0))
    .addColumn("history", "jsonb", (column) => column.notNull().defaultTo(sql`'[]'::jsonb`))
    .addColumn("lease_token", "uuid")
    .addColumn("crawling_since", "timestamptz")
    .addColumn("pages_done", int4, (column) => column.notNull().defaultTo(0))
    .addColumn("attempts", int4, (column) => column.notNull().defaultTo(0))
    .addColumn("due_marks", int4, (column) => column.notNull().defaultTo(0))
    .addColumn("is_wanted", "boolean", (column) => column.notNull().defaultTo(false))
    .execute();
  // Whatever the number of sites, the due ones are the head of this index.
  await sql`create index if not exists crawl_sites_due on crawl_sites (next_crawl_at asc) where paused_at is null`.execute(
    db,
  );
  // Finds sites that were crawled in what is now the future, after a clock was set back.
  await sql`create index if not exists crawl_sites_crawled on crawl_sites (last_crawled_at asc)`.execute(db);
}

async function createVersions(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable("site_versions")
    .ifNotExists()
    .addColumn("id", "uuid", (column) => column.primaryKey())
    .addColumn("site_id", "uuid", (column) => column.notNull().references("crawl_sites.id").onDelete("cascade"))
    .addColumn("at", "timestamptz", (column) => column.notNull().defaultTo(now))
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("pages", int4, (column) => column.notNull())
    .addColumn("characters", int4, (column) => column.notNull())
    .addColumn("added", int4, (column) => column.notNull())
    .addColumn("removed", int4, (column) => column.notNull())
    .addColumn("changed", int4, (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .execute();
  await sql`create index if not exists site_versions_newest on site_versions (site_id, at desc, id desc)`.execute(db);
  await db.schema
    .createTable("site_memories")
    .ifNotExists()
    .addColumn("site_id", "uuid", (column) => column.primaryKey().references("crawl_sites.id").onDelete("cascade"))
    .addColumn("pages", "bytea", (column) => column.notNull())
    .execute();
}

async function createRuns(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable("recrawl_runs")
    .ifNotExists()
    .addColumn("id", "uuid", (column) => column.primaryKey())
    .addColumn("started_at", "timestamptz", (column) => column.notNull().defaultTo(now))
    .addColumn("finished_at", "timestamptz")
    .addColumn("total", int4, (column) => column.notNull())
    .addColumn("processed", int4, (column) => column.notNull().defaultTo(0))
    .addColumn("updated", int4, (column) => column.notNull().defaultTo(0))
    .addColumn("unchanged", int4, (column) => column.notNull().defaultTo(0))
    .addColumn("errors", int4, (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create index if not exists recrawl_runs_newest on recrawl_runs (started_at desc)`.execute(db);
  await db.schema
    .createTable("recrawl_run_sites")
    .ifNotExists()
    .addColumn("run_id", "uuid", (column) => column.notNull().references("recrawl_runs.id").onDelete("cascade"))
    .addColumn("site_id", "uuid", (column) => column.notNull())
    .addColumn("outcome", "text")
    .addPrimaryKeyConstraint("recrawl_run_sites_key", ["run_id", "site_id"])
    .execute();
}
