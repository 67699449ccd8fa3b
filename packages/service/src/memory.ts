import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import type { CrawledPage } from "@llmstxt-service/crawler";

/** Raise it when the facts of a page change: older ones are then read again. */
const FORMAT = 2;
const MAX_BYTES = 256 * 2 ** 20;

/** Pages for the site's next crawl. */
export async function packPages(pages: readonly CrawledPage[]): Promise<Uint8Array> {
  const kept = pages.map(({ markdown: _, ...rest }) => rest);
  return promisify(zstdCompress)(JSON.stringify({ format: FORMAT, pages: kept }));
}

/** Kept pages by address; undefined if there are none that this version can read. */
export async function unpackPages(packed: Uint8Array | null): Promise<ReadonlyMap<string, CrawledPage> | undefined> {
  if (packed === null) return undefined;
  try {
    const json = await promisify(zstdDecompress)(packed, { maxOutputLength: MAX_BYTES });
    const { format, pages } = JSON.parse(json.toString()) as { format: number; pages: CrawledPage[] };
    return format === FORMAT ? new Map(pages.map((page) => [page.url, page])) : undefined;
  } catch {
    return undefined; // damaged: every page is fetched whole
  }
}
