import type { Site, Version } from "./site.ts";

export interface Run {
  readonly id: string;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  /** Figures of the run, with the specification's names. */
  readonly summary: Readonly<Record<"total" | "processed" | "updated" | "unchanged" | "errors", number>>;
}

/** Runs SQL in the transaction that starts a run, so that run and jobs are written together. */
export interface Sql {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * Queues one job for each site.
 * @returns ids of the sites whose job was added; the others have one already
 */
export type QueueSites = (
  sites: readonly Pick<Site, "id" | "baseUrl">[],
  runId: string,
  sql: Sql,
) => Promise<readonly string[]>;

export interface SiteRun extends Pick<Version, "id" | "at" | "added" | "removed" | "changed"> {
  /** A `RecrawlOutcome`, of this or a later version of the program. */
  readonly outcome: string;
  /** Reason of a failure; null otherwise. */
  readonly why: string | null;
  /** Pages crawled; null if nothing was. */
  readonly pages: number | null;
  readonly failed: number;
  readonly ms: number | null;
}
