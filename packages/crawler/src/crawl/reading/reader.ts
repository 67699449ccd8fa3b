import type { Page, PageSource } from "@llmstxt-service/page";
import { isApiPage } from "@llmstxt-service/page/api-source";
import type { CrawlError } from "@llmstxt-service/page/errors";
import { startsAsPdf } from "@llmstxt-service/page/pdf-source";
import type { Fetched } from "../../fetch/fetch.ts";
import type { Sitemap } from "../sitemap/sitemap.ts";

/** Result of reading one answer. */
export interface ReadPage {
  readonly page: Page;
  /** Why it has no content of its own; undefined when it has. */
  readonly problem: string | undefined;
  /** Main content as Markdown, where it was asked for and could be made. */
  readonly markdown?: string;
  /** Why it could not be made. */
  readonly markdownError?: CrawlError;
}

/**
 * Reads what strangers send. A reader may take the bytes it is given away: afterwards they may be empty. It gives the
 * same answer whenever the same bytes are asked about again.
 */
export interface Reader {
  /** @throws CrawlError `unreadable` when it takes too much time or memory */
  page(fetched: Fetched): Promise<ReadPage>;
  /**
   * Reads a sitemap; undefined for any other file. @throws CrawlError `unreadable` when it takes too much time or
   * memory
   */
  sitemap(fetched: Pick<Fetched, "url" | "body">, signal: AbortSignal): Promise<Sitemap | undefined>;
}

export interface ReaderOptions {
  /** True to make each page's Markdown as well. */
  readonly withMarkdown: boolean;
  /** True to keep each page's scan for a reader that makes its Markdown. Default: `withMarkdown`. */
  readonly leavesOpen?: boolean;
  /** Selectors of elements that are no part of any page. */
  readonly skipBlocks?: readonly string[];
}

/** A reader for each crawl. */
export interface Readers {
  /** When the signal fires, what is still to be read fails with `aborted`. */
  forCrawl(options: ReaderOptions, signal: AbortSignal): Reader;
}

/** Facts about an answer that its bytes do not contain. */
export function sourceOf(
  { url, headers, rung }: Fetched,
  { skipBlocks }: Pick<ReaderOptions, "skipBlocks">,
): PageSource {
  const contentType = headers["content-type"];
  return {
    url,
    headers,
    isRendered: rung !== "plain",
    ...(contentType !== undefined && { contentType }),
    ...(skipBlocks !== undefined && { skipBlocks }),
  };
}

/** True for documents that may take a thread far longer than a page does. */
export const isReadApart = (fetched: Fetched): boolean =>
  startsAsPdf(fetched.body) || isApiPage({ bytes: fetched.body, source: sourceOf(fetched, {}) });
