import type { ColumnType, Generated, Selectable } from "kysely";
import type { JobError, JobFigures, JobKind, JobStarter, JobState } from "../job.ts";
import type { BaseText } from "../site.ts";
import type { Nullable } from "./columns.ts";
import type { CrawlSites } from "./site-row.ts";

export { json } from "./columns.ts";
export { IS_CRAWLING, inMinutes, intervalColumns, listedSiteOf, type SiteRow, siteOf, status } from "./site-row.ts";

/** Texts delivered. The id is the token of the crawl that made it, so that a repeated write makes no second row. */
interface SiteVersionRow {
  id: string;
  site_id: string;
  at: Generated<Date>;
  digest: string;
  url: string;
  pages: number;
  characters: number;
  added: number;
  removed: number;
  changed: number;
  text: string;
  /** Number of the site's crawl it came of; null where an import did not say. */
  crawl: Nullable<number>;
  /** The base of an overlay, if that is not the text. */
  base: ColumnType<BaseText | null, string | null | undefined, string | null>;
}

/** One recrawl of a site. The id is the token of its lease. */
interface SiteRuns {
  id: string;
  site_id: string;
  at: Generated<Date>;
  outcome: string;
  why: string | null;
  pages: number | null;
  added: number;
  removed: number;
  changed: number;
  /** Pages that could not be fetched. */
  failed: number;
  ms: number | null;
  /** As its writer packed it. */
  log: string;
}

/** Changes that its owner makes to a crawl's result: as they were written, and read. */
interface SiteOverlays {
  site_id: string;
  yaml: string;
  overlay: ColumnType<unknown, string, string>;
  digest: string;
  updated_at: Generated<Date>;
}

/** An address that agents asked a site's bundle for and that is not there. */
interface SiteMisses {
  site_id: string;
  address: string;
  times: number;
  last_at: Generated<Date>;
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
  /** True if due sites were left over that no later run has taken. */
  leaves_more: Generated<boolean>;
}

/** The sites of a run that is not over, and how each ended; until then it has a job. */
interface RecrawlRunSites {
  run_id: string;
  site_id: string;
  queued_at: Generated<Date>;
  outcome: Nullable<string>;
}

/** Kept by the database beside `crawl_sites`: what changes with each recrawl, for selection and lists. */
interface SiteSchedule {
  site_id: string;
  host: string;
  address: string;
  /** null: never, or paused. */
  due_at: Date | null;
  crawled_at: Date | null;
  touched_at: Date;
}

/** No site of a host is due before this; one that looks raises it. */
interface SiteHosts {
  host: string;
  due_at: Date;
}

/** Sites of a class or, after a #, of a tag: the sum over all slots. */
interface KeptCounts {
  key: string;
  slot: number;
  sites: string;
}

/** Work of every kind but the runs of recrawls; what only its own kind knows is packed by the caller. */
interface JobsTable {
  id: string;
  kind: JobKind;
  started_by: JobStarter;
  /** The process that does it, or did it. */
  owner: string;
  state: JobState;
  host: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  done: number;
  total: number;
  result: ColumnType<JobFigures | null, string | null, string | null>;
  error: ColumnType<JobError | null, string | null, string | null>;
  file_url: string | null;
  goes_on: boolean;
  resumes: number;
  losses: number;
  content: Uint8Array;
  /** When its process was last heard of. */
  alive_at: Generated<Date>;
}

/** Events of a job, some a row: JSON texts, a line each. */
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
  recrawl_runs: RecrawlRuns;
  site_runs: SiteRuns;
  recrawl_run_sites: RecrawlRunSites;
}

export type JobRow = Selectable<JobsTable>;
export type RunRow = Selectable<RecrawlRuns>;
