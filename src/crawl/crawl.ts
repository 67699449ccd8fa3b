import { CrawlError } from "../errors.ts";
import type { CrawlEvent } from "./event.ts";
import { EventQueue } from "./event-queue.ts";
import { findHome, type Home } from "./home.ts";
import type { CrawlOptions } from "./options.ts";
import { RobotsByHost } from "./robots-search.ts";
import { Site } from "./site.ts";
import type { SitemapEntry } from "./sitemap.ts";
import { findSitemaps } from "./sitemap-search.ts";
import { withSlots } from "./slots.ts";
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
  const running = run(baseUrl, { ...options, report: (event) => events.push(event) }, [signal, stop.signal]).then(
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

type RunOptions = CrawlOptions & { readonly report: (event: CrawlEvent) => void };

async function run(baseUrl: string, options: RunOptions, signals: readonly AbortSignal[]): Promise<void> {
  const typed = pageUrl(baseUrl);
  const deadline = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = AbortSignal.any([...signals, deadline]);
  const crawl = { ...options, fetch: withSlots(options.fetch, options.concurrency ?? CONCURRENCY) };
  let walk: Walk | undefined;
  try {
    const home = await goHome(typed, crawl, signal);
    const site = new Site(typed, home.url);
    options.report({ type: "site", home: site.home });
    walk = new Walk({ home, site, crawl, report: options.report });
    if (!walk.isFull) walk.addSitemap(await readSitemaps(home, site, crawl, signal));
    await walk.go(signal);
  } catch (thrown) {
    if (walk === undefined || !deadline.aborted) throw reasonOf(thrown, signals, deadline);
  }
  for (const stopped of signals) if (stopped.aborted) throw reasonOf(undefined, signals, deadline);
  const why = deadline.aborted ? "timeout" : walk.isFull ? "limit" : "complete";
  options.report({ type: "end", why, pages: walk.pages });
}

function goHome(typed: PageUrl, crawl: RunOptions, signal: AbortSignal): Promise<Home> {
  const { fetch, productToken, respectRobots = true, remembered = new Map(), report } = crawl;
  const robots = new RobotsByHost({ fetch, productToken, respectRobots, report });
  return findHome(typed, { fetch, robots, remembered }, signal);
}

function readSitemaps(home: Home, site: Site, crawl: RunOptions, signal: AbortSignal): Promise<SitemapEntry[]> {
  const { fetch, maxPages, report } = crawl;
  const onSitemap = (url: string, urls: number) => report({ type: "sitemap", url, urls });
  const linked = pageOf(home.visit).sitemaps;
  const maxFiles = sitemapFiles(maxPages);
  return findSitemaps({ site, robots: home.robots, linked, maxFiles, fetch: fetch.plain, onSitemap }, signal);
}

/** A stop counts before what it made fail; a crawl's own end by time before that again. */
function reasonOf(thrown: unknown, signals: readonly AbortSignal[], deadline: AbortSignal): unknown {
  const stopped = signals.find(({ aborted }) => aborted);
  if (stopped?.reason instanceof CrawlError) return stopped.reason;
  if (stopped !== undefined) return new CrawlError("aborted", "the crawl was stopped", { cause: stopped.reason });
  return deadline.aborted ? new CrawlError("crawl_timeout", "Crawl timeout exceeded") : thrown;
}
