import { isFile } from "@llmstxt-service/page/address/files";
import { pathFilter } from "@llmstxt-service/page/address/globs";
import { ALL, isAsked } from "@llmstxt-service/page/address/member";
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import { Site } from "@llmstxt-service/page/address/site";
import type { FetchRequest } from "../fetch/fetch.ts";
import type { Ahead } from "./ahead.ts";
import type { CrawlEvent } from "./event.ts";
import { MAX_WAITING } from "./frontier/frontier.ts";
import { findHome, type Home } from "./home.ts";
import { guessedLists, MarkdownVersions } from "./markdown-versions/markdown-versions.ts";
import type { CrawlOptions } from "./options.ts";
import { OtherHosts } from "./other-hosts.ts";
import type { Reader } from "./reading/reading.ts";
import { type Robots, RobotsByHost } from "./robots/robots.ts";
import type { SitemapEntry } from "./sitemap/sitemap.ts";
import { findSitemaps, firstSitemaps, type SitemapSearch } from "./sitemap-search.ts";
import type { SlottedFetch } from "./slots.ts";
import { pageOf, storedPage } from "./visit.ts";
import { Walk } from "./walk.ts";

/** Sitemap files asked for: enough for large sites, and few enough to keep requests near the pages listed. */
const sitemapFiles = (maxPages: number) => Math.min(100, 15 + Math.floor(maxPages / 10));

/** Most bytes of all sitemaps: one of the largest and an ordinary one, and 15 MiB more for each hundred pages. */
const sitemapBytes = (maxPages: number) => Math.min(200, 56 + 15 * Math.floor(maxPages / 100)) * 1024 * 1024;

/** Options of a crawl, with the fetch, the reader and the report function that all of its stages use. */
export type StageContext = Omit<CrawlOptions, "fetch" | "reader"> & {
  readonly fetch: SlottedFetch;
  /** Requests that go out beside the homepage. */
  readonly ahead: Ahead;
  readonly reader: Reader;
  readonly report: (event: CrawlEvent) => void;
};

/** The homepage, and what it and the sitemaps name. */
export async function namedBy(typed: PageUrl, crawl: StageContext, signal: AbortSignal): Promise<readonly PageUrl[]> {
  const home = await goHome(typed, crawl, signal);
  const site = await siteOf(typed, home.url, crawl);
  const listed = await readSitemaps({ home, site, crawl }, signal);
  const links = [...pageOf(home.visit).links, ...(home.rendered?.links ?? [])];
  const own = [...links, ...listed].flatMap(({ url }) => site.own(url) ?? []);
  const named = new Set([site.home, ...own.filter((url) => !isFile(url) && home.robots.allows(url))]);
  return [...named].slice(0, MAX_WAITING);
}

/** The site of a homepage, with its sub-domains where they were asked for. */
export async function siteOf(typed: PageUrl, home: PageUrl, { subdomains, report }: StageContext): Promise<Site> {
  if (subdomains !== true) {
    report({ type: "site", home });
    return new Site(typed, home);
  }
  const { subDomainsOf } = await import("./sub-domains.ts");
  const below = await subDomainsOf(home);
  report({ type: "site", home, ...(below && { domain: below.domain }) });
  if (below === undefined) report({ type: "noSubdomains", host: new URL(home).host });
  return new Site(typed, home, below);
}

export function goHome(typed: PageUrl, crawl: StageContext, signal: AbortSignal): Promise<Home> {
  const { fetch, reader, productToken, respectRobots = true, report, ahead } = crawl;
  const stored = (url: PageUrl) => storedPage(url, crawl);
  const language = crawl.language ?? crawl.languages?.find((tag) => tag !== ALL);
  const robots = new RobotsByHost({ fetch: { ...fetch, plain: ahead.fetch }, productToken, respectRobots, report });
  const onAsked = (url: PageUrl, rules: Robots) => ahead.send(besideHome(new Site(typed, url), rules, crawl));
  return findHome(typed, { fetch, reader, robots, stored, language, onAsked }, signal);
}

