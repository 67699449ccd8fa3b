import { amount, fields, list, maybeText, text } from "../protocol/unknown.ts";
import { safeHref } from "../words/addresses.ts";
import { keep, readKept } from "./kept.ts";

/** A finished crawl this browser remembers: what its row shows, and where its result is. */
export interface RecentCrawl {
  readonly url: string;
  /** Under which the server keeps the result for a day. */
  readonly id?: string;
  readonly fileUrl?: string;
  readonly pages: number;
  readonly characters: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Pages by section, in document order. */
  readonly sections: readonly { readonly pages: number; readonly hue: number }[];
}

const MOST = 20;

function readRecent(value: unknown): RecentCrawl {
  const crawl = fields(value);
  const id = maybeText(crawl.id);
  const fileUrl = safeHref(text(crawl.fileUrl));
  return {
    url: text(crawl.url),
    ...(id === undefined ? {} : { id }),
    ...(fileUrl === undefined ? {} : { fileUrl }),
    pages: amount(crawl.pages),
    characters: amount(crawl.characters),
    at: amount(crawl.at),
    sections: list(crawl.sections, (section) => {
      const { pages, hue } = fields(section);
      return { pages: amount(pages), hue: Math.min(8, Math.max(0, Math.round(amount(hue)))) };
    }),
  };
}

/** Newest first. */
export const recentCrawls = (): readonly RecentCrawl[] =>
  list(readKept("recent"), readRecent).filter((crawl) => safeHref(crawl.url) !== undefined);

/** Puts a crawl on top; an older one of the same address goes. */
export function rememberCrawl(crawl: RecentCrawl): void {
  const others = recentCrawls().filter((other) => other.url !== crawl.url);
  keep("recent", [crawl, ...others].slice(0, MOST));
}
