import { CrawlError } from "../errors.ts";
import type { CrawledPage } from "./crawled-page.ts";
import type { CrawlEvent } from "./event.ts";
import { EventQueue } from "./event-queue.ts";
import { findHome, type Home } from "./home.ts";
import type { CrawlOptions } from "./options.ts";
import { RobotsByHost } from "./robots-search.ts";
import { Site } from "./site.ts";
import type { SitemapEntry } from "./sitemap.ts";
import { findSitemaps } from "./sitemap-search.ts";
import { type SlottedFetch, withSlots } from "./slots.ts";
import { Twins } from "./twins.ts";
import { type PageUrl, pageUrl } from "./url.ts";
import { pageOf } from "./visit.ts";
import { Walk } from "./walk.ts";

export type { CrawledPage } from "./crawled-page.ts";
export type { CrawlEvent, LeftOutReason } from "./event.ts";
export type { CrawlOptions } from "./options.ts";

const CONCURRENCY = 16;
const TIMEOUT_MS = 600_000;

/** Sitemap files asked for: enough for large sites, and few enough to keep requests near the pages listed. */
const sitemapFiles = (maxPages: number) => Math.min(100, 15 + Math.floor(maxPages / 10));

/** Requests a site owner would call fair: a fifth more than pages listed, and some for what stands beside pages. */
const REQUESTS_A_PAGE = 1.2;
const REQUESTS_BESIDE = 25;

/** Even a site that cost many requests for few pages is asked for so many Markdown versions. */
const FEWEST_PROBES = 4;

/**
 * Crawls one site and says what happens; the last event is `end`. Stop it with `break` or `signal`: nothing that it
 * began is still running when it has returned. The same site gives the same pages in the same order, whatever the
 * network's timing; docs/order.md says which.
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
  const fetch = withSlots(options.fetch, options.concurrency ?? CONCURRENCY);
  const report = (event: CrawlEvent) => events.push(event);
  const running = run(baseUrl, { ...options, fetch, report }, [signal, stop.signal]).then(
    () => events.end(),
    (thrown: unknown) => events.end(thrown),
  );
  try {
    yield* events;
  } finally {
    stop.abort();
    await running;
  }
}

type RunOptions = Omit<CrawlOptions, "fetch"> & {
  readonly fetch: SlottedFetch;
  readonly report: (event: CrawlEvent) => void;
};

async function run(baseUrl: string, crawl: RunOptions, signals: readonly AbortSignal[]): Promise<void> {
  const deadline = AbortSignal.timeout(crawl.timeoutMs ?? TIMEOUT_MS);
  const signal = AbortSignal.any([...signals, deadline]);
  let walk: Walk | undefined;
  let twins: Twins | undefined;
  try {
    const { markdownOf } = crawl.withMarkdown ? await import("./page-markdown.ts") : {};
    const home = await goHome(pageUrl(baseUrl), crawl, signal);
    const site = new Site(pageUrl(baseUrl), home.url);
    crawl.report({ type: "site", home: site.home });
    const sitemaps = readSitemaps(home, site, crawl, signal);
    twins = startTwins(home, site, crawl, signal);
    walk = new Walk({ home, site, crawl, markdownOf, report: tellingTwins(twins, crawl.report) });
    await walk.go(sitemaps, signal);
  } catch (thrown) {
    await twins?.finish(0);
    if (walk === undefined || !deadline.aborted) throw reasonOf(thrown, signals, deadline);
  }
  const pages = await withTwins(walk.pages, twins, crawl);
  if (signals.some(({ aborted }) => aborted)) throw reasonOf(undefined, signals, deadline);
  const why = deadline.aborted ? "timeout" : walk.isFull ? "limit" : "complete";
  crawl.report({ type: "end", why, pages });
}

function goHome(typed: PageUrl, crawl: RunOptions, signal: AbortSignal): Promise<Home> {
  const { fetch, productToken, respectRobots = true, remembered = new Map(), report } = crawl;
  const robots = new RobotsByHost({ fetch, productToken, respectRobots, report });
  return findHome(typed, { fetch, robots, remembered }, signal);
}

async function readSitemaps(home: Home, site: Site, crawl: RunOptions, signal: AbortSignal): Promise<SitemapEntry[]> {
  const { fetch, maxPages, report } = crawl;
  if (maxPages === 1) return [];
  const onSitemap = (url: string, urls: number) => report({ type: "sitemap", url, urls });
  const linked = pageOf(home.visit).sitemaps;
  const maxFiles = sitemapFiles(maxPages);
  return findSitemaps({ site, robots: home.robots, linked, maxFiles, fetch: fetch.plain, onSitemap }, signal);
}

function startTwins(home: Home, site: Site, crawl: RunOptions, signal: AbortSignal): Twins | undefined {
  if (crawl.findMarkdown === false) return undefined;
  const { fetch, remembered = new Map(), report } = crawl;
  return new Twins({ site, robots: home.robots, fetch: fetch.plain, remembered, report }, signal);
}

/** The homepage, always the first, is no item of the document: nobody would see its Markdown version. */
function tellingTwins(twins: Twins | undefined, report: RunOptions["report"]): RunOptions["report"] {
  return (event) => {
    if (event.type === "page" && event.done > 1) twins?.take(event.page);
    report(event);
  };
}

async function withTwins(
  pages: readonly CrawledPage[],
  twins: Twins | undefined,
  { fetch, report }: RunOptions,
): Promise<readonly CrawledPage[]> {
  const budget = Math.floor(pages.length * REQUESTS_A_PAGE) + REQUESTS_BESIDE - fetch.asked();
  const found = await twins?.finish(Math.max(budget, FEWEST_PROBES));
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
  if (stopped !== undefined) return new CrawlError("aborted", "the crawl was stopped", { cause: stopped.reason });
  return deadline.aborted ? new CrawlError("crawl_timeout", "Crawl timeout exceeded") : thrown;
}