/** Requests that are needed whatever the homepage says, sent beside it; none under a Crawl-delay. */
function besideHome(site: Site, robots: Robots, crawl: StageContext): FetchRequest[] {
  const { maxPages, findMarkdown, remembered, sitemaps, only } = crawl;
  if ((robots.crawlDelayMs ?? 0) > 0) return [];
  const isFirstCrawl = remembered === undefined || remembered.size === 0;
  return [
    ...(maxPages === 1 || only !== undefined ? [] : firstSitemaps({ site, robots, given: sitemaps })),
    ...(findMarkdown !== false && isFirstCrawl ? guessedLists(site, robots) : []),
  ];
}

/** A walk once its homepage is known. */
export interface BegunWalk {
  readonly home: Home;
  readonly site: Site;
  readonly crawl: StageContext;
}

export async function readSitemaps({ home, site, crawl }: BegunWalk, signal: AbortSignal): Promise<SitemapEntry[]> {
  if (crawl.maxPages === 1 || crawl.only !== undefined) return [];
  const listed = isAsked(crawl.versions) ? versionsOf({ home, site, crawl }, signal) : [];
  const named = findSitemaps({ ...searchOf({ home, site, crawl }), robots: home.robots }, signal);
  return (await Promise.all([named, listed])).flat();
}

function searchOf({ home, site, crawl }: BegunWalk): Omit<SitemapSearch, "robots"> {
  const { include = [], exclude = [], sitemaps: given, maxPages, ahead, reader, report } = crawl;
  return {
    site,
    linked: pageOf(home.visit).sitemaps,
    given,
    maxFiles: sitemapFiles(maxPages),
    maxBytes: sitemapBytes(maxPages),
    maxEntries: MAX_WAITING,
    isWanted: include.length + exclude.length === 0 ? undefined : pathFilter(include, exclude),
    fetch: ahead.fetch,
    reader,
    onSitemap: (url, { urls, elsewhere }) =>
      report({ type: "sitemap", url, urls, ...(elsewhere > 0 && { elsewhere }) }),
    onFailed: (url, error) => report({ type: "sitemapFailed", url, error }),
    onCut: (limit, unread) => report({ type: "sitemapsCut", limit, ...(unread.length > 0 && { unread }) }),
  };
}

async function versionsOf({ home, site, crawl }: BegunWalk, signal: AbortSignal): Promise<SitemapEntry[]> {
  const { listedVersions } = await import("./version-list.ts");
  return listedVersions({ home: site.home, site, robots: home.robots, fetch: crawl.ahead.fetch }, signal);
}

export function startMarkdown({ home, site, crawl }: BegunWalk, signal: AbortSignal): MarkdownVersions | undefined {
  if (crawl.findMarkdown === false) return undefined;
  const { ahead, remembered = new Map(), report } = crawl;
  const options = { site, robots: home.robots, fetch: ahead.fetch, home: pageOf(home.visit), remembered, report };
  return new MarkdownVersions(options, signal);
}

export function startWalk(begun: BegunWalk, versions: MarkdownVersions | undefined, signal: AbortSignal): Walk {
  const onFirst = (urls: readonly PageUrl[]) => versions?.begin(urls);
  const onChosen = (urls: readonly PageUrl[]) => versions?.expect(urls.slice(1));
  const report = tellingMarkdown(versions, begun.crawl.report);
  const { only, sitemaps } = begun.crawl;
  const search = only === undefined && sitemaps === undefined ? searchOf(begun) : undefined;
  const hosts = new OtherHosts(begun.home.robots, search, signal);
  return new Walk({ ...begun, report, onFirst, onChosen, signal, hosts });
}

/** The homepage, always the first, is not an item of the document, so its Markdown version is not needed. */
function tellingMarkdown(
  versions: MarkdownVersions | undefined,
  report: StageContext["report"],
): StageContext["report"] {
  return (event) => {
    if (event.type === "page" && event.done > 1) versions?.add(event.page);
    report(event);
  };
}
