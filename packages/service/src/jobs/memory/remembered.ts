import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import type { CrawledPage } from "@llmstxt-service/crawler";
import { Turn } from "@llmstxt-service/crawler/waiting/event-loop";
import { TEXT_BEGINNING } from "@llmstxt-service/document/limits";
import * as z from "zod";

/** Most unpacked bytes of a site's stored pages; a thousand large pages with their links have less. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Number to raise when the stored facts of a page change, or the way they are read: pages stored under another number
 * are fetched and read again, so that a new version uses no outdated facts.
 */
export const MEMORY_FORMAT = 8;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/**
 * Packs pages for the next crawl: validators and facts, with the beginning of the text. The number of the format and
 * then each page have a line of their own, and the event loop turns between lines.
 */
export async function packPages(pages: readonly CrawledPage[]): Promise<Uint8Array> {
  const turn = new Turn();
  const lines = [lineOf({ format: MEMORY_FORMAT })];
  let bytes = 0;
  for (const { markdown: _, page, ...facts } of pages) {
    if (turn.isOver) await turn.end();
    const line = lineOf({ ...facts, page: { ...page, text: page.text.slice(0, TEXT_BEGINNING) } });
    bytes += line.length;
    if (bytes > MAX_BYTES) return packPages([]);
    lines.push(line);
  }
  return await compress(Buffer.concat(lines));
}

const lineOf = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

const head = z.object({ format: z.literal(MEMORY_FORMAT) });

/** Only the frame is checked: this program wrote the rest. */
const packedPage = z.custom<CrawledPage>(
  (value) => typeof value === "object" && value !== null && "url" in value && "page" in value && "validators" in value,
);

/** Stored pages by address; none if they cannot be read. */
export async function unpackPages(packed: Uint8Array | undefined): Promise<ReadonlyMap<string, CrawledPage>> {
  if (packed === undefined) return new Map();
  try {
    const [first = "", ...lines] = linesOf(await decompress(packed, { maxOutputLength: MAX_BYTES }));
    head.parse(JSON.parse(first.toString()));
    return await pagesOf(lines);
  } catch {
    return new Map(); // written by another version of this program, or damaged: every page is then fetched whole
  }
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf("\n", at);
    const next = end < 0 ? bytes.length : end + 1;
    lines.push(bytes.subarray(at, next));
    at = next;
  }
  return lines;
}

async function pagesOf(lines: readonly Buffer[]): Promise<ReadonlyMap<string, CrawledPage>> {
  const turn = new Turn();
  const pages = new Map<string, CrawledPage>();
  for (const line of lines) {
    if (turn.isOver) await turn.end();
    const page = packedPage.parse(JSON.parse(line.toString()));
    pages.set(page.url, page);
  }
  return pages;
}
