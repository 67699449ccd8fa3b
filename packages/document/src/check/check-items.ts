import { versionFolderOf } from "@llmstxt-service/page/address/version-folder";
import { codePoints } from "../budget.ts";
import { textKey } from "../entry.ts";
import { DESC_LENGTH, MAX_TITLE } from "../limits.ts";
import { hasHtml } from "../text.ts";
import { withoutTopics } from "../topics/topics.ts";
import { commonAffixes, isBoilerplate, withoutAffixes } from "../wording/wording.ts";
import type { ParsedItem } from "./parse-item.ts";
import type { ReportFault } from "./report.ts";
import type { Rule } from "./rules.ts";

export interface ItemOptions {
  /** Most code points of an excerpt. */
  readonly descLength: number;
  /** Links of other hosts are found where it is known. */
  readonly site: string | undefined;
}

/** Titles, excerpts and addresses, each by itself and beside the others. */
export function checkItems(items: readonly ParsedItem[], { descLength, site }: ItemOptions, report: ReportFault): void {
  const host = site === undefined ? undefined : hostOf(site);
  for (const item of items) {
    checkTitle(item, report);
    checkAddress(item, host, report);
    if (item.excerpt !== undefined) checkExcerpt(item.excerpt, item, { descLength, report });
  }
  checkRepeats(items, report);
  checkAffixes(items, report);
  checkVersions(items, report);
}

function checkTitle({ title, line }: ParsedItem, report: ReportFault): void {
  if (title === "") report("title-missing", line);
  if (codePoints(title) > MAX_TITLE) report("title-length", line);
  if (hasHtml(title)) report("html", line);
}

interface ExcerptOptions {
  readonly descLength: number;
  readonly report: ReportFault;
}

function checkExcerpt(excerpt: string, { title, line }: ParsedItem, { descLength, report }: ExcerptOptions): void {
  const isLong = codePoints(withoutTopics(excerpt)) > descLength || codePoints(excerpt) > DESC_LENGTH.max;
  if (isLong) report("excerpt-length", line);
  if (textKey(excerpt) === textKey(title)) report("excerpt-title", line);
  if (isBoilerplate(excerpt)) report("excerpt-boilerplate", line);
  checkProse(excerpt, line, report);
}

/** Parts that no stranger's text may have: links and tags. */
export function checkProse(text: string, line: number, report: ReportFault): void {
  if (text.includes("](")) report("live-link", line);
  if (hasHtml(text)) report("html", line);
}

/** Any base shows whether a relative address is one. */
const ANY_BASE = "https://any.invalid/";

function checkAddress({ url: text, line }: ParsedItem, host: string | undefined, report: ReportFault): void {
  const url = URL.parse(text);
  if (url === null) report(text !== "" && URL.canParse(text, ANY_BASE) ? "url-relative" : "url-form", line);
  else if (!/^https?:$/.test(url.protocol)) report("url-scheme", line);
  else if (url.hash !== "") report("url-fragment", line);
  if (url !== null && host !== undefined && hostOf(text) !== host) report("other-site", line);
}

function hostOf(url: string): string | undefined {
  return URL.parse(url)?.host.replace(/^www\./, "");
}

function checkRepeats(items: readonly ParsedItem[], report: ReportFault): void {
  const repeated = (rule: Rule, key: (item: ParsedItem) => string | undefined) => {
    const seen = new Set<string>();
    for (const item of items) {
      const value = key(item);
      if (value !== undefined && seen.has(value)) report(rule, item.line);
      if (value !== undefined) seen.add(value);
    }
  };
  repeated("url-repeated", ({ url }) => url || undefined);
  repeated("title-repeated", ({ title }) => title.toLowerCase() || undefined);
  repeated("excerpt-repeated", ({ excerpt }) => excerpt?.toLowerCase());
}

function checkAffixes(items: readonly ParsedItem[], report: ReportFault): void {
  const titles = items.map(({ title }) => title.slice(0, MAX_TITLE));
  const affixes = commonAffixes(titles);
  for (const [index, { line }] of items.entries()) {
    const title = titles[index] ?? "";
    if (withoutAffixes(title, affixes) !== title) report("title-affix", line);
  }
}

/** A page in one version is enough, with or without a version in its address. */
function checkVersions(items: readonly ParsedItem[], report: ReportFault): void {
  const listed = new Map<string, string>();
  for (const { url } of items) if (isWebAddress(url)) listed.set(pageKey(url), url);
  const seen = new Set<string>();
  for (const { url, line } of items) {
    const folder = isWebAddress(url) ? versionFolderOf(url) : undefined;
    if (folder === undefined) continue;
    const key = pageKey(folder.withVersion(undefined));
    const isFirst = !seen.has(`${key} ${folder.version}`);
    if (isFirst && (listed.has(key) || seen.has(key))) report("page-versions", line);
    seen.add(key);
    seen.add(`${key} ${folder.version}`);
  }
}

const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url);

/** One key for the spellings of one address. Bound: an address of one line. */
const pageKey = (url: string): string => url.toLowerCase().replace(/(?:\/index)?(?:\.html?|\.md)?\/?$/, "");
