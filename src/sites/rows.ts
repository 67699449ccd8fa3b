import { type RawBuilder, sql } from "kysely";
import type { Run } from "./run.ts";
import { SITE_REQUEST_DEFAULTS, type Site, type Version } from "./site.ts";
import type { ListedSite, SiteStatus } from "./site-query.ts";
import type { RunRow, SiteRow, VersionRow } from "./tables.ts";

/**
 * A site as the rooms know it. Columns are named one by one, so that a new one, such as a secret, does not leave the table
 * by itself. Kysely's CamelCasePlugin was considered: half of our SQL is text, and would keep the other spelling.
 */
export function siteOf(row: SiteRow): Site {
  return {
    id: row.id,
    baseUrl: row.base_url,
    request: {
      ...SITE_REQUEST_DEFAULTS,
      url: row.base_url,
      maxPages: row.max_pages,
      descLength: row.desc_length,
      ...row.choices,
    },
    recrawlIntervalMinutes: row.recrawl_interval_minutes,
    lastCrawledAt: row.last_crawled_at,
    lastChangedAt: row.last_changed_at,
    nextCrawlAt: row.next_crawl_at,
    latestHash: row.latest_llms_hash,
    plainDigest: row.plain_digest,
    latestUrl: row.latest_llms_url,
    isStored: row.is_stored,
    generatedAt: row.generated_at,
    sentinelUrl: row.sentinel_url,
    sentinelLastModified: row.sentinel_last_modified,
    avgChangeIntervalMinutes: row.avg_change_interval_minutes,
    webhookSecretSetAt: row.webhook_secret_set_at,
    pausedAt: row.paused_at,
    failures: row.failures,
    lastError: row.last_error,
    pages: row.pages,
    previousPages: row.previous_pages,
    crawls: row.crawls,
    history: row.history,
    crawlingSince: row.crawling_since,
    pagesDone: row.pages_done,
    tags: row.tags,
    alerts: row.alerts,
    kept: row.kept,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export const listedSiteOf = (row: SiteRow & { status: SiteStatus }): ListedSite => ({
  ...siteOf(row),
  status: row.status,
});

export const versionOf = (
  row: Omit<VersionRow, "text" | "site_id" | "crawl" | "base"> & Pick<Version, "unchanged">,
): Version => ({ ...row });

export function runOf({ id, started_at, finished_at, ...counts }: RunRow): Run {
  const { total, processed, updated, unchanged, errors } = counts;
  const summary = { total, processed, updated, unchanged, errors };
  return { id, startedAt: started_at, finishedAt: finished_at, summary };
}

/** A site is said to fail from its second failed recrawl on, and to have shrunk when it lost a tenth of its pages. */
export const status: RawBuilder<SiteStatus> = sql<SiteStatus>`case
  when crawling_since is not null then 'crawling'
  when failures >= 2 then 'failing'
  when pages < 0.9 * previous_pages then 'shrunk'
  when last_changed_at > created_at and last_changed_at > now() - interval '24 hours' then 'changed'
  when paused_at is not null then 'paused'
  when next_crawl_at <= now() then 'due'
  else 'upToDate' end`;

export const inMinutes = (minutes: number) => sql<Date>`now() + ${minutes} * interval '1 minute'`;

/** What is due, by a mark or because it was never crawled, stays due. */
export const intervalColumns = (minutes: number) => ({
  recrawl_interval_minutes: minutes,
  next_crawl_at: sql<Date>`case when next_crawl_at <= now() then next_crawl_at
    else coalesce(last_crawled_at, now()) + ${minutes} * interval '1 minute' end`,
});
