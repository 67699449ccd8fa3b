// Tables that triggers keep beside `crawl_sites`, whoever writes there. A recrawl of an unchanged site changes no
// indexed column of that wide table: all that selection and lists need of it is in one narrow row.

/** Host of a site, as `crawledHost` makes it: without `www.` and port. */
const HOST = "regexp_replace(split_part(base_url, '/', 3), '^www\\.|:[0-9]+$', '', 'g')";

const SCHEDULE: readonly string[] = [
  // Time at which a site is due, null while it is paused, and the list's columns that change with each recrawl.
  `create table site_schedule (
    site_id uuid primary key references crawl_sites on delete cascade,
    host text not null,
    address text not null,
    due_at timestamptz,
    crawled_at timestamptz,
    touched_at timestamptz not null
  ) with (fillfactor = 80)`,
  // A run reads the first due sites of each host, however many sites the host has.
  `create index site_schedule_host on site_schedule (host, due_at)`,
  // Orders of the list, each followed by the address: a page of the list is a range of an index.
  `create index site_schedule_due on site_schedule (due_at, address)`,
  `create index site_schedule_crawled on site_schedule (crawled_at desc nulls last, address)`,
  `create index site_schedule_touched on site_schedule (touched_at)`,

  // Time before which no site of the host is due. It may be too early: the run that notices corrects it.
  `create table site_hosts (host text primary key, due_at timestamptz not null) with (fillfactor = 80)`,
  `create index site_hosts_due on site_hosts (due_at, host)`,

  `create function llmstxt_site_added() returns trigger language plpgsql as $$ begin
    insert into site_schedule (site_id, host, address, due_at, crawled_at, touched_at)
      select id, ${HOST}, base_url, case when paused_at is null then next_crawl_at end,
        last_crawled_at, updated_at from added;
    insert into site_hosts (host, due_at)
      select ${HOST}, min(next_crawl_at) from added
        where paused_at is null and next_crawl_at is not null group by 1 order by 1
      on conflict (host) do update set due_at = least(site_hosts.due_at, excluded.due_at);
    return null;
  end $$`,
  `create trigger site_added after insert on crawl_sites referencing new table as added
    for each statement execute function llmstxt_site_added()`,

  // A host's row is locked only if a site became due earlier, so that a run that is correcting the row does not miss
  // that.
  `create function llmstxt_site_scheduled() returns trigger language plpgsql as $$
    declare
      was_due timestamptz := case when old.paused_at is null then old.next_crawl_at end;
      is_due timestamptz := case when new.paused_at is null then new.next_crawl_at end;
      its_host text;
    begin
      update site_schedule set due_at = is_due, crawled_at = new.last_crawled_at, touched_at = new.updated_at
        where site_id = new.id returning host into its_host;
      if is_due < was_due or (is_due is not null and was_due is null) then
        perform from site_hosts where host = its_host and due_at <= is_due for key share;
        if not found then
          insert into site_hosts (host, due_at) values (its_host, is_due)
            on conflict (host) do update set due_at = least(site_hosts.due_at, excluded.due_at);
        end if;
      end if;
      return null;
    end $$`,
  `create trigger site_scheduled after update on crawl_sites for each row
    when (old.next_crawl_at is distinct from new.next_crawl_at or old.paused_at is distinct from new.paused_at
      or old.last_crawled_at is distinct from new.last_crawled_at or old.updated_at is distinct from new.updated_at)
    execute function llmstxt_site_scheduled()`,
];

/** Slot of a session: most sessions count in a row of their own, and so do not wait for each other. */
const SLOT = "abs(pg_backend_pid()) % 16";

const COUNTS: readonly string[] = [
  // Numbers of sites by class and by tag; the sum over all slots counts.
  `create table site_counts (
    key text not null,
    slot integer not null,
    sites bigint not null,
    primary key (key, slot)
  ) with (fillfactor = 50)`,
  // Keys under which a site counts: the part of its status that changes neither with time nor by a worker, and its tags
  // after a #.
  `create function llmstxt_counted(site crawl_sites) returns text[] language sql immutable as $$
    select array[case when site.failures >= 2 then 'failing' when site.undelivered is not null then 'undelivered'
      when site.live->>'lost' is not null then 'notLive' when site.pages < 0.9 * site.previous_pages then 'shrunk'
      when site.paused_at is not null then 'paused' else 'other' end]
      || case when site.tags = '[]' then '{}' else array(select '#' || tag from jsonb_array_elements_text(site.tags) tag) end
  $$`,
  `create function llmstxt_count(changes text[], by bigint[]) returns void language sql as $$
    insert into site_counts (key, slot, sites)
      select key, ${SLOT}, sum(one) from unnest(changes, by) as change (key, one)
        group by key having sum(one) <> 0 order by key
      on conflict (key, slot) do update set sites = site_counts.sites + excluded.sites
  $$`,
  `create function llmstxt_sites_counted() returns trigger language plpgsql as $$
    declare step integer := case when tg_op = 'INSERT' then 1 else -1 end;
    begin
      perform llmstxt_count(array_agg(key), array_agg(sites)) from (
        select key, step * count(*) as sites from changed, unnest(llmstxt_counted(changed)) key group by key) counted
        having count(*) > 0;
      return null;
    end $$`,
  `create trigger sites_counted_in after insert on crawl_sites referencing new table as changed
    for each statement execute function llmstxt_sites_counted()`,
  `create trigger sites_counted_out after delete on crawl_sites referencing old table as changed
    for each statement execute function llmstxt_sites_counted()`,
  `create function llmstxt_site_recounted() returns trigger language plpgsql as $$
    declare
      before text[] := llmstxt_counted(old);
      after text[] := llmstxt_counted(new);
    begin
      if before <> after then
        perform llmstxt_count(before || after,
          array_fill(-1::bigint, array[cardinality(before)]) || array_fill(1::bigint, array[cardinality(after)]));
      end if;
      return null;
    end $$`,
  `create trigger site_recounted after update on crawl_sites for each row
    when (old.failures is distinct from new.failures or (old.undelivered is null) <> (new.undelivered is null)
      or old.live->>'lost' is distinct from new.live->>'lost' or old.pages <> new.pages
      or old.previous_pages <> new.previous_pages or old.paused_at is distinct from new.paused_at or old.tags <> new.tags)
    execute function llmstxt_site_recounted()`,
];

const EMPTIED: readonly string[] = [
  `create function llmstxt_sites_emptied() returns trigger language plpgsql as $$ begin
    delete from site_hosts;
    delete from site_counts;
    return null;
  end $$`,
  `create trigger sites_emptied after truncate on crawl_sites for each statement execute function llmstxt_sites_emptied()`,
];

export const KEPT_TABLES: readonly string[] = [...SCHEDULE, ...COUNTS, ...EMPTIED];
