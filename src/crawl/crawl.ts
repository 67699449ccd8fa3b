import { pathFilter } from "../address/globs.ts";
import { type PageUrl, pageUrl } from "../address/page-url.ts";
import { isFile } from "../address/path.ts";
import { Site } from "../address/site.ts";
import { CrawlError } from "../errors.ts";
import type { FetchRequest } from "../fetch/fetch.ts";
import { Ahead } from "./ahead.ts";
import type { CrawledPage } from "./crawled-page.ts";
import type { CrawlEnd, CrawlEvent } from "./event.ts";
import { EventQueue } from "./event-queue.ts";
import { MAX_WAITING } from "./frontier/frontier.ts";
import { findHome, type Home } from "./home.ts";
import { guessedLists, MarkdownVersions } from "./markdown-versions/markdown-versions.ts";
import { CRAWL_DEFAULTS, type CrawlOptions } from "./options.ts";
import { type Reader, readerHere } from "./reading/reading.ts";
import { type Robots, RobotsByHost } from "./robots/robots.ts";
import type { SitemapEntry } from "./sitemap/sitemap.ts";
import { findSitemaps, firstSitemaps } from "./sitemap-search.ts";
import { type SlottedFetch, withSlots } from "./slots.ts";
import { pageOf } from "./visit.ts";
import { Walk } from "./walk.ts";

export type { LeftOutReason } from "../address/left-out.ts";
export type { CrawledPage } from "./crawled-page.ts";
export type { CrawlEnd, CrawlEvent } from "./event.ts";
export type { CrawlOptions } from "./options.ts";

/** Sitemap files asked for: enough for large sites, and few enough to keep requests near the pages listed. */
const sitemapFiles = (maxPages: number) => Math.min(100, 15 + Math.floor(maxPages / 10));

/** Requests a site owner would call fair: a fifth more than pages listed, and some for what stands beside pages. */
const REQUESTS_A_PAGE = 1.2;
const REQUESTS_BESIDE = 25;

/** Even a site that cost many requests for few pages is asked for so many Markdown versions. */
const MIN_PROBES = 4;

/**
 * Crawls one site and says what happens; the last event is `end`. Stop it with `break` or `signal`: nothing that it
 * began is still running when it has returned. The same site gives the same pages in the same order, whatever the
 * network's timing; docs/explanation/order.md says which.
 * @throws CrawlError when there is no page: the homepage could not be had, with what follows `Failed to fetch page: `
 * as its message; `crawl_timeout`; `aborted`, or the signal's own reason where that is a CrawlError
 */
export async function* crawl(
  baseUrl: string,
  options: CrawlOptions,
  signal: AbortSignal,
): AsyncGenerator<CrawlEvent, void> {
  const stop = new AbortController();
  const events = new EventQueue<CrawlEvent>();
  const fetch = withSlots(options.fetch, options.concurrency ?? CRAWL_DEFAULTS.concurrency);
  const report = (event: CrawlEvent) => events.push(event);
  const ahead = new Ahead(fetch.plain, AbortSignal.any([signal, stop.signal]));
  const reader = options.reader ?? readerHere({ withMarkdown: options.withMarkdown ?? false });
  const running = run(baseUrl, { ...options, fetch, ahead, reader, report }, [signal, stop.signal]).then(
    () => events.end(),
    (thrown: unknown) => events.end(thrown),
  );
  try {
    yield* events;
  } finally {
    stop.abort();
    await running;
    await ahead.settled();
  }
}

type RunOptions = Omit<CrawlOptions, "fetch" | "reader"> & {
  readonly fetch: SlottedFetch;
  /** What is sent for beside the homepage. */
  readonly ahead: Ahead;
  readonly reader: Reader;
  readonly report: (event: CrawlEvent) => void;
};

async function run(baseUrl: string, crawl: RunOptions, signals: readonly AbortSignal[]): Promise<void> {
  const { finishing = new AbortController().signal } = crawl;
  const timeout = AbortSignal.timeout(crawl.timeoutMs ?? CRAWL_DEFAULTS.timeoutMs);
  const deadline = AbortSignal.any([timeout, finishing]);
  const failed = new AbortController();
  const signal = AbortSignal.any([...signals, deadline, failed.signal]);
  let walk: Walk | undefined;
  let versions: MarkdownVersions | undefined;
  let sitemaps: Promise<readonly SitemapEntry[]> | undefined;
  try {
    const home = await goHome(pageUrl(baseUrl), crawl, signal);
    const site = new Site(pageUrl(baseUrl), home.url);
    crawl.report({ type: "site", home: site.home });
    const begun = { home, site, crawl };
    sitemaps = readSitemaps(begun, signal);
    versions = startMarkdown(begun, signal);
    const markdown = versions;
    const onFirst = (urls: readonly PageUrl[]) => markdown?.begin(urls);
    const onChosen = (urls: readonly PageUrl[]) => markdown?.expect(urls.slice(1));
    walk = new Walk({ ...begun, report: tellingMarkdown(markdown, crawl.report), onFirst, onChosen, signal });
    await walk.go(sitemaps);
  } catch (thrown) {
    // Whatever threw, nothing that was begun is left to end the process later.
    failed.abort();
    await Promise.allSettled([sitemaps, versions?.finish(0)]);
    if (walk === undefined || !deadline.aborted) throw reasonOf(thrown, signals, timeout);
  }
  const pages = await withMarkdownVersions(walk.pages, versions, crawl);
  if (signals.some(({ aborted }) => aborted)) throw reasonOf(undefined, signals, timeout);
  const why: CrawlEnd = timeout.aborted ? "timeout" : finishing.aborted ? "asked" : walk.isFull ? "limit" : "complete";
  crawl.report({ type: "end", why, pages });
}

