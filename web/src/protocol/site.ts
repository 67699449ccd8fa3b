import type {
  BulkUndo,
  ImportAnswer,
  RunLine,
  RunLogAnswer,
  SiteAnswer,
  SiteChangesAnswer,
  SiteDiff,
  SiteFilter,
  SiteRunAnswer,
  SiteSort,
  SiteStatus,
  SitesAnswer,
  SiteVersion,
  SiteVersions,
} from "../../../src/shells/protocol/site.ts";
import { answer } from "./answers.ts";
import { ownAddress } from "./own-address.ts";
import { keyOf } from "./reader.ts";

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

const readOne = answer("site");
const readList = answer("sites");
const readChanged = answer("siteChanges");
const readImported = answer("import");

/** A site that is paused, and not crawled just now, is first of all that; its file's address is one that works from here. */
function asShown(site: SiteAnswer): SiteAnswer {
  const status = site.paused && site.status !== "crawling" ? "paused" : site.status;
  return { ...site, status, fileUrl: site.fileUrl && ownAddress(site.fileUrl) };
}

export const readSite = (value: unknown): SiteAnswer => asShown(readOne(value));

export function readSites(value: unknown): SitesAnswer {
  const sites = readList(value);
  return { ...sites, items: sites.items.map(asShown) };
}

export function readSiteChanges(value: unknown): SiteChangesAnswer {
  const changes = readChanged(value);
  return { ...changes, sites: changes.sites.map(asShown) };
}

export function readImport(value: unknown): ImportAnswer {
  const imported = readImported(value);
  return { ...imported, sites: imported.sites.map(asShown) };
}

export const readBulk = answer("bulk");
export const readRuns = answer("siteRuns");
export const readRunLog = answer("runLog");
export const readVersions = answer("versions");
export const readDiff = answer("diff");
