import type { Delivery, Unstored } from "./delivery.ts";
import type { LiveMark } from "./live.ts";
import type { Sql } from "./run.ts";
import type { CrawlMark, KeptDocument, Site } from "./site.ts";

/** A site taken for recrawling. `finish` and `fail` of its holder have an effect until another worker takes it. */
export interface Lease {
  readonly site: Site;
  /** Credentials for the site, sealed. */
  readonly sealedCredentials: string | null;
  /** Key of the pages stored by the last crawl; null: none are stored. */
  readonly memoryKey: string | null;
  readonly token: string;
  readonly runId: string;
  /** Time of taking, by the database's clock. */
  readonly at: Date;
  /** Time of the recrawl's first try: earlier than `at` if a worker was stopped in the middle of it. */
  readonly began: Date;
  /** Number of marks as due at that time: a later mark survives `finish`. */
  readonly marks: number;
  /** True if the crawl was requested, or its options changed: an unchanged sitemap does not skip it. */
  readonly isWanted: boolean;
  /**
   * Starts in a row that did not get further, this one included; after more than MAX_UNFINISHED_ATTEMPTS the recrawl
   * counts as failed.
   */
  readonly attempts: number;
  /** Kept answers that the last start which counted as further had found. */
  readonly answersFound: number;
}

/**
 * Outcomes of recrawls, from which the specification's figures are counted. `published`: the document is the same, but
 * files of the bundle changed.
 */
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

/** Writes in the transaction that ends a recrawl; idempotent, since that may be repeated. */
export type WriteAlongside = (sql: Sql) => Promise<void>;

/** Figures and log of a recrawl, as the worker packed them. */
export interface RunRecord {
  readonly ms: number;
  readonly failed: number;
  readonly log: string;
}

/** Result that `finish` writes. */
export interface RecrawlResult {
  readonly outcome: Exclude<RecrawlOutcome, "failed" | "skipped">;
  readonly nextMinutes: number;
  /** Sitemap of the site; undefined: unchanged. */
  readonly sentinelUrl?: string | null;
  readonly sentinelLastModified: Date | null;
  readonly avgChangeIntervalMinutes: number | null;
  readonly mark: CrawlMark;
  readonly pages?: number;
  readonly delivery?: Delivery;
  readonly record?: RunRecord;
  /** New URL of the latest text, which had disappeared from the store and was put back. */
  readonly storedUrl?: string;
  /** Text or bundle that could not be stored. */
  readonly unstored?: Unstored;
  /** True if the bundle is stored. */
  readonly isBundled?: true;
  /** Key of the stored pages, if no new text is delivered. */
  readonly memoryKey?: string;
  /** Set if the new document was refused because it lost too many pages. */
  readonly kept?: KeptDocument;
  /** Check of the site's own addresses; undefined: there was none. */
  readonly live?: LiveMark | undefined;
  readonly alongside?: WriteAlongside;
}

export interface RecrawlFailure extends Pick<RecrawlResult, "record" | "nextMinutes" | "mark" | "alongside"> {
  readonly why: string;
  /** True if the stored pages are discarded: they may be the cause of the failure. */
  readonly forgets?: true;
}
