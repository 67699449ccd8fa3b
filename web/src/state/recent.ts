import { readDocument } from "../document/read.ts";
import { amount, list, maybe, object, type Reader, text } from "../protocol/reader.ts";
import type { CrawlAnswer } from "../protocol/summary.ts";
import { safeHref } from "../words/addresses.ts";
import { keep, readKept } from "./kept.ts";

/** A finished crawl this browser remembers: what its row shows, and where its result is. */
export interface RecentCrawl {
  readonly url: string;
  /** Under which the server keeps it. */
  readonly id?: string;
  readonly fileUrl?: string;
  readonly pages: number;
  readonly characters: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Pages by section, in document order. */
  readonly sections: { readonly pages: number; readonly hue: number }[];
}

const MAX_KEPT = 20;

const hue: Reader<number> = (value) => Math.min(8, Math.max(0, Math.round(amount(value))));

const readRecent = object<RecentCrawl>({
  url: text,
  id: maybe(text),
  fileUrl: (value) => safeHref(text(value)),
  pages: amount,
  characters: amount,
  at: amount,
  sections: list(object<RecentCrawl["sections"][number]>({ pages: amount, hue })),
});

/** Newest first. */
export const recentCrawls = (): readonly RecentCrawl[] =>
  list(readRecent)(readKept("recent")).filter((crawl) => safeHref(crawl.url) !== undefined);

/** Puts a crawl that is done on top; an older one of the same address goes. */
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
