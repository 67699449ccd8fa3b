import { KEPT_TABLES } from "./kept-tables.ts";
import type { Migration } from "./migrate.ts";

/** The tables of the first version. Later changes are migrations of their own, behind this one. */
const SCHEMA: Migration = {
  name: "schema",
  statements: [
    // Enrolled sites: first the specification's columns, then further ones (tables/site-row.ts).
    `create table crawl_sites (
      id uuid primary key default gen_random_uuid(),
      base_url text not null unique,
      max_pages integer not null default 50,
      desc_length integer not null default 500,
      recrawl_interval_minutes integer not null default 10080,
      last_changed_at timestamptz,
      latest_llms_hash text,
      latest_llms_url text,
      sentinel_url text,
      sentinel_last_modified timestamptz,
      avg_change_interval_minutes double precision,
      webhook_secret text,
      created_at timestamptz not null default now(),

      choices jsonb not null default '{}',
      plain_digest text,
      generated_at timestamptz,
      undelivered jsonb,
      delivery_due_at timestamptz,
      stray_files jsonb not null default '[]',
      webhook_secret_set_at timestamptz,
      paused_at timestamptz,
      failures integer not null default 0,
      last_error text,
      pages integer not null default 0,
      previous_pages integer not null default 0,
      sealed_credentials text,
      tags jsonb not null default '[]',
      memory_key text,
      alerts jsonb,
      kept jsonb,
      live jsonb,

      -- Columns that each recrawl changes: side by side, so that the log of changes has little to hold.
      last_crawled_at timestamptz,
      next_crawl_at timestamptz,
      updated_at timestamptz not null default now(),
      crawls integer not null default 0,
      history jsonb not null default '[]',
      lease_token uuid,
      crawling_since timestamptz,
      began_at timestamptz,
      pages_done integer not null default 0,
      attempts integer not null default 0,
      due_marks integer not null default 0,
      is_wanted boolean not null default false
    ) with (fillfactor = 75)`,
    // Texts that wait to be stored.
    `create index crawl_sites_delivery on crawl_sites (delivery_due_at) where delivery_due_at is not null`,
    // Orders of the list, each followed by the address: a page of the list is a range of an index. No index here has a
    // column that a recrawl of an unchanged site changes (kept-tables.ts).
    `create index crawl_sites_changed on crawl_sites (last_changed_at desc nulls last, base_url)`,
    `create index crawl_sites_pages on crawl_sites (pages desc nulls last, base_url)`,
    `create index crawl_sites_interval on crawl_sites (recrawl_interval_minutes, base_url)`,
    // Indexes of the few sites that people look for first.
    `create index crawl_sites_failing on crawl_sites (base_url) where failures >= 2`,
    `create index crawl_sites_undelivered on crawl_sites (base_url) where undelivered is not null`,
    `create index crawl_sites_not_live on crawl_sites (base_url) where live->>'lost' is not null`,
    `create index crawl_sites_shrunk on crawl_sites (base_url) where pages < 0.9 * previous_pages`,
    `create index crawl_sites_paused on crawl_sites (base_url) where paused_at is not null`,
    `create index crawl_sites_tags on crawl_sites using gin (tags) where tags <> '[]'`,
    // Index for searching parts of addresses. Without the extension, as in the embedded database, a search reads all
    // sites.
    `do $$ begin
      create extension if not exists pg_trgm;
      create index crawl_sites_search on crawl_sites using gin (base_url gin_trgm_ops);
    exception when feature_not_supported or undefined_file or insufficient_privilege then null;
    end $$`,
    ...KEPT_TABLES,

    // Delivered texts. The id is the token of the crawl, so that a repeated write adds no second row.
    `create table site_versions (
      id uuid primary key,
      site_id uuid not null references crawl_sites on delete cascade,
      at timestamptz not null default now(),
      digest text not null,
      url text not null,
      pages integer not null,
      characters integer not null,
      added integer not null,
      removed integer not null,
      changed integer not null,
      text text not null,
      crawl integer,
      base jsonb
    )`,
    `create index site_versions_newest on site_versions (site_id, at desc, id desc)`,

    // Latest recrawls of a site. The id is the token of the lease.
    `create table site_runs (
      id uuid not null,
      site_id uuid not null references crawl_sites on delete cascade,
      at timestamptz not null default now(),
      outcome text not null,
      why text,
      pages integer,
      added integer not null,
      removed integer not null,
      changed integer not null,
      failed integer not null,
      ms integer,
      log text not null,
      primary key (site_id, id)
    )`,

    // Owners' changes of documents: as written, and as JSON.
    `create table site_overlays (
      site_id uuid primary key references crawl_sites on delete cascade,
      yaml text not null,
      overlay jsonb not null,
      digest text not null,
      updated_at timestamptz not null default now()
    )`,

    // Addresses that agents asked a site's bundle for and that are not there.
    `create table site_misses (
      site_id uuid not null references crawl_sites on delete cascade,
      address text not null,
      times integer not null,
      last_at timestamptz not null default now(),
      primary key (site_id, address)
    )`,

    // Runs of recrawls, and the sites of unfinished runs.
    `create table recrawl_runs (
      id uuid primary key,
      started_by text not null default 'schedule',
      started_at timestamptz not null default now(),
      finished_at timestamptz,
      total integer not null,
      processed integer not null default 0,
      updated integer not null default 0,
      unchanged integer not null default 0,
      errors integer not null default 0,
      leaves_more boolean not null default false
    )`,
    `create index recrawl_runs_newest on recrawl_runs (started_at desc)`,
    `create index recrawl_runs_leaving on recrawl_runs (id) where leaves_more`,
    `create table recrawl_run_sites (
      run_id uuid not null references recrawl_runs on delete cascade,
      site_id uuid not null,
      queued_at timestamptz not null default now(),
      outcome text,
      primary key (run_id, site_id)
    )`,
    // Index of the sites that have a job.
    `create index recrawl_run_sites_open on recrawl_run_sites (site_id) where outcome is null`,

    // Jobs other than runs, and their events; the caller packs the content.
    `create table jobs (
      id uuid primary key,
      kind text not null,
      started_by text not null,
      owner uuid not null,
      state text not null,
      host text,
      created_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz,
      done integer not null,
      total integer not null,
      result jsonb,
      error jsonb,
      file_url text,
      goes_on boolean not null,
      resumes integer not null,
      losses integer not null,
      content bytea not null,
      alive_at timestamptz not null default now()
    )`,
    `create index jobs_newest on jobs (created_at desc, id desc)`,
    `create index jobs_of_host on jobs (host, created_at desc, id desc)`,
    `create index jobs_finished on jobs (finished_at)`,
    `create index jobs_running on jobs (owner) where finished_at is null`,
    `create table job_events (
      job_id uuid not null references jobs on delete cascade,
      first_id integer not null,
      lines text not null,
      primary key (job_id, first_id)
    )`,

    // Hosts being crawled, and by which process. Rows are valid for a minute; a crash of the database may empty the
    // table.
    `create unlogged table crawled_hosts (name text primary key, holder uuid not null, until timestamptz not null)`,
  ],
};

/** Named filters of the list of sites. */
const VIEWS: Migration = {
  name: "views",
  statements: [
    `create table site_views (
      name text primary key,
      query text not null,
      created_at timestamptz not null default now()
    )`,
  ],
};

/** Answers that a recrawl had when a start last counted as further. */
const ANSWERS: Migration = {
  name: "answers",
  statements: ["alter table crawl_sites add column answers_found integer not null default 0"],
};

/**
 * A site's outcome in its run is an update that leaves the indexes alone: the index that only sites without an outcome
 * were in is one of all, and pages have room for the new row.
 */
const OUTCOMES: Migration = {
  name: "outcomes",
  statements: [
    "alter table recrawl_run_sites set (fillfactor = 50)",
    "create index recrawl_run_sites_site on recrawl_run_sites (site_id)",
    "drop index recrawl_run_sites_open",
  ],
};

/**
 * Migrations in their order. Once a version is released its migrations must not change, and new ones may only add: an
 * older process runs beside a newer schema.
 */
export const MIGRATIONS: readonly Migration[] = [SCHEMA, VIEWS, ANSWERS, OUTCOMES];
