import type { Delivery, Unstored } from "./delivery.ts";
import type { LiveMark } from "./live.ts";
import type { Sql } from "./run.ts";
import type { CrawlMark, KeptDocument, Site } from "./site.ts";

/** A site taken for recrawling. Only its holder's `finish` and `fail` have an effect, until another takes it. */
export interface Lease {
  readonly site: Site;
  /** Header fields for the site, sealed. */
  readonly sealedCredentials: string | null;
  /** Opens what was kept of the pages of its last crawl; null: nothing was. */
  readonly memoryKey: string | null;
  readonly token: string;
  /** The run that asked for it. */
  readonly runId: string;
  /** The database's clock when it was taken. */
  readonly at: Date;
  /** The same for the first try of this recrawl: earlier than `at` where a worker stopped in the middle of it. */
  readonly began: Date;
  /** Number of marks as due by then: a mark that comes later survives `finish`. */
  readonly marks: number;
  /** Set when somebody asked for this crawl, or changed what it looks at: the sitemap does not excuse it. */
  readonly isWanted: boolean;
  /** Starts since the last end, this one included: over 3, the site ends its workers. */
  readonly attempts: number;
}

/** Outcome of a recrawl: the specification's keys are counted from these. `published`: the document is the same, files of the bundle are not. */
export const RECRAWL_OUTCOMES = [
  "updated",
  "published",
  "same",
  "unchanged",
  "notStored",
  "failed",
  "skipped",
] as const;
export type RecrawlOutcome = (typeof RECRAWL_OUTCOMES)[number];

/** Writes at the end of a recrawl: with it, or after a call that is made again, once. */
export type WriteAlongside = (sql: Sql) => Promise<void>;

/** A worker's report of a recrawl besides its end; `log` as it packed it. */
export interface RunRecord {
  readonly ms: number;
  readonly failed: number;
  readonly log: string;
}

/** Columns that `finish` writes. */
export interface RecrawlResult {
  readonly outcome: Exclude<RecrawlOutcome, "failed" | "skipped">;
  readonly nextMinutes: number;
  /** undefined: as it was. */
  readonly sentinelUrl?: string | null;
  readonly sentinelLastModified: Date | null;
  readonly avgChangeIntervalMinutes: number | null;
  readonly mark: CrawlMark;
  /** Pages of the document; undefined when nothing was crawled. */
  readonly pages?: number;
  readonly delivery?: Delivery;
  readonly record?: RunRecord;
  /** The latest text had gone from the store, and lies here now. */
  readonly storedUrl?: string;
  /** It had gone, and could not be put back. */
  readonly unstored?: Unstored;
  /** Its bundle lies in the store. */
  readonly isBundled?: true;
  /** Opens what was kept of its pages, where no new text is delivered. */
  readonly memoryKey?: string;
  /** A document was made, and the one before is kept: too many pages are missing from it. */
  readonly kept?: KeptDocument;
  /** Its own addresses after the crawl; undefined: they were not looked at. */
  readonly live?: LiveMark | undefined;
  readonly alongside?: WriteAlongside;
}

export interface RecrawlFailure {
  readonly why: string;
  readonly record?: RunRecord;
  readonly nextMinutes: number;
  readonly mark: CrawlMark;
  /** True if what is remembered of its pages goes: it may be what the recrawl failed of. */
  readonly forgets?: true;
  readonly alongside?: WriteAlongside;
}
