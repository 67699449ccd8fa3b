import { readDocument } from "../document/read.ts";
import { amount, fields, list, text } from "../protocol/reader.ts";
import type { CrawlAnswer } from "../protocol/types.ts";
import { safeHref } from "../words/addresses.ts";
import { keep, readKept } from "./kept.ts";

/** A finished crawl that this browser remembers: its facts for a row, and the place of its result. */
export interface RecentCrawl {
  readonly url: string;
  /** Id under which the server keeps it. */
  readonly id?: string;
  readonly fileUrl?: string;
  readonly pages: number;
  readonly characters: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Pages and colours of the sections, in the document's order. */
  readonly sections: { readonly pages: number; readonly hue: number }[];
}

const MAX_KEPT = 20;

const hue = (value: unknown): number => Math.min(8, Math.max(0, Math.round(amount(value))));

/** A stored crawl, which an earlier version of the page may have written. */
function readRecent(value: unknown): RecentCrawl {
  const { url, id, fileUrl, pages, characters, at, sections } = fields(value);
  const file = safeHref(text(fileUrl));
  return {
    url: text(url),
    ...(typeof id === "string" && { id }),
    ...(file !== undefined && { fileUrl: file }),
    pages: amount(pages),
    characters: amount(characters),
    at: amount(at),
    sections: list(sections)
      .map(fields)
      .map((section) => ({ pages: amount(section.pages), hue: hue(section.hue) })),
  };
}

/** Recent crawls, newest first. */
export const recentCrawls = (): readonly RecentCrawl[] =>
  list(readKept("recent"))
    .map(readRecent)
    .filter((crawl) => safeHref(crawl.url) !== undefined);

/** Adds a finished crawl, and removes an older one of the same address. */
export function rememberCrawl({ id, url, fileUrl, document, summary, finishedAt }: CrawlAnswer): void {
  if (document === null || summary === null) return;
  const crawl: RecentCrawl = {
    url,
    id,
    ...(fileUrl === null ? {} : { fileUrl }),
    pages: summary.pages,
    characters: summary.characters,
    at: Date.parse(finishedAt ?? "") || Date.now(),
    sections: readDocument(document).sections.map(({ items, hue: own }) => ({ pages: items.length, hue: own })),
  };
  const others = recentCrawls().filter((other) => other.url !== crawl.url);
  keep("recent", [crawl, ...others].slice(0, MAX_KEPT));
}
