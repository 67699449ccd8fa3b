import type { Site } from "./site.ts";

/** The summary of a run, with the specification's keys. */
export interface RunSummary {
  readonly total: number;
  readonly processed: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly errors: number;
}

export interface Run {
  readonly id: string;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly summary: RunSummary;
}

/** Runs SQL inside the transaction that starts a run, so that jobs and run are written together or not at all. */
export interface Sql {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Queues one job a site. @returns the ids of the sites whose job was taken; the others have one already */
export type QueueSites = (
  sites: readonly Pick<Site, "id" | "baseUrl">[],
  runId: string,
  sql: Sql,
) => Promise<readonly string[]>;

/** One crawl of a site, as it is remembered. */
export interface SiteRun {
  readonly id: string;
  readonly at: Date;
  /** A `RecrawlOutcome`, of this or a later version of the program. */
  readonly outcome: string;
  /** Of one that failed. */
  readonly why: string | null;
  /** Pages crawled; null where nothing was. */
  readonly pages: number | null;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** Pages that could not be fetched. */
  readonly failed: number;
  readonly ms: number | null;
}
