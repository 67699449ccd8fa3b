import type { DocumentOptions } from "@llmstxt-service/document/document-options";
import type { AlertRule } from "./alert-rule.ts";
import type { LiveMark } from "./live.ts";

/** Choices for every crawl of a site, its first one and each recrawl. Plain JSON. */
export interface SiteRequest extends DocumentOptions {
  /** The address as it was typed, which the document names as its source. */
  readonly url: string;
  /** Most pages to read, the homepage included. */
  readonly maxPages: number;
  readonly scope: "domain" | "path";
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly language?: string;
  readonly useProxy: boolean;
  /** Addresses of sitemaps to be read in place of the usual ones. */
  readonly sitemaps?: readonly string[];
  /** Also write the files that the site publishes for agents; default false. */
  readonly publish?: boolean;
  /** Confirms `publish` for a site that is read with credentials. */
  readonly publishPrivate?: boolean;
}

/** Choices that can be made anew for a site; a missing or undefined field stays. */
export type SiteChoices = {
  readonly [Name in Exclude<keyof SiteRequest, "url" | "language">]?: SiteRequest[Name] | undefined;
} & {
  /** null: the homepage's. */
  readonly language?: string | null | undefined;
};

/** Default of a field that a request, or a row written by hand, leaves out. */
export const SITE_REQUEST_DEFAULTS = { scope: "domain", include: [], exclude: [], useProxy: false } as const;

/** Pages whose content differed in a crawl, or that it failed; one entry a crawl. */
export type CrawlMark = number | "failed";

/** An enrolled site: a row of `crawl_sites`, as anyone may see it. Its webhook secret never leaves the table. */
export interface Site {
  readonly id: string;
  /** True if it is read with credentials: its texts are for who has the capability. */
  readonly isPrivate: boolean;
  /** In normal form (`siteKey`); no two sites share one. */
  readonly baseUrl: string;
  readonly request: SiteRequest;
  readonly recrawlIntervalMinutes: number;
  readonly lastCrawledAt: Date | null;
  readonly lastChangedAt: Date | null;
  /** Due when this is now or past and the site is not paused. */
  readonly nextCrawlAt: Date | null;
  /** SHA-256 in hex of the latest text. */
  readonly latestHash: string | null;
  /** The same before a language model went over it; equal to `latestHash` where none did. */
  readonly plainDigest: string | null;
  /** Public URL of the last text that was stored; empty where none ever was. */
  readonly latestUrl: string | null;
  /** The latest text is not the one at `latestUrl`: storing it failed, and is tried again. */
  readonly undelivered: Undelivered | null;
  /** The latest text's own time of generation. */
  readonly generatedAt: Date | null;
  readonly sentinelUrl: string | null;
  /** Newest `lastmod` of the sitemap, its time zone removed. */
  readonly sentinelLastModified: Date | null;
  readonly avgChangeIntervalMinutes: number | null;
  readonly webhookSecretSetAt: Date | null;
  readonly pausedAt: Date | null;
  /** Recrawls that failed in a row. */
  readonly failures: number;
  readonly lastError: string | null;
  /** Pages of the latest crawl's document, and of the one before. */
  readonly pages: number;
  readonly previousPages: number;
  readonly crawls: number;
  /** The last twelve crawls, oldest first. */
  readonly history: readonly CrawlMark[];
  /** Since when a worker is at it, and how many pages it has. */
  readonly crawlingSince: Date | null;
  readonly pagesDone: number;
  /** The document that is kept although fewer pages were found: how many it has, and how often in a row so few were found. */
  readonly kept: KeptDocument | null;
  /** Last look at its own addresses; null: none yet, or nothing is published. */
  readonly live: LiveMark | null;
  /** Receivers of its alerts; null: as the settings say. */
  readonly alerts: AlertRule | null;
  /** In normal form (`tagOf`), each once. */
  readonly tags: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A text that waits to be stored. */
export interface Undelivered {
  readonly since: Date;
  /** Of the last try. */
  readonly why: string;
  readonly tries: number;
  /** At the latest. */
  readonly nextTryAt: Date;
  /** So many crawls in a row could not store its bundle; undefined: only the text waits. */
  readonly bundle?: number;
}

/** A document that a recrawl which lost too many pages did not replace (RECRAWL_LOSS_LIMIT). */
export interface KeptDocument {
  readonly pages: number;
  readonly times: number;
}

/** The base of an overlay. */
export interface BaseText {
  readonly text: string;
  readonly addresses?: Readonly<Record<string, string>>;
}

/** A text that was delivered for a site. */
export interface Version {
  readonly id: string;
  readonly at: Date;
  readonly digest: string;
  /** Empty while the text could not be stored. */
  readonly url: string;
  readonly pages: number;
  /** Code points of the text. */
  readonly characters: number;
  /** Pages listed for the first time, no longer listed, and listed in other words. */
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** Crawls after it, up to the next version, that found nothing new; null where that is not known. */
  readonly unchanged: number | null;
}

/** Crawls a site's history keeps. */
export const HISTORY_LENGTH = 12;

/** Versions of a site kept where nobody says otherwise; the files of older ones stay until they are pruned. */
export const VERSIONS_KEPT = 50;
