import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import type { CrawlFetch } from "../fetch/fetch.ts";
import { CONCURRENCY } from "../fetch/limits.ts";
import type { CrawledPage } from "./crawled-page.ts";
import type { Reader } from "./reading/reading.ts";

/** Defaults of the options; the service's settings start from them too. */
export const CRAWL_DEFAULTS = { concurrency: CONCURRENCY, timeoutMs: 600_000 } as const;

export interface CrawlOptions {
  readonly fetch: CrawlFetch;
  /** Reads pages and sitemaps; the judge of `fetch` should ask the same one. Default: in this thread. */
  readonly reader?: Reader;
  /** Pages in the result, the homepage included; 1 to 1000. */
  readonly maxPages: number;
  /** Most fetches under way at once; default 16. It never changes the result. */
  readonly concurrency?: number;
  /** Most milliseconds of the crawl, which then ends with the pages it has. Default 600,000. */
  readonly timeoutMs?: number;
  /** When it fires the crawl ends with the pages it has, as at its time limit. */
  readonly finishing?: AbortSignal | undefined;
  /** Hosts below the registrable domain of the homepage's belong to the site, at most 100 of them. Default false. */
  readonly subdomains?: boolean;
  /** True if robots.txt is obeyed. Default true. */
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
  /** Addresses of sitemaps to be read in place of those that are looked for. */
  readonly sitemaps?: readonly string[];
  /** Pages to list, exactly these and in this order: links are not followed, and no page is left out for its kind. */
  readonly only?: readonly PageUrl[];
  /** Read these languages, too, or `all`; each page then says which it is. Default: one language. */
  readonly languages?: readonly string[];
  /** The same for versions; `current` is the one that is listed by default. */
  readonly versions?: readonly string[];
  /** Look for Markdown versions; default true. */
  readonly findMarkdown?: boolean;
  /** True to keep each page's main content as Markdown as well. */
  readonly withMarkdown?: boolean;
  /** Keep each page's text; default true. Without it `text` is empty, and `textLength` says how long it was. */
  readonly withText?: boolean;
  /**
   * True to report the next pages before they are asked for (event `chosen`), at the cost of choosing them twice.
   * Default false.
   */
  readonly withPreview?: boolean;
  /** Name every page that was never asked for, not only the first of each reason. Default false. */
  readonly withAllNamed?: boolean;
  /** Called once, when the first request is on its way: time to load what its answer will need. */
  readonly onFirstSent?: (() => void) | undefined;
  /** Pages of the last crawl by URL: asked for with their validators, and taken as they are on a 304. */
  readonly remembered?: ReadonlyMap<string, CrawledPage>;
}
