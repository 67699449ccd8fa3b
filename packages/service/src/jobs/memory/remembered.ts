import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import type { CrawledPage } from "@llmstxt-service/crawler";
import { Turn } from "@llmstxt-service/crawler/waiting/event-loop";
import { TEXT_BEGINNING } from "@llmstxt-service/document/limits";
import * as z from "zod";

/** Unpacked bytes of what is remembered of one site; links of a thousand large pages stay below. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Changes with what is kept of a page, or with what reading finds in one: pages packed under another number are fetched and
 * read again, so that a new version of this program reads what it would have read.
 */
export const MEMORY_FORMAT = 7;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/**
 * Packs pages for the next crawl: their validators and facts, with no more than the beginning of their text. A line each, the
 * format's number before them: a thousand large pages are written and read in turns.
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

/** We wrote it ourselves, and only its frame is looked at. */
const packedPage = z.custom<CrawledPage>(
  (value) => typeof value === "object" && value !== null && "url" in value && "page" in value && "validators" in value,
);

/** The same pages by address; none where they cannot be read. */
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
