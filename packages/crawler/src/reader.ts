// Reads untrusted bytes: pages and their Markdown.
import { markdownOf, type Page, pageOf, read, SiteLinks } from "@llmstxt-service/page";
import { type CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import type { Fetched, Judge } from "./fetch/fetch.ts";
import { problemOf } from "./kinds.ts";

export interface ReadPage {
  readonly page: Page;
  /** Main content as Markdown, if requested and possible. */
  readonly markdown?: string;
  /** Reason why it could not be made. */
  readonly markdownError?: CrawlError;
}

/** Gives the same answer for the same bytes; may run in another thread. */
export interface Reader {
  /** @throws CrawlError `unreadable` where it takes too much time or memory */
  page(fetched: Fetched): Promise<ReadPage>;
  readonly judge: Judge;
}

export interface ReaderOptions {
  /** Makes each page's Markdown as well. */
  readonly withMarkdown?: boolean;
  /** Selectors of elements that are no part of any page. */
  readonly skipBlocks?: readonly string[];
}

/** Reads in the thread that asks. */
export function readerHere({ withMarkdown = false, skipBlocks = [] }: ReaderOptions = {}): Reader {
  const links = new SiteLinks();
  // The ladder's judge and the crawl read the same page, one after the other: the result is kept between them.
  const opened = new WeakMap<Uint8Array, ReturnType<typeof opening>>();
  const opening = ({ url, headers, body, rung }: Fetched) => {
    const source = { url, headers, skipBlocks, isRendered: rung !== "plain" };
    const reading = read(body, source, links);
    return { reading, page: pageOf(reading, source) };
  };
  return {
    judge(fetched) {
      const one = opening(fetched);
      // Answers without a body may share their empty bytes.
      if (fetched.body.length > 0) opened.set(fetched.body, one);
      return problemOf(one.page);
    },
    async page(fetched) {
      const { reading, page } = opened.get(fetched.body) ?? opening(fetched);
      opened.delete(fetched.body);
      if (!withMarkdown) return { page };
      try {
        return { page, markdown: markdownOf(reading) };
      } catch (thrown) {
        return { page, markdownError: toCrawlError(thrown) };
      }
    },
  };
}
