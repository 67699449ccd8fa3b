import type { DocumentOptions } from "@llmstxt-service/document/document-options";
import type { AlertRule } from "./alert-rule.ts";
import type { LiveMark } from "./live.ts";

/** Choices for every crawl of a site, the first one and recrawls. Plain JSON. */
export interface SiteRequest extends DocumentOptions {
  /** Address as it was typed; the document names it as its source. */
  readonly url: string;
  /** Most pages to read, the homepage included. */
  readonly maxPages: number;
  readonly scope: "domain" | "path";
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly language?: string;
  readonly useProxy: boolean;
  /** Addresses of sitemaps to read instead of the usual ones. */
  readonly sitemaps?: readonly string[];
  /** Addresses of the pages to list, exactly these and in this order; undefined or none: those that are found. */
  readonly urls?: readonly string[];
  /** True if the files for agents are written, too; default false. */
  readonly publish?: boolean;
  /** Confirms `publish` for a site that is read with credentials. */
  readonly publishPrivate?: boolean;
}

/** Choices that can be changed for a site; a missing or undefined field stays. */
export type SiteChoices = {
  readonly [Name in Exclude<keyof SiteRequest, "url" | "language">]?: SiteRequest[Name] | undefined;
} & {
  /** Language; null: the homepage's. */
  readonly language?: string | null | undefined;
};

/** Defaults of fields that a request, or a row written by hand, leaves out. */
export const SITE_REQUEST_DEFAULTS = { scope: "domain", include: [], exclude: [], useProxy: false } as const;

/** Number of pages that differed in a crawl, or its failure. */
export type CrawlMark = number | "failed";

/** An enrolled site: a row of `crawl_sites` without its secrets. */
export interface Site {
  readonly id: string;
  /** True if it is read with credentials: reading its texts needs the capability. */
  readonly isPrivate: boolean;
  /** Base URL in normal form (`siteKey`); unique. */
  readonly baseUrl: string;
  readonly request: SiteRequest;
  readonly recrawlIntervalMinutes: number;
  readonly lastCrawledAt: Date | null;
  readonly lastChangedAt: Date | null;
  /** Time at which it is due, unless it is paused. */
  readonly nextCrawlAt: Date | null;
  /** SHA-256 in hex of the latest text. */
  readonly latestHash: string | null;
  /** Digest of the latest text before enhancement and overlay; equal to `latestHash` if there was neither. */
  readonly plainDigest: string | null;
  /** Public URL of the last stored text; empty if none was ever stored. */
  readonly latestUrl: string | null;
  /** Set if storing the latest text or bundle failed: it is tried again. */
  readonly undelivered: Undelivered | null;
  /** Time of generation in the latest text. */
  readonly generatedAt: Date | null;
  readonly sentinelUrl: string | null;
  /** Newest `lastmod` of the sitemap, without its time zone. */
  readonly sentinelLastModified: Date | null;
  readonly avgChangeIntervalMinutes: number | null;
  readonly webhookSecretSetAt: Date | null;
  readonly pausedAt: Date | null;
  readonly failures: number;
  readonly lastError: string | null;
  /** Pages of the latest crawl's document, and of the one before. */
  readonly pages: number;
  readonly previousPages: number;
  readonly crawls: number;
  /** The last crawls, at most HISTORY_LENGTH, oldest first. */
  readonly history: readonly CrawlMark[];
  /** Start of the running recrawl, and the pages that it has read. */
  readonly crawlingSince: Date | null;
  readonly pagesDone: number;
  /** The document kept although crawls found fewer pages: its pages, and the number of such crawls in a row. */
  readonly kept: KeptDocument | null;
  /** Last check of its own addresses; null: none yet, or nothing is published. */
  readonly live: LiveMark | null;
  /** Alert rule of the site; null: the settings' alerts. */
  readonly alerts: AlertRule | null;
  /** Tags in normal form (`tagOf`), without repetition. */
  readonly tags: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A text or bundle that waits to be stored. */
export interface Undelivered {
  readonly since: Date;
  readonly why: string;
  readonly tries: number;
  /** Latest time of the next try. */
  readonly nextTryAt: Date;
  /** Crawls in a row that could not store the bundle; undefined: only the text waits. */
  readonly bundle?: number;
}

export interface KeptDocument {
  readonly pages: number;
  readonly times: number;
}

/** The document that an overlay is applied to. */
export interface BaseText {
  readonly text: string;
  readonly addresses?: Readonly<Record<string, string>>;
}

/** A text that was delivered for a site. */
export interface Version {
  readonly id: string;
  readonly at: Date;
  readonly digest: string;
  /** Public URL; empty while the text could not be stored. */
  readonly url: string;
  readonly pages: number;
  /** Code points of the text. */
  readonly characters: number;
  /** Pages listed for the first time, no longer listed, and listed with other words. */
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** Crawls until the next version that found no changes; null if not known. */
  readonly unchanged: number | null;
}

/** Crawls kept in a site's history. */
export const HISTORY_LENGTH = 12;

/** Default of the versions kept of a site. Files of older versions stay until they are pruned. */
export const VERSIONS_KEPT = 50;
