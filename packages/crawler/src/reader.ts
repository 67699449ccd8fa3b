// Reads untrusted bytes: pages and their Markdown; says why a page has no content.
import { markdownOf, type Page, pageOf, read, SiteLinks } from "@llmstxt-service/page";
import { type CrawlError, type Problem, toCrawlError } from "@llmstxt-service/page/errors";
import type { Fetched } from "./fetch/fetch.ts";

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

/** Most characters of an app shell while its scripts load. */
const SHELL_CHARACTERS = 200;
/** Most characters beside a page's request to enable JavaScript. */
const BESIDE_REQUEST_CHARACTERS = 300;
const FEW_LINKS = 3;

/** Reason why a page has no content of its own; undefined if it has, or if other pages are read in its place. */
export function problemOf({ signals, links, headings, metaRefresh, url }: Page): Problem | undefined {
  const { marks, contentCharacters, visibleCharacters, scripts, frames } = signals;
  const isBare = links.length <= FEW_LINKS;
  if (marks.includes("challenge")) return "challenge";
  // The target of the refresh, or the pages in the frames, are read in this page's place.
  if (metaRefresh !== undefined || frames > 0) return undefined;
  if (marks.includes("consent-wall")) return "consent";
  if (marks.includes("error-page")) return "error page";
  if (marks.includes("unfilled-template")) return "shell";
  if (marks.includes("needs-javascript") && contentCharacters < BESIDE_REQUEST_CHARACTERS) return "shell";
  if (isBare && scripts > 0) {
    // A short front page has a heading and a link to content; an unfilled app shell has neither.
    const leadsOn = headings[0]?.level === 1 && links.some((link) => link.url !== url);
    if (marks.includes("app-root") && contentCharacters < SHELL_CHARACTERS && !leadsOn) return "shell";
    if (visibleCharacters < 25 && links.length === 0) return "shell";
  }
  return visibleCharacters === 0 && isBare ? "empty" : undefined;
}
