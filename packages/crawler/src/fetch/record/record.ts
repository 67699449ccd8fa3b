// The door of this folder: answers of a crawl kept as WARC (ISO 28500), and a site that is read from them.
import type { Fetching } from "../fetch.ts";
import { openOffline } from "../offline.ts";
import type { RecordedCrawl } from "./format.ts";
import { readRecord } from "./reading.ts";
import { RecordedHost } from "./recorded-host.ts";

export { openRecording, type Recording } from "./writing.ts";

/** A record as a site: it opens no socket and starts no browser. */
export interface RecordedSite extends Partial<RecordedCrawl> {
  readonly fetching: Fetching;
}

/**
 * Reads a record, of this product or of another.
 * @throws CrawlError `wrong_usage` that names what is wrong with it; Error of the file system
 */
export async function openRecord(path: string, signal: AbortSignal): Promise<RecordedSite> {
  const { exchanges, ...crawl } = await readRecord(path, signal);
  const host = new RecordedHost(exchanges);
  return { ...crawl, fetching: openOffline((url, asked) => host.answer(url, asked), host.rendered) };
}
