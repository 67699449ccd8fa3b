import { languageFolderOf } from "@llmstxt-service/page/address/language-folder";
import { addressProblem } from "@llmstxt-service/page/address/not-a-page";
import { compareVersions, versionFolderOf } from "@llmstxt-service/page/address/version-folder";
import { claimedKind } from "@llmstxt-service/page/site/lone-kind";
import { codePoints } from "../budget.ts";
import { textKey } from "../entry.ts";
import { MAX_TITLE } from "../limits.ts";
import { hasHtml } from "../text.ts";
import { commonAffixes, isBoilerplate, withoutAffixes } from "../wording/wording.ts";
import type { ParsedItem } from "./parse-item.ts";
import type { ReportFault } from "./report.ts";

export interface ItemOptions {
  /** Most code points of an excerpt. */
  readonly descLength: number;
  /** Address of the site, if a person gave it. */
  readonly site: string | undefined;
  /** Address of the site as the file states it. */
  readonly stated: string | undefined;
}

/** Titles, excerpts and addresses, each by itself and beside the others. */
export function checkItems(
  items: readonly ParsedItem[],
  { descLength, site, stated }: ItemOptions,
  report: ReportFault,
): void {
  const isForeign = site === undefined ? foreignTo(domainIn(items, stated), domainOf) : foreignTo(hostOf(site), hostOf);
  for (const item of items) {
    checkTitle(item, report);
    checkAddress(item, report);
    if (isForeign(item.url)) report("other-site", item.line);
    if (item.excerpt !== undefined) checkExcerpt(item.excerpt, item, { descLength, report });
  }
  const pages = items.filter(({ url }) => isWebAddress(url));
  for (const { url, line } of pages) if (isFacet(url)) report("page-facet", line);
  const again = new Set<ParsedItem>();
  const repeats = [
    ["url-repeated", repeated(items, ({ url }) => url || undefined)],
    ["page-versions", olderVersions(pages)],
    ["page-translated", translations(pages)],
  ] as const;
  for (const [rule, own] of repeats)
    for (const item of own) {
      report(rule, item.line);
      again.add(item);
    }
  // A page that is listed twice repeats its title and excerpt as well; only the first fault is reported.
  const once = items.filter((item) => !again.has(item));
  for (const { line } of repeated(once, ({ title }) => title.toLowerCase() || undefined))
    report("title-repeated", line);
  for (const { line } of repeated(once, ({ excerpt }) => excerpt?.toLowerCase())) report("excerpt-repeated", line);
  checkAffixes(once, report);
  checkMenus(once, report);
  checkCuts(once, report);
}

/** Least excerpts of one length, and least share of all, for the length to be where they were cut. */
const CUT = { lines: 5, share: 0.2 } as const;
/** The end of a sentence, or of a text that says that it stops. */
const ENDED = /[.!?…。！？؟।:：)\]"'”’»」』]$/u;

/** Excerpts that a program cut at a number of characters: they all have it, and hardly one ends a sentence. */
function checkCuts(items: readonly ParsedItem[], report: ReportFault): void {
  const told = items.filter(({ excerpt = "" }) => excerpt !== "");
  const open = told.filter(({ excerpt = "" }) => !ENDED.test(excerpt));
  for (const own of Map.groupBy(open, ({ excerpt = "" }) => codePoints(excerpt)).values())
    if (own.length >= Math.max(CUT.lines, told.length * CUT.share))
      for (const { line } of own) report("excerpt-cut", line);
}

function checkTitle({ title, url, line }: ParsedItem, report: ReportFault): void {
  if (title === "" || title === url) report("title-missing", line);
  if (codePoints(title) > MAX_TITLE) report("title-length", line);
  if (hasHtml(title)) report("html", line);
}

interface ExcerptOptions {
  readonly descLength: number;
  readonly report: ReportFault;
}

function checkExcerpt(excerpt: string, { title, line }: ParsedItem, { descLength, report }: ExcerptOptions): void {
  const isLong = codePoints(excerpt) > descLength;
  if (isLong) report("excerpt-length", line);
  if (textKey(excerpt) === textKey(title)) report("excerpt-title", line);
  if (isBoilerplate(excerpt)) report("excerpt-boilerplate", line);
  checkProse(excerpt, line, report);
}

/** Reports links and tags in the text of a title, an excerpt or a paragraph. */
export function checkProse(text: string, line: number, report: ReportFault): void {
  if (text.includes("](")) report("live-link", line);
  if (hasHtml(text)) report("html", line);
}

/** Base for telling relative addresses from invalid ones. */
const ANY_BASE = "https://any.invalid/";

function checkAddress({ url: text, line }: ParsedItem, report: ReportFault): void {
  const url = URL.parse(text);
  if (url === null) report(text !== "" && URL.canParse(text, ANY_BASE) ? "url-relative" : "url-form", line);
  else if (!/^https?:$/.test(url.protocol)) report("url-scheme", line);
  else if (url.hash !== "") report("url-fragment", line);
}

/** Least links, and least share of them, of a site that a file does not name. */
const SITE = { links: 5, share: 0.6 } as const;

/** Tells links of other sites by a part of their address; of none where the site is not known. */
function foreignTo(own: string | undefined, keyOf: (url: string) => string | undefined): (url: string) => boolean {
  return (url) => {
    const key = own === undefined ? undefined : keyOf(url);
    return key !== undefined && key !== own;
  };
}

