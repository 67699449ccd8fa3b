import type { CrawlError } from "../errors.ts";
import type { Attempt, CrawlFetch, Rung, Validators } from "../fetch/fetch.ts";
import type { Page } from "../page/page.ts";
import type { PageUrl } from "./url.ts";

/** A page taken into the result. Plain data, so that a recrawl can keep it. */
export interface CrawledPage {
  readonly url: PageUrl;
  readonly page: Page;
  /** Clicks from the homepage along the way it was found; 0 is the homepage. */
  readonly depth: number;
  /** Whether it lies under the base URL's path. */
  readonly inScope: boolean;
  /** Address of the page's Markdown version, where one was found to exist. */
  readonly markdownUrl?: string;
  /** Main content as Markdown; only when `withMarkdown` was asked for. */
  readonly markdown?: string;
  readonly validators: Validators;
  readonly rung: Rung;
  /** Bytes as they travelled. */
  readonly bytes: number;
}

/** Why a page that was found is not in the result. Shown to people and programs under these names. */
export type LeftOutReason =
  | "robots"
  | "noindex"
  | "other site"
  | "other language"
  | "older version"
  | "duplicate"
  | "redirect"
  | "canonical elsewhere"
  | "out of scope"
  | "excluded"
  | "trap"
  | "not a page"
  | "error page"
  | "print view"
  | "over the limit";

/** Everything a watcher can learn, as facts; words are the shells' business. */
export type CrawlEvent =
  | { readonly type: "robots"; readonly url: string; readonly allowed: boolean; readonly lines: readonly string[] }
  | { readonly type: "site"; readonly home: PageUrl }
  | { readonly type: "sitemap"; readonly url: string; readonly urls: number }
  | { readonly type: "known"; readonly count: number }
  | { readonly type: "visiting"; readonly url: PageUrl }
  | { readonly type: "attempt"; readonly url: PageUrl; readonly attempt: Attempt }
  | { readonly type: "page"; readonly page: CrawledPage; readonly done: number; readonly waiting: number }
  | { readonly type: "leftOut"; readonly url: string; readonly reason: LeftOutReason; readonly of?: string }
  | { readonly type: "failed"; readonly url: PageUrl; readonly error: CrawlError }
  | { readonly type: "slower"; readonly reason: string; readonly concurrency: number }
  | { readonly type: "twins"; readonly probing: number }
  | { readonly type: "markdown"; readonly url: PageUrl; readonly markdownUrl: string }
  /** The last event of a crawl that did not throw. */
  | { readonly type: "end"; readonly why: "complete" | "limit" | "timeout"; readonly pages: readonly CrawledPage[] };

export interface CrawlOptions {
  readonly fetch: CrawlFetch;
  /** Pages in the result, the homepage included; 1 to 1000. */
  readonly maxPages: number;
  /** Most fetches under way at once; default 16. It never changes the result. */
  readonly concurrency?: number;
  /** Milliseconds; when they are over the crawl ends with the pages it has. Default 600,000. */
  readonly timeoutMs?: number;
  /** Default true. */
  readonly respectRobots?: boolean;
  /** The product token robots.txt is matched with: the part of the user agent before the first `/` or space. */
  readonly productToken: string;
  /** `path`: only pages under the base URL's path. Default `domain`. */
  readonly scope?: "domain" | "path";
  /** Globs on paths: where given, only these; the homepage is always read. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** BCP 47; default: the homepage's. */
  readonly language?: string;
  /** Look for Markdown versions; default true. */
  readonly findMarkdown?: boolean;
  /** Also keep each page's main content as Markdown. */
  readonly withMarkdown?: boolean;
  /** Pages of the last crawl by URL: asked for with their validators, and taken as they are on a 304. */
  readonly remembered?: ReadonlyMap<string, CrawledPage>;
}
