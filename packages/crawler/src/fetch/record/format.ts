// The parts of a record that WARC has no name for stand in its field `WARC-JSON-Metadata` and in `warcinfo`. Older records
// are read by newer versions: a field is added, never given another meaning.
import type { Exchanged } from "../fetch.ts";

/** Facts about a recorded crawl that its replay needs. */
export interface RecordedCrawl {
  /** The address that was typed. */
  readonly url: string;
  /** The moment by which the crawl and each replay go. */
  readonly at: Date;
  /** Choices of the crawl, as JSON; a reader checks them as it would those of a stranger. */
  readonly choices?: string | undefined;
}

/** Field of `warcinfo`: the address that was typed. */
export const SITE_FIELD = "isPartOf";
/** Field of `warcinfo`: choices of the crawl, as JSON. */
export const CHOICES_FIELD = "llmstxt-choices";
export const METADATA_FIELD = "WARC-JSON-Metadata";

/** Stored with an answer or a failure: how it was requested. */
export type AskedAs = Pick<Exchanged, "rung" | "method" | "accept">;

/** Stored with a page as a browser rendered it, which is no HTTP message. */
export interface RenderedAs extends AskedAs {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chain: readonly string[];
}

/** Type of the block that tells of a failure: `{"failure": [code, facts]}`. */
export const FAILURE_TYPE = "application/vnd.llmstxt.failure+json";
