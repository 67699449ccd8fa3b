-- Tables of this version. Every process runs all statements at its start, so each is repeatable.

create table if not exists crawl_sites (
  id uuid primary key default gen_random_uuid(),
  base_url text not null unique,
  max_pages integer not null default 50,
  desc_length integer not null default 500,
  recrawl_interval_minutes integer not null default 10080,
  last_crawled_at timestamptz,
  last_changed_at timestamptz,
  next_crawl_at timestamptz,
  latest_llms_hash text,
  latest_llms_url text,
  sentinel_url text,
  sentinel_last_modified timestamptz,
  avg_change_interval_minutes double precision,
  webhook_secret text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Beyond the specification. At most one recrawl of a host runs at a time.
  host text not null generated always as
    (lower(regexp_replace(substring(base_url from '^https?://([^/?#]*)'), '^www\.|:\d+$', '', 'g'))) stored,
  options jsonb not null default '{}',
  overlay jsonb,
  alerts boolean not null default true,
  failures integer not null default 0,
  failure jsonb,
  pages integer,
  summary jsonb,
  progress jsonb,
  -- The job that recrawls this site now.
  job_id uuid,
  -- Time of the last change of content, and the digest before enhancement and overlay.
  generated_at timestamptz,
  plain_hash text,
  -- The document without the overlay, and whether a language model improved it.
  base_text text,
  latest_text text,
  is_enhanced boolean not null default false,
  -- Time since which the newest text waits for the store.
  unstored_since timestamptz,
  -- The pages of the last crawl, for the next one.
  memory bytea
);
create index if not exists crawl_sites_due on crawl_sites (next_crawl_at);
create unique index if not exists crawl_sites_host_at_work on crawl_sites (host) where job_id is not null;

create table if not exists recrawl_runs (
  id uuid primary key,
  total integer not null,
  started_at timestamptz not null default now(),
  summary jsonb
);
create index if not exists recrawl_runs_open on recrawl_runs (id) where summary is null;

create table if not exists recrawl_outcomes (
  run_id uuid not null references recrawl_runs on delete cascade,
  site_id uuid not null,
  outcome text not null,
  primary key (run_id, site_id)
);

-- Texts of a site, numbered from 1; the newest is its document.
create table if not exists site_versions (
  site_id uuid not null references crawl_sites on delete cascade,
  version integer not null,
  at timestamptz not null,
  made_by text not null,
  text text not null,
  hash text not null,
  url text,
  pages integer not null,
  added integer not null,
  removed integer not null,
  changed integer not null,
  moved integer not null,
  primary key (site_id, version)
);

-- Each order of the list of sites has an index with the address, so that a search reads no rows.
create index if not exists crawl_sites_by_address on crawl_sites (base_url, id);
create index if not exists crawl_sites_by_next_crawl on crawl_sites (next_crawl_at, id, base_url);
create index if not exists crawl_sites_by_last_change on crawl_sites (last_changed_at, id, base_url);
create index if not exists crawl_sites_by_pages on crawl_sites (pages, id, base_url);
create index if not exists crawl_sites_attention on crawl_sites (base_url, id)
  where failures > 0 or unstored_since is not null;

-- Finds sites by any part of their address. A database without trigrams scans the index of addresses.
do $$ begin
  create extension if not exists pg_trgm;
  create index if not exists crawl_sites_search on crawl_sites using gin (base_url gin_trgm_ops);
exception when others then null;
end $$;

-- Crawls on request and recrawls of sites, kept for some days.
create table if not exists crawls (
  id uuid primary key,
  url text not null,
  asked_by text not null,
  client text not null,
  site_id uuid references crawl_sites on delete set null,
  state text not null,
  request json not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  error json,
  pages integer,
  progress json,
  summary json,
  document text,
  base_text text,
  is_enhanced boolean not null default false,
  plain_hash text,
  generated_at timestamptz,
  file_url text,
  -- Number of the attempt: an earlier process writes nothing more.
  attempt integer not null default 0,
  -- Request to the process that runs it: finish, cancel.
  asked text
);
create index if not exists crawls_newest on crawls (created_at, id);
create index if not exists crawls_of_site on crawls (site_id, created_at);
create index if not exists crawls_of_url on crawls (url, created_at);
create index if not exists crawls_over on crawls (finished_at);
create index if not exists crawls_waiting on crawls (client) where state = 'waiting';

-- Log of a crawl in chunks; the key is the number of a chunk's first message.
create table if not exists crawl_messages (
  crawl_id uuid not null references crawls on delete cascade,
  first integer not null,
  messages json not null,
  primary key (crawl_id, first)
);
