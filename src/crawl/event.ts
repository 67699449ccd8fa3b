import type { CrawlError } from "../errors.ts";
import type { Attempt } from "../fetch/fetch.ts";
import type { CrawledPage } from "./crawled-page.ts";
import type { PageUrl } from "./url.ts";

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
  | {
      readonly type: "robots";
      readonly url: string;
      readonly allowed: boolean;
      readonly lines: readonly string[];
      /** Whom the lines are for, as the file says it: `*`, or this crawler's own name. */
      readonly group?: string;
    }
  | { readonly type: "site"; readonly home: PageUrl }
  | { readonly type: "sitemap"; readonly url: string; readonly urls: number }
  | { readonly type: "known"; readonly count: number }
  /** With an outlook: the pages that are likely to be read next; others take the places of those that turn out worthless. */
  | { readonly type: "chosen"; readonly urls: readonly PageUrl[] }
  | { readonly type: "visiting"; readonly url: PageUrl }
  | { readonly type: "attempt"; readonly url: string; readonly attempt: Attempt }
  | { readonly type: "page"; readonly page: CrawledPage; readonly done: number; readonly waiting: number }
  | { readonly type: "leftOut"; readonly url: string; readonly reason: LeftOutReason; readonly of?: string }
  | { readonly type: "failed"; readonly url: PageUrl; readonly error: CrawlError }
  | { readonly type: "slower"; readonly reason: string; readonly concurrency: number }
  | { readonly type: "twins"; readonly probing: number }
  | { readonly type: "markdown"; readonly url: PageUrl; readonly markdownUrl: string }
  /** The last event of a crawl that did not throw. */
  | { readonly type: "end"; readonly why: "complete" | "limit" | "timeout"; readonly pages: readonly CrawledPage[] };
