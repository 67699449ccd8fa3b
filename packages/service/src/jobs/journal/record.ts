import type { ReadPage } from "@llmstxt-service/crawler/crawl/reading";
import type { Fetched } from "@llmstxt-service/crawler/fetch";
import type { CrawlError } from "@llmstxt-service/page/errors";
import type { FailureCode } from "@llmstxt-service/page/failures";

/** An answer of a crawl, with all that later decisions depend on. For a page it holds what was read, not its HTML. */
export interface JournalEntry {
  readonly answer?: Pick<Fetched, "url" | "chain" | "status" | "headers" | "wireBytes" | "rung">;
  readonly read?: Omit<ReadPage, "problem" | "markdownError"> & { readonly markdownError?: KeptFailure };
  /** Failure in place of an answer; `refused`: the redirect that the crawl did not follow. */
  readonly failure?: KeptFailure;
  readonly refused?: string;
}

/** Arguments with which `new CrawlError(...failure)` makes the same error. */
export type KeptFailure = readonly [FailureCode, CrawlError["facts"]];

/** An entry, with the bytes of an answer that was no page: a sitemap, robots.txt, the site's own Markdown. */
export interface JournalRecord extends JournalEntry {
  readonly key: string;
  readonly body?: Uint8Array;
}

/** Returns the answer for a key; undefined if there is none, or it cannot be read. */
export type HadAnswers = (key: string) => JournalRecord | undefined;

/** Contents of journals. */
export interface HadAnswerSet {
  readonly count: number;
  readonly had: HadAnswers;
  /** Bytes that cannot be read any more. */
  readonly damaged: number;
}

/** Kept answers that are lost: their requests are sent again. */
export interface AnswersLost {
  readonly type: "answersLost";
  /** `unread`: the journal could not be read at all, for this `reason`. */
  readonly why: "damaged" | "otherVersion" | "otherSettings" | "unread";
  /** Bytes of damaged answers, as they were stored. */
  readonly bytes?: number;
  readonly reason?: string;
}
