// Options of a crawl, and every event that it reports.
import type { Page } from "@llmstxt-service/page";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import type { CrawlError } from "@llmstxt-service/page/errors";
import type { CrawlFetch, Rung, Validators } from "./fetch/fetch.ts";
import type { LeftOut } from "./left-out.ts";
import type { Reader } from "./reader.ts";

/** A listed page. Plain data, so that a recrawl can keep it. */
export interface CrawledPage {
  readonly url: PageUrl;
  readonly page: Page;
  /** Clicks from the homepage on the path by which it was found; 0 is the homepage. */
  readonly depth: number;
  /** True if it is below the base URL's path. */
  readonly inScope: boolean;
  /** Position in a given list of pages; undefined without one. */
  readonly turn?: number;
  /** Address of the page's Markdown version, if there is one. */
  readonly markdownUrl?: string;
  /** Main content as Markdown; only if the reader makes it. */
  readonly markdown?: string;
  readonly validators: Validators;
  readonly rung: Rung;
  /** Bytes of the page as they were transferred. */
  readonly bytes: number;
}

export interface CrawlOptions {
  readonly fetch: CrawlFetch;
  readonly read: Reader;
  /** Pages in the result, the homepage included. */
  readonly maxPages: number;
  /** Most milliseconds of the crawl, which then ends with the pages it has. Default 600,000. */
  readonly timeoutMs?: number;
  /** A signal that ends the crawl with the pages it has. */
  readonly finishing?: AbortSignal | undefined;
  /** True if robots.txt is obeyed. Default true. */
  readonly respectRobots?: boolean;
  /** The part of the user agent before the first `/` or space. */
  readonly productToken: string;
  /** `path`: only pages under the base URL's path. Default `domain`. */
  readonly scope?: "domain" | "path";
  /** Globs on paths: if given, only these are read; the homepage always is. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** BCP 47; default: the homepage's. */
  readonly language?: string | undefined;
  /** Addresses of sitemaps to read instead of the usual ones. */
  readonly sitemaps?: readonly string[] | undefined;
  /** Pages to list, exactly these and in this order, below the homepage. */
  readonly only?: readonly PageUrl[] | undefined;
  /** Most characters of its text, and of its excerpt, that a listed page keeps. Default: all. */
  readonly textKept?: number;
  /** Reports every address that was not requested, not only the first for each reason. Default false. */
  readonly withAllNamed?: boolean;
  /** Pages of the last crawl by URL: requested with their validators, and reused on a 304. */
  readonly remembered?: ReadonlyMap<string, CrawledPage> | undefined;
}

/** No page was left, the result was full, the time was over, or the caller asked the crawl to finish. */
export type CrawlEnd = "complete" | "limit" | "timeout" | "asked";

/** Limits on a site's sitemaps, all of them together. */
export type SitemapLimit = "files" | "bytes" | "entries" | "time";

/** Everything that a crawl reports, as facts; the callers turn them into words. */
export type CrawlEvent =
  | { readonly type: "robots"; readonly url: string; readonly allowed: boolean }
  | { readonly type: "site"; readonly home: PageUrl }
  /** `elsewhere`: number of addresses of other sites, which are ignored. */
  | { readonly type: "sitemap"; readonly url: string; readonly urls: number; readonly elsewhere?: number }
  /** Some sitemaps were not read or not kept. `unread`: the first such files. */
  | { readonly type: "sitemapsCut"; readonly limit: SitemapLimit; readonly unread?: readonly string[] }
  /** A sitemap that the user named could not be read; the crawl goes on without it. */
  | { readonly type: "sitemapFailed"; readonly url: string; readonly error: CrawlError }
  | { readonly type: "known"; readonly count: number }
  | { readonly type: "visiting"; readonly url: PageUrl }
  | { readonly type: "page"; readonly page: CrawledPage; readonly done: number; readonly waiting: number }
  /** `others`: number of unnamed addresses with the same reason. A page may be left out after it was listed. */
  | ({ readonly type: "leftOut"; readonly url: string; readonly others?: number } & LeftOut)
  | { readonly type: "failed"; readonly url: PageUrl; readonly error: CrawlError }
  | { readonly type: "probing"; readonly pages: number }
  | { readonly type: "markdown"; readonly url: PageUrl; readonly markdownUrl: string }
  /** Markdown of a page could not be made; its plain text is used instead. */
  | { readonly type: "markdownFailed"; readonly url: PageUrl; readonly error: CrawlError }
  | { readonly type: "end"; readonly why: CrawlEnd; readonly pages: readonly CrawledPage[] };
