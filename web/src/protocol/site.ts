import { amount, type Fields, fields, flag, list, maybeText, text } from "./unknown.ts";

const STATUSES = ["upToDate", "crawling", "failing", "shrunk", "changed", "due", "paused"] as const;
export type SiteStatus = (typeof STATUSES)[number];

/** An enrolled site as `GET /api/sites` gives it. Times are ISO 8601 in UTC. */
export interface Site {
  readonly id: string;
  readonly baseUrl: string;
  readonly status: SiteStatus;
  readonly reason?: string;
  readonly progress?: { readonly done: number; readonly max: number };
  readonly lastCrawledAt?: string;
  readonly lastChangedAt?: string;
  readonly nextCrawlAt?: string;
  readonly pages: number;
  readonly recrawlIntervalMinutes: number;
  readonly maxPages: number;
  readonly descLength: number;
  readonly fileUrl?: string;
  readonly paused: boolean;
  readonly webhookSecretSetAt?: string;
  /** Pages changed in the last crawls, oldest first; undefined: that crawl failed. */
  readonly history: readonly (number | undefined)[];
}

export interface SiteCounts {
  readonly all: number;
  readonly attention: number;
  readonly changed: number;
  readonly paused: number;
}

export interface SitePage {
  readonly items: readonly Site[];
  readonly next?: string;
  readonly total: number;
  readonly counts: SiteCounts;
  readonly nextRunAt?: string;
}

export interface Version {
  readonly id: string;
  readonly at: string;
  readonly pages: number;
  readonly characters: number;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** Crawls after it that found nothing new. */
  readonly unchanged: number;
  readonly url?: string;
}

export interface ChangedPage {
  readonly url: string;
  readonly section: string;
  /** Before and after; only the last is used for pages added, only the first for pages removed. */
  readonly title: readonly [string, string];
  readonly excerpt: readonly [string, string];
}

export interface SiteDiff {
  readonly added: readonly ChangedPage[];
  readonly removed: readonly ChangedPage[];
  readonly changed: readonly ChangedPage[];
  readonly unified: string;
}

/** The server's word, but a site that is paused and not crawled just now is first of all that. */
const statusOf = (site: Fields): SiteStatus => {
  const status = readStatus(site.status);
  return flag(site.paused) && status !== "crawling" ? "paused" : status;
};

/** `Up to date`, `up-to-date`, `up_to_date` and `upToDate` are one status. */
function readStatus(value: unknown): SiteStatus {
  const plain = text(value)
    .replaceAll(/[^a-z]/gi, "")
    .toLowerCase();
  return STATUSES.find((status) => status.toLowerCase() === plain) ?? "upToDate";
}

function given<K extends string>(key: K, value: unknown): { readonly [P in K]?: string } {
  const known = maybeText(value);
  const made: { [P in K]?: string } = {};
  if (known) made[key] = known;
  return made;
}

export function readSite(value: unknown): Site {
  const site = fields(value);
  const progress = fields(site.progress);
  return {
    id: text(site.id),
    baseUrl: text(site.baseUrl),
    status: statusOf(site),
    ...given("reason", site.reason),
    ...(site.progress ? { progress: { done: amount(progress.done), max: amount(progress.max) } } : {}),
    ...given("lastCrawledAt", site.lastCrawledAt),
    ...given("lastChangedAt", site.lastChangedAt),
    ...given("nextCrawlAt", site.nextCrawlAt),
    pages: amount(site.pages),
    recrawlIntervalMinutes: amount(site.recrawlIntervalMinutes, 10_080),
    maxPages: amount(site.maxPages, 50),
    descLength: amount(site.descLength, 500),
    ...given("fileUrl", site.fileUrl),
    paused: flag(site.paused),
    ...given("webhookSecretSetAt", site.webhookSecretSetAt),
    history: list(site.history, (changed) => (typeof changed === "number" ? changed : undefined)),
  };
}

export function readSitePage(value: unknown): SitePage {
  const page = fields(value);
  const counts = fields(page.counts);
  const items = list(page.items, readSite);
  return {
    items,
    ...given("next", page.next),
    total: amount(page.total, items.length),
    counts: {
      all: amount(counts.all),
      attention: amount(counts.attention),
      changed: amount(counts.changed),
      paused: amount(counts.paused),
    },
    ...given("nextRunAt", page.nextRunAt),
  };
}

function readVersion(value: unknown): Version {
  const version = fields(value);
  return {
    id: text(version.id, String(amount(version.id))),
    at: text(version.at),
    pages: amount(version.pages),
    characters: amount(version.characters),
    added: amount(version.added),
    removed: amount(version.removed),
    changed: amount(version.changed),
    unchanged: amount(version.unchanged),
    ...given("url", version.url),
  };
}

export interface Versions {
  readonly items: readonly Version[];
  /** Crawls the site has had in all. */
  readonly crawls: number;
  readonly next?: string;
}

export function readVersions(value: unknown): Versions {
  const page = fields(value);
  return { items: list(page.items, readVersion), crawls: amount(page.crawls), ...given("next", page.next) };
}

/** A pair of texts, or one text for a page that has only one side. */
function readPair(value: unknown): readonly [string, string] {
  if (!Array.isArray(value)) return [text(value), text(value)];
  return [text(value[0]), text(value[1])];
}

function readChangedPage(value: unknown): ChangedPage {
  const page = fields(value);
  return {
    url: text(page.url),
    section: text(page.section),
    title: readPair(page.title),
    excerpt: readPair(page.excerpt),
  };
}

export function readDiff(value: unknown): SiteDiff {
  const diff = fields(value);
  return {
    added: list(diff.added, readChangedPage),
    removed: list(diff.removed, readChangedPage),
    changed: list(diff.changed, readChangedPage),
    unified: text(diff.unified),
  };
}

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
