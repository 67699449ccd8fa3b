import { type ColumnType, type Generated, type RawBuilder, type Selectable, sql } from "kysely";
import type { AlertRule } from "../alert-rule.ts";
import type { StrayFile } from "../delivery.ts";
import type { LiveMark } from "../live.ts";
import {
  type CrawlMark,
  type KeptDocument,
  SITE_REQUEST_DEFAULTS,
  type Site,
  type SiteRequest,
  type Undelivered,
} from "../site.ts";
import type { ListedSite, SiteStatus } from "../site-query.ts";
import type { GeneratedJson, Nullable } from "./columns.ts";

/**
 * The table of enrolled sites: the specification's columns, then further ones. A new column is read below, in `siteOf`.
 */
export interface CrawlSites {
  id: Generated<string>;
  base_url: string;
  max_pages: Generated<number>;
  desc_length: Generated<number>;
  recrawl_interval_minutes: Generated<number>;
  last_crawled_at: Nullable<Date>;
  last_changed_at: Nullable<Date>;
  next_crawl_at: Nullable<Date>;
  latest_llms_hash: Nullable<string>;
  latest_llms_url: Nullable<string>;
  sentinel_url: Nullable<string>;
  sentinel_last_modified: Nullable<Date>;
  avg_change_interval_minutes: Nullable<number>;
  webhook_secret: Nullable<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;

  /** Options of the site's crawls; empty in a row that somebody wrote with the specification's columns alone. */
  choices: GeneratedJson<Partial<Omit<SiteRequest, "maxPages" | "descLength">>>;
  plain_digest: Nullable<string>;
  generated_at: Nullable<Date>;
  /** The latest text or bundle, if it waits to be stored. */
  undelivered: ColumnType<UndeliveredColumn | null, string | null | undefined, string | null>;
  /** Time of the next try at storing, or of the removal of strays; null if neither is to be done. */
  delivery_due_at: Nullable<Date>;
  /** Texts replaced while they waited: the store may have them although it did not answer. */
  stray_files: GeneratedJson<readonly StrayFile[]>;
  webhook_secret_set_at: Nullable<Date>;
  paused_at: Nullable<Date>;
  failures: Generated<number>;
  last_error: Nullable<string>;
  pages: Generated<number>;
  previous_pages: Generated<number>;
  crawls: Generated<number>;
  history: GeneratedJson<readonly CrawlMark[]>;
  /** Token of the recrawl that may write its end. */
  lease_token: Nullable<string>;
  crawling_since: Nullable<Date>;
  /** Start of the first try of an unfinished recrawl. */
  began_at: Nullable<Date>;
  pages_done: Generated<number>;
  /** Starts since the last end, or since the last one that got further. */
  attempts: Generated<number>;
  /** Kept answers that the last start which got further had found. */
  answers_found: Generated<number>;
  due_marks: Generated<number>;
  is_wanted: Generated<boolean>;
  /** Credentials for the site, sealed with SECRETS_KEY. */
  sealed_credentials: Nullable<string>;
  tags: GeneratedJson<readonly string[]>;
  /** Key of the pages that the last crawl stored. */
  memory_key: Nullable<string>;
  alerts: ColumnType<AlertRule | null, string | null | undefined, string | null>;
  kept: ColumnType<KeptDocument | null, string | null | undefined, string | null>;
  live: ColumnType<LiveMark | null, string | null | undefined, string | null>;
}

interface UndeliveredColumn extends StrayFile, Pick<Undelivered, "why" | "tries" | "bundle"> {
  readonly since: string;
  /** True while a process tries to store it, until `delivery_due_at`. */
  readonly taken?: true;
  /** True if an alert was sent because it waits. */
  readonly told?: true;
  /** True if the text is stored and the site is due, so that a crawl makes its bundle. */
  readonly crawl?: true;
}

export type SiteRow = Selectable<CrawlSites>;

/**
 * A site without the columns that must not leave the table. Columns are named one by one, so that a new secret is not
 * included by accident. Kysely's CamelCasePlugin would leave half of our SQL, which is text, with the other spelling.
 */
export function siteOf(row: SiteRow): Site {
  return {
    id: row.id,
    isPrivate: row.sealed_credentials !== null,
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
    undelivered: row.undelivered && {
      since: new Date(row.undelivered.since),
      why: row.undelivered.why,
      tries: row.undelivered.tries,
      nextTryAt: row.delivery_due_at ?? new Date(),
      ...(row.undelivered.bundle && { bundle: row.undelivered.bundle }),
    },
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
    live: row.live,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export const listedSiteOf = (row: SiteRow & { status: SiteStatus }): ListedSite => ({
  ...siteOf(row),
  status: row.status,
});

/**
 * True if a site is being crawled. Only sites of unfinished runs are: few, found without an index on a column that each
 * recrawl changes.
 */
export const IS_CRAWLING: RawBuilder<boolean> = sql<boolean>`(crawling_since is not null
  and id in (select site_id from recrawl_run_sites where outcome is null))`;

/** Status of a site. It is failing from its second failed recrawl on, and shrunk if it lost a tenth of its pages. */
export const status: RawBuilder<SiteStatus> = sql<SiteStatus>`case
  when crawling_since is not null then 'crawling'
  when failures >= 2 then 'failing'
  when undelivered is not null then 'undelivered'
  when live->>'lost' is not null then 'notLive'
  when pages < 0.9 * previous_pages then 'shrunk'
  when last_changed_at > created_at and last_changed_at > now() - interval '24 hours' then 'changed'
  when paused_at is not null then 'paused'
  when next_crawl_at <= now() then 'due'
  else 'upToDate' end`;

export const inMinutes = (minutes: number) => sql<Date>`now() + ${minutes} * interval '1 minute'`;

/** Columns of a new interval. A site that is due by a mark, or was never crawled, stays due. */
export const intervalColumns = (minutes: number) => ({
  recrawl_interval_minutes: minutes,
  next_crawl_at: sql<Date>`case when next_crawl_at <= now() then next_crawl_at
    else coalesce(last_crawled_at, now()) + ${minutes} * interval '1 minute' end`,
});
