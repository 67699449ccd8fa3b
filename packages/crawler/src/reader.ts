// Reads untrusted bytes: pages and their Markdown.
import { markdownOf, type Page, pageOf, read, SiteLinks } from "@llmstxt-service/page";
import { type CrawlError, type Problem, toCrawlError } from "@llmstxt-service/page/errors";
import type { Fetched } from "./fetch/fetch.ts";
import { problemOf } from "./kinds.ts";

export interface ReadPage {
  readonly page: Page;
  /** Reason why it has no content of its own. */
  readonly problem?: Problem | undefined;
  /** Main content as Markdown, if requested and possible. */
  readonly markdown?: string;
  /** Reason why it could not be made. */
  readonly markdownError?: CrawlError;
}

/**
 * Reads a page, here or in another thread; an answer that is given again is not read again.
 * @throws CrawlError `unreadable` where it takes too much time or memory
 */
export type Reader = (fetched: Fetched) => Promise<ReadPage>;

export interface ReaderOptions {
  /** Makes each page's Markdown as well. */
  readonly withMarkdown?: boolean;
  /** Selectors of elements that are no part of any page. */
  readonly skipBlocks?: readonly string[];
}

/** Remembers what was read: the ladder asks for the problem of a page, and then the crawl for the page. */
export function readOnce(reader: Reader): Reader {
  const known = new WeakMap<Fetched, Promise<ReadPage>>();
  return (fetched) => {
    const reading = known.get(fetched) ?? reader(fetched);
    known.set(fetched, reading);
    return reading;
  };
}

/** Reads in the thread that asks. */
export function readerHere({ withMarkdown = false, skipBlocks = [] }: ReaderOptions = {}): Reader {
  const links = new SiteLinks();
  return readOnce(async ({ url, headers, body, rung }) => {
    const source = { url, headers, skipBlocks, isRendered: rung !== "plain" };
    const reading = read(body, source, links);
    const page = pageOf(reading, source);
    const found = { page, problem: problemOf(page) };
    if (!withMarkdown) return found;
    try {
      return { ...found, markdown: markdownOf(reading) };
    } catch (thrown) {
      return { ...found, markdownError: toCrawlError(thrown) };
    }
  });
}