/**
 * The addresses of a site that its homepage and its sitemaps name, the homepage first: what a crawl begins with. Reads
 * robots.txt, the homepage and sitemaps, and no more. @throws as `crawl` does
 */
export async function namedPages(
  baseUrl: string,
  options: CrawlOptions,
  signal: AbortSignal,
): Promise<readonly PageUrl[]> {
  const fetch = withSlots(options.fetch, options.concurrency ?? CRAWL_DEFAULTS.concurrency);
  const reader = options.reader ?? readerHere({ withMarkdown: false });
  const stop = new AbortController();
  const ahead = new Ahead(fetch.plain, AbortSignal.any([signal, stop.signal]));
  const crawl: RunOptions = { ...options, fetch, ahead, reader, findMarkdown: false, report: () => {} };
  try {
    return await namedBy(pageUrl(baseUrl), crawl, signal);
  } finally {
    stop.abort();
    await ahead.settled();
  }
}

async function namedBy(typed: PageUrl, crawl: RunOptions, signal: AbortSignal): Promise<readonly PageUrl[]> {
  const home = await goHome(typed, crawl, signal);
  const site = new Site(typed, home.url);
  const listed = await readSitemaps({ home, site, crawl }, signal);
  const links = [...pageOf(home.visit).links, ...(home.rendered?.links ?? [])];
  const own = [...links, ...listed].flatMap(({ url }) => site.own(url) ?? []);
  const named = new Set([site.home, ...own.filter((url) => !isFile(url) && home.robots.allows(url))]);
  return [...named].slice(0, MAX_WAITING);
}

function goHome(typed: PageUrl, crawl: RunOptions, signal: AbortSignal): Promise<Home> {
  const { fetch, reader, productToken, respectRobots = true, remembered = new Map(), report, ahead, language } = crawl;
  const robots = new RobotsByHost({ fetch, productToken, respectRobots, report });
  const onAsked = (url: PageUrl, rules: Robots) => ahead.send(besideHome(new Site(typed, url), rules, crawl));
  return findHome(typed, { fetch, reader, robots, remembered, language, onAsked }, signal);
}

/** What will be wanted whatever the homepage says. Under a Crawl-delay nothing shares a round trip. */
function besideHome(site: Site, robots: Robots, { maxPages, findMarkdown, remembered }: RunOptions): FetchRequest[] {
  if ((robots.crawlDelayMs ?? 0) > 0) return [];
  const isFirstCrawl = remembered === undefined || remembered.size === 0;
  return [
    ...(maxPages === 1 ? [] : firstSitemaps(site, robots)),
    ...(findMarkdown !== false && isFirstCrawl ? guessedLists(site, robots) : []),
  ];
}

/** What is known once the homepage is. */
interface Begun {
  readonly home: Home;
  readonly site: Site;
  readonly crawl: RunOptions;
}

async function readSitemaps({ home, site, crawl }: Begun, signal: AbortSignal): Promise<SitemapEntry[]> {
  const { ahead, reader, maxPages, report } = crawl;
  if (maxPages === 1) return [];
  const { include = [], exclude = [] } = crawl;
  const linked = pageOf(home.visit).sitemaps;
  const maxFiles = sitemapFiles(maxPages);
  const { robots } = home;
  return findSitemaps(
    {
      site,
      robots,
      linked,
      maxFiles,
      maxEntries: MAX_WAITING,
      isWanted: include.length + exclude.length === 0 ? undefined : pathFilter(include, exclude),
      fetch: ahead.fetch,
      reader,
      onSitemap: (url, urls) => report({ type: "sitemap", url, urls }),
      onFailed: (url, error) => report({ type: "sitemapFailed", url, error }),
      onCut: (limit) => report({ type: "sitemapsCut", limit }),
    },
    signal,
  );
}

function startMarkdown({ home, site, crawl }: Begun, signal: AbortSignal): MarkdownVersions | undefined {
  if (crawl.findMarkdown === false) return undefined;
  const { ahead, remembered = new Map(), report } = crawl;
  const options = { site, robots: home.robots, fetch: ahead.fetch, home: pageOf(home.visit), remembered, report };
  return new MarkdownVersions(options, signal);
}

/** The homepage, always the first, is not an item of the document, so its Markdown version is not needed. */
function tellingMarkdown(versions: MarkdownVersions | undefined, report: RunOptions["report"]): RunOptions["report"] {
  return (event) => {
    if (event.type === "page" && event.done > 1) versions?.add(event.page);
    report(event);
  };
}

async function withMarkdownVersions(
  pages: readonly CrawledPage[],
  versions: MarkdownVersions | undefined,
  { fetch, report }: RunOptions,
): Promise<readonly CrawledPage[]> {
  const budget = Math.floor(pages.length * REQUESTS_A_PAGE) + REQUESTS_BESIDE - fetch.asked();
  const found = await versions?.finish(Math.max(budget, MIN_PROBES));
  for (const [{ url }, markdownUrl] of found ?? []) report({ type: "markdown", url, markdownUrl });
  return pages.map((page) => {
    const markdownUrl = found?.get(page);
    return markdownUrl === undefined ? page : { ...page, markdownUrl };
  });
}

/** A stop counts before what it made fail; a crawl's own end by time before that again. */
function reasonOf(thrown: unknown, signals: readonly AbortSignal[], deadline: AbortSignal): unknown {
  const stopped = signals.find(({ aborted }) => aborted);
  if (stopped?.reason instanceof CrawlError) return stopped.reason;
  if (stopped !== undefined)
    return new CrawlError("aborted", { detail: "the crawl was stopped" }, { cause: stopped.reason });
  return deadline.aborted ? new CrawlError("crawl_timeout", {}) : thrown;
}
