import type {
  BulkAnswer,
  BulkUndo,
  ImportAnswer,
  RunLine,
  RunLogAnswer,
  SiteAnswer,
  SiteChangesAnswer,
  SiteDiff,
  SiteFilter,
  SiteRunAnswer,
  SiteRunsAnswer,
  SiteSort,
  SiteStatus,
  SitesAnswer,
  SiteVersion,
  SiteVersions,
} from "../../../src/shells/protocol/site.ts";
import { readRule } from "./alerts.ts";
import { ownAddress } from "./own-address.ts";
import { amount, fields, flag, keyOf, list, nullable, object, oneOf, pair, type Reader, text } from "./reader.ts";

export type { BulkUndo, ImportAnswer, RunLine, RunLogAnswer, SiteDiff, SiteFilter, SiteSort, SiteStatus };
export type SiteRun = SiteRunAnswer;
/** What is done to many sites at once. */
export type BulkChange = BulkUndo["change"] | { readonly action: "crawl" | "remove" };
export type Site = SiteAnswer;
export type SiteCounts = SitesAnswer["counts"];
export type Sites = SitesAnswer;
export type SiteChanges = SiteChangesAnswer;
export type Version = SiteVersion;
export type Versions = SiteVersions;
export type ListedPage = SiteDiff["added"][number];
export type ChangedPage = SiteDiff["changed"][number];

/** The status of a row in words, for badges and tables. */
export const STATUS_WORDS: Readonly<Record<SiteStatus, string>> = {
  crawling: "Crawling",
  failing: "Failing",
  shrunk: "Shrunk",
  changed: "Changed",
  due: "Due",
  paused: "Paused",
  upToDate: "Up to date",
};

export const SITE_FILTERS: readonly SiteFilter[] = [
  "all",
  "attention",
  ...Object.keys(STATUS_WORDS).map(keyOf(STATUS_WORDS, "upToDate")),
];
export const SITE_SORTS: readonly SiteSort[] = ["status", "name", "next", "changed", "crawled", "pages", "interval"];

const readChange: Reader<SiteAnswer["history"][number]> = (value) => (typeof value === "number" ? value : "failed");

const readAnswer = object<SiteAnswer>({
  id: text,
  baseUrl: text,
  status: keyOf(STATUS_WORDS, "upToDate"),
  reason: nullable(text),
  progress: nullable(object<NonNullable<SiteAnswer["progress"]>>({ done: amount, max: amount })),
  lastCrawledAt: nullable(text),
  lastChangedAt: nullable(text),
  nextCrawlAt: nullable(text),
  pages: amount,
  previousPages: amount,
  recrawlIntervalMinutes: amount,
  maxPages: amount,
  descLength: amount,
  scope: oneOf("domain", "path"),
  include: list(text),
  exclude: list(text),
  language: nullable(text),
  useProxy: flag,
  fileUrl: nullable(ownAddress),
  paused: flag,
  topics: nullable(flag),
  publish: flag,
  webhookSecretSetAt: nullable(text),
  history: list(readChange),
  tags: list(text),
  alerts: nullable(readRule),
  kept: nullable(object<NonNullable<SiteAnswer["kept"]>>({ pages: amount, times: amount })),
});

/** A site that is paused, and not crawled just now, is first of all that. */
export const readSite: Reader<SiteAnswer> = (value) => {
  const site = readAnswer(value);
  return site.paused && site.status !== "crawling" ? { ...site, status: "paused" } : site;
};

export const readSites = object<SitesAnswer>({
  items: list(readSite),
  next: nullable(text),
  total: amount,
  counts: object<SitesAnswer["counts"]>({
    all: amount,
    attention: amount,
    changed: amount,
    paused: amount,
    tags: list(object<SitesAnswer["counts"]["tags"][number]>({ tag: text, sites: amount })),
  }),
  counted: object<SitesAnswer["counted"]>({ at: text, isExact: flag }),
  nextRunAt: nullable(text),
});

export const readSiteChanges = object<SiteChangesAnswer>({ since: text, sites: list(readSite), isAll: flag });

const readBulkChange: Reader<BulkUndo["change"]> = (value) => {
  const { action, recrawlIntervalMinutes, tags } = fields(value);
  if (action === "addTags" || action === "removeTags") return { action, tags: list(text)(tags) };
  if (action === "setInterval") return { action, recrawlIntervalMinutes: amount(recrawlIntervalMinutes) };
  return { action: action === "pause" ? "pause" : "resume" };
};

export const readBulk = object<BulkAnswer>({
  done: amount,
  changed: amount,
  undo: list(object<BulkUndo>({ change: readBulkChange, ids: list(text) })),
  next: nullable(text),
});

export const readImport = object<ImportAnswer>({
  added: amount,
  sites: list(readSite),
  refused: list(
    object<ImportAnswer["refused"][number]>({
      line: amount,
      code: oneOf("invalid", "address", "twice", "enrolled"),
      detail: text,
    }),
  ),
});

export const readRuns = object<SiteRunsAnswer>({
  items: list(
    object<SiteRun>({
      id: text,
      at: text,
      outcome: text,
      reason: nullable(text),
      pages: nullable(amount),
      added: amount,
      removed: amount,
      changed: amount,
      failed: amount,
      ms: nullable(amount),
    }),
  ),
});

export const readRunLog = object<RunLogAnswer>({
  dropped: amount,
  lines: list(object<RunLine>({ atMs: amount, level: oneOf("info", "warning", "failure"), text })),
});

const readVersion = object<SiteVersion>({
  id: text,
  at: text,
  pages: amount,
  characters: amount,
  added: amount,
  removed: amount,
  changed: amount,
  unchanged: nullable(amount),
  url: text,
  digest: text,
});

export const readVersions = object<SiteVersions>({ items: list(readVersion), next: nullable(text), crawls: amount });

const readPage = object<ListedPage>({ url: text, section: text, title: text, excerpt: text });

export const readDiff = object<SiteDiff>({
  added: list(readPage),
  removed: list(readPage),
  changed: list(object<ChangedPage>({ url: text, section: text, title: pair(text), excerpt: pair(text) })),
  unified: text,
});
