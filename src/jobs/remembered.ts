import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import * as z from "zod";
import type { CrawledPage } from "../crawl/crawl.ts";

/** Unpacked bytes of what is remembered of one site; links of a thousand large pages stay below. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Changes with what is kept of a page, or with what reading finds in one: pages packed under another number are fetched and
 * read again, so that a new version of this program reads what it would have read.
 */
export const MEMORY_FORMAT = 3;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Whether a text is long enough to tell pages apart is asked of its length; more of it nobody reads again. */
const KEPT_TEXT = 1_000;

/** Packs pages for the next crawl: their validators and facts, with no more than the beginning of their text. */
export async function packPages(pages: readonly CrawledPage[]): Promise<Uint8Array> {
  const kept = pages.map(({ markdown: _, page, ...facts }) => ({
    ...facts,
    page: { ...page, text: page.text.slice(0, KEPT_TEXT) },
  }));
  const bytes = Buffer.from(JSON.stringify({ format: MEMORY_FORMAT, pages: kept }));
  return bytes.byteLength > MAX_BYTES ? packPages([]) : await compress(bytes);
}

/** We wrote it ourselves, and only its frame is looked at. */
const packed = z.object({
  format: z.literal(MEMORY_FORMAT),
  pages: z.array(
    z.custom<CrawledPage>(
      (value) =>
        typeof value === "object" && value !== null && "url" in value && "page" in value && "validators" in value,
    ),
  ),
});

/** The same pages by address; none where they cannot be read. */
export async function unpackPages(bytes: Uint8Array | undefined): Promise<ReadonlyMap<string, CrawledPage>> {
  if (bytes === undefined) return new Map();
  try {
    const text = (await decompress(bytes, { maxOutputLength: MAX_BYTES })).toString();
    return new Map(packed.parse(JSON.parse(text)).pages.map((page) => [page.url, page]));
  } catch {
    return new Map(); // written by another version of this program, or damaged: every page is then fetched whole
  }
}
