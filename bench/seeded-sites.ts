import { type Kysely, sql } from "kysely";
import type { Tables } from "../packages/service/src/sites/tables/tables.ts";

/** Settings of a server that holds millions of sites: what a machine for it has, and nothing kept for a crash. */
export const SEEDED_SERVER: readonly string[] = [
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "shared_buffers=2GB",
  "maintenance_work_mem=1GB",
  "wal_level=minimal",
  "max_wal_senders=0",
  "max_wal_size=16GB",
  "checkpoint_timeout=1h",
];

/**
 * Fills an empty database with sites: a tenth paused, a fiftieth failing, a hundredth due, a tenth changed today; a
 * tenth of them on a hundred hosts. Triggers rest meanwhile, so that the tables that they keep are filled by one
 * statement each; indexes are made behind the rows.
 */
export async function seedSites(db: Kysely<Tables>, rows: number): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; made: string }>`select indexname as name, indexdef as made
    from pg_indexes where tablename in ('crawl_sites', 'site_schedule', 'site_hosts')
    and indexdef not like 'CREATE UNIQUE%'`.execute(db);
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db);
  await db.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one);
    await insertSites(one, rows);
    await sql`insert into site_schedule (site_id, host, address, due_at, crawled_at, touched_at)
      select id, regexp_replace(split_part(base_url, '/', 3), '^www\\.|:[0-9]+$', '', 'g'), base_url,
        case when paused_at is null then next_crawl_at end, last_crawled_at, updated_at from crawl_sites`.execute(one);
    await sql`insert into site_hosts (host, due_at)
      select host, min(due_at) from site_schedule where due_at is not null group by host`.execute(one);
    await sql`insert into site_counts (key, slot, sites)
      select key, 0, count(*) from crawl_sites, unnest(llmstxt_counted(crawl_sites)) key group by key`.execute(one);
    await sql`set session_replication_role = origin`.execute(one);
  });
  await Promise.all(indexes.map(({ made }) => sql.raw(made).execute(db)));
  await sql`vacuum analyze`.execute(db);
}

async function insertSites(db: Kysely<Tables>, rows: number): Promise<void> {
  await sql`insert into crawl_sites (base_url, next_crawl_at, last_crawled_at, last_changed_at, created_at, updated_at,
      paused_at, failures, pages, previous_pages)
    select case when n % 10 = 0 then 'https://host-' || n % 1000 || '.example/' || n
        else 'https://site-' || n || '.dev' end,
      now() + ((n::bigint * 7919 % ${sql.lit(rows)}) - ${sql.lit(rows / 100)}) * interval '1 second',
      now() - n % 600000 * interval '1 second', now() - n % 800000 * interval '1 second', now() - interval '30 days',
      now() - n % 600000 * interval '1 second', case when n % 11 = 0 then now() end,
      case when n % 50 = 0 then 3 else 0 end, n % 1000, n % 1000
    from generate_series(0, ${sql.lit(rows - 1)}) n`.execute(db);
}