/** The site's domain: the stated one, else the one that most links lead to. */
function domainIn(items: readonly ParsedItem[], stated: string | undefined): string | undefined {
  const links = [...Map.groupBy(items, ({ url }) => domainOf(url))].map(([domain, own]) => ({
    domain,
    own: own.length,
  }));
  const known = stated === undefined ? undefined : domainOf(stated);
  if (links.some(({ domain }) => domain !== undefined && domain === known)) return known;
  return links.find(({ own }) => own >= Math.max(SITE.links, items.length * SITE.share))?.domain;
}

/** The end of a host, which hosts of one site share. */
const domainOf = (url: string): string | undefined => hostOf(url)?.split(".").slice(-2).join(".");

function hostOf(url: string): string | undefined {
  return URL.parse(url)?.host.replace(/^www\./, "");
}

/** True for a list that only arranges other pages; an index file counts as its folder. Bound: an address. */
function isFacet(url: string): boolean {
  const address = url.replace(/\/index\.(?:html?|php|md)$/i, "/");
  const claimed = claimedKind(address);
  return (claimed !== undefined && claimed !== "list") || addressProblem(address) !== undefined;
}

/** The second and further items with one key. */
function repeated(items: readonly ParsedItem[], key: (item: ParsedItem) => string | undefined): ParsedItem[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const value = key(item);
    if (value === undefined) return false;
    const isSeen = seen.has(value);
    seen.add(value);
    return isSeen;
  });
}

/** Least titles of a list that must begin or end alike to be reported; fewer are chance. */
const LEAST_ALIKE = 5;

function checkAffixes(items: readonly ParsedItem[], report: ReportFault): void {
  const titles = items.map(({ title }) => title.slice(0, MAX_TITLE));
  const affixes = commonAffixes(titles);
  const isAlike = sharedWord(titles);
  for (const [index, { line }] of items.entries()) {
    const title = titles[index] ?? "";
    if (withoutAffixes(title, affixes) !== title || isAlike(title)) report("title-affix", line);
  }
}

/** Shares of the titles that begin or end in one word, or in two, from which on these tell none apart. */
const ALIKE = { one: 0.8, two: 0.25 } as const;

/** Titles that begin or end as others do, with a separator or without. */
function sharedWord(titles: readonly string[]): (title: string) => boolean {
  const ends = titles.map(endsOf);
  const counts = new Map<string, number>();
  for (const own of ends) for (const end of own) counts.set(end, (counts.get(end) ?? 0) + 1);
  const least = (end: string) => Math.max(LEAST_ALIKE, titles.length * (end.includes(" ") ? ALIKE.two : ALIKE.one));
  return (title) => endsOf(title).some((end) => (counts.get(end) ?? 0) >= least(end));
}

/** The first and the last word and the first and the last two, as `<…` and `>…`; none of a title that has no more. */
function endsOf(title: string): readonly string[] {
  const words = textKey(title).split(" ");
  const one = words.length > 1 ? [`<${words[0]}`, `>${words.at(-1)}`] : [];
  const two = words.length > 2 ? [`<${words.slice(0, 2).join(" ")}`, `>${words.slice(-2).join(" ")}`] : [];
  return [...one, ...two];
}

/** Signs between the labels of a menu; a slash within an address is none. Bound: one class. */
const BETWEEN_LABELS = /[,;|·•›»、，；]+|\s\/\s/u;
/** Labels that a menu has at least, and on how many lines it stands. */
const MENU = { labels: 3, lines: 3, share: 0.6 } as const;

/** Excerpts whose labels stand in other excerpts, too: a menu, or the boxes beside the text. */
function checkMenus(items: readonly ParsedItem[], report: ReportFault): void {
  const labels = items.map(({ excerpt = "" }) => [
    ...new Set(excerpt.split(BETWEEN_LABELS).map(textKey).filter(Boolean)),
  ]);
  const spread = new Map<string, number>();
  for (const own of labels) for (const label of own) spread.set(label, (spread.get(label) ?? 0) + 1);
  for (const [index, own] of labels.entries()) {
    const shared = own.filter((label) => (spread.get(label) ?? 0) >= MENU.lines).length;
    const { line } = items[index] ?? { line: 1 };
    if (own.length >= MENU.labels && shared >= own.length * MENU.share) report("excerpt-menu", line);
  }
}

/** A page in one version is enough, with or without a version in its address, and of a family the newest one. */
function olderVersions(pages: readonly ParsedItem[]): ParsedItem[] {
  const listed = new Set(pages.map(({ url }) => pageKey(url)));
  const found = pages.flatMap((item) => {
    const folder = versionFolderOf(item.url);
    return folder === undefined ? [] : [{ folder, item }];
  });
  const newest = new Map<string, string>();
  for (const { folder } of found) {
    const best = newest.get(folder.family);
    if (best === undefined || compareVersions(folder.version, best) < 0) newest.set(folder.family, folder.version);
  }
  return found.flatMap(({ folder, item }) => {
    const isOlder = folder.version !== newest.get(folder.family);
    return isOlder || listed.has(pageKey(folder.withVersion(undefined))) ? [item] : [];
  });
}

/** The second and further languages of a page, told by its path alone. */
function translations(pages: readonly ParsedItem[]): ParsedItem[] {
  const seen = new Set(pages.flatMap(({ url }) => (languageFolderOf(url) === undefined ? pageKey(url) : [])));
  return pages.filter(({ url }) => {
    const folder = languageFolderOf(url);
    if (folder === undefined) return false;
    const key = pageKey(new URL(url).origin + folder.withFolders([]));
    const isSeen = seen.has(key);
    seen.add(key);
    return isSeen;
  });
}

const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url);

/** One key for the spellings of one address. Bound: an address of one line. */
const pageKey = (url: string): string => url.toLowerCase().replace(/(?:\/index)?(?:\.html?|\.md)?\/?$/, "");
