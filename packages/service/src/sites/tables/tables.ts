import type { ColumnType, Generated, Selectable } from "kysely";
import type { JobError, JobFigures, JobStarter, JobState, ListedJob } from "../job.ts";
import type { SiteRun } from "../run.ts";
import type { BaseText, Version } from "../site.ts";
import type { SiteView } from "../sites.ts";
import type { Nullable } from "./columns.ts";
import type { CrawlSites } from "./site-row.ts";

export { json, now, storable } from "./columns.ts";
export { IS_CRAWLING, inMinutes, intervalColumns, listedSiteOf, type SiteRow, siteOf, status } from "./site-row.ts";

/** Delivered texts. The id is the token of the crawl, so that a repeated write adds no second row. */
interface SiteVersionRow extends Omit<Version, "at" | "unchanged"> {
  site_id: string;
  at: Generated<Date>;
  text: string;
  /** Number of the site's crawl that made it; null if an import did not say. */
  crawl: Nullable<number>;
  /** Base of an overlay, if it differs from the text. */
  base: ColumnType<BaseText | null, string | null | undefined, string | null>;
}

/** One recrawl of a site. The id is the token of its lease. */
interface SiteRuns extends Omit<SiteRun, "at"> {
  site_id: string;
  at: Generated<Date>;
  /** Log as the worker packed it. */
  log: string;
}

/** Owner's changes of a document: as written, and as JSON. */
interface SiteOverlays {
  site_id: string;
  yaml: string;
  overlay: ColumnType<unknown, string, string>;
  digest: string;
  updated_at: Generated<Date>;
}

interface SiteMisses {
  site_id: string;
  address: string;
  times: number;
  last_at: Generated<Date>;
}

interface SiteViews extends SiteView {
  created_at: Generated<Date>;
}

interface RecrawlRuns {
  id: string;
  started_by: Generated<JobStarter>;
  started_at: Generated<Date>;
  finished_at: Nullable<Date>;
  total: number;
  processed: Generated<number>;
  updated: Generated<number>;
  unchanged: Generated<number>;
  errors: Generated<number>;
  /** True if due sites were left that no later run has taken. */
  leaves_more: Generated<boolean>;
}

/** Sites of unfinished runs, with their outcomes; a site without an outcome has a job. */
interface RecrawlRunSites {
  run_id: string;
  site_id: string;
  queued_at: Generated<Date>;
  outcome: Nullable<string>;
}

/** Columns that change with each recrawl, for selection and lists; triggers keep them beside `crawl_sites`. */
interface SiteSchedule {
  site_id: string;
  host: string;
  address: string;
  /** Time at which it is due; null: never, or paused. */
  due_at: Date | null;
  crawled_at: Date | null;
  touched_at: Date;
}

/** Time before which no site of a host is due; selection raises it. */
interface SiteHosts {
  host: string;
  due_at: Date;
}

/** Numbers of sites by class and, after a #, by tag; the sum over all slots counts. */
interface KeptCounts {
  key: string;
  slot: number;
  sites: string;
}

/** Jobs other than runs of recrawls; the caller packs the content. */
interface JobsTable extends Pick<ListedJob, "id" | "kind" | "host" | "done" | "total"> {
  started_by: JobStarter;
  owner: string;
  state: JobState;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  result: ColumnType<JobFigures | null, string | null, string | null>;
  error: ColumnType<JobError | null, string | null, string | null>;
  file_url: string | null;
  goes_on: boolean;
  resumes: number;
  losses: number;
  content: Uint8Array;
  alive_at: Generated<Date>;
}

/** Events of a job, several in a row: JSON texts, a line each. */
interface JobEventsTable {
  job_id: string;
  first_id: number;
  lines: string;
}

export interface Tables {
  jobs: JobsTable;
  job_events: JobEventsTable;
  crawl_sites: CrawlSites;
  site_counts: KeptCounts;
  site_hosts: SiteHosts;
  site_schedule: SiteSchedule;
  site_versions: SiteVersionRow;
  site_misses: SiteMisses;
  site_overlays: SiteOverlays;
  site_views: SiteViews;
  recrawl_runs: RecrawlRuns;
  site_runs: SiteRuns;
  recrawl_run_sites: RecrawlRunSites;
}

export type JobRow = Selectable<JobsTable>;
export type RunRow = Selectable<RecrawlRuns>;
