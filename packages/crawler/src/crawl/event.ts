import type { LeftOut } from "@llmstxt-service/page/address/left-out";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import type { CrawlError } from "@llmstxt-service/page/errors";
import type { Attempt } from "../fetch/fetch.ts";
import type { CrawledPage } from "./crawled-page.ts";
import type { RobotsLine } from "./robots/robots.ts";
import type { SitemapLimit } from "./sitemap-search.ts";

/**
 * Reason why a crawl ended: no page was left, the result was full, the time was over, or the caller asked it to finish.
 */
export type CrawlEnd = "complete" | "limit" | "timeout" | "asked";

/** Everything a watcher can learn, as facts; the shells make words of them. */
export type CrawlEvent =
  | {
      readonly type: "robots";
      readonly url: string;
      readonly allowed: boolean;
      readonly lines: readonly string[];
      /** User agent that the lines are for, as in the file: `*`, or this crawler's own name. */
      readonly group?: string;
      /** Lines of the file that disallow it, and those around them. */
      readonly refusal?: readonly RobotsLine[];
    }
  /** `domain`: all hosts below it belong to the site. */
  | { readonly type: "site"; readonly home: PageUrl; readonly domain?: string }
  /** Sub-domains were asked for, and the homepage's host is an IP address, or below no domain that anybody can register. */
  | { readonly type: "noSubdomains"; readonly host: string }
  /** `elsewhere`: addresses in it of other sites, which are passed over. */
  | { readonly type: "sitemap"; readonly url: string; readonly urls: number; readonly elsewhere?: number }
  /** A part of the site's sitemaps was not read, or not kept, because of this limit. `unread`: the first such files. */
  | { readonly type: "sitemapsCut"; readonly limit: SitemapLimit; readonly unread?: readonly string[] }
  /** A sitemap that could not be read; the crawl goes on without it. */
  | { readonly type: "sitemapFailed"; readonly url: string; readonly error: CrawlError }
  | { readonly type: "known"; readonly count: number }
  /** Pages that will likely be read next (`withPreview`); others take the places of pages that turn out worthless. */
  | { readonly type: "chosen"; readonly urls: readonly PageUrl[] }
  | { readonly type: "visiting"; readonly url: PageUrl }
  | { readonly type: "attempt"; readonly url: string; readonly attempt: Attempt }
  | { readonly type: "page"; readonly page: CrawledPage; readonly done: number; readonly waiting: number }
  /** `others` is the number of further pages with the same reason, which are not named. */
  | ({ readonly type: "leftOut"; readonly url: string; readonly others?: number } & LeftOut)
  | { readonly type: "failed"; readonly url: PageUrl; readonly error: CrawlError }
  | { readonly type: "slower"; readonly reason: string; readonly concurrency: number; readonly gapMs?: number }
  /** A host asked for a pause; no request is sent to it before `until` (ISO 8601). */
  | { readonly type: "waiting"; readonly host: string; readonly leftMs: number; readonly until: string }
  | { readonly type: "probing"; readonly pages: number }
  | { readonly type: "markdown"; readonly url: PageUrl; readonly markdownUrl: string }
  /** A page is listed without its Markdown; its text stands in for it. */
  | { readonly type: "markdownFailed"; readonly url: PageUrl; readonly error: CrawlError }
  /** The last event of a crawl that did not throw. */
  | {
      readonly type: "end";
      readonly why: CrawlEnd;
      readonly pages: readonly CrawledPage[];
      /** Languages and versions that the site has, where several of them were asked for. */
      readonly found: { readonly languages?: readonly string[]; readonly versions?: readonly string[] };
    };
