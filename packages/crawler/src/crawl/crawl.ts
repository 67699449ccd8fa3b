import { type PageUrl, pageUrl } from "@llmstxt-service/page/address/page-url";
import { CrawlError } from "@llmstxt-service/page/errors";
import { unlessAborted } from "../waiting/abort.ts";
import { Ahead } from "./ahead.ts";
import type { CrawledPage } from "./crawled-page.ts";
import type { CrawlEnd, CrawlEvent } from "./event.ts";
import { EventQueue } from "./event-queue.ts";
import type { MarkdownVersions } from "./markdown-versions/markdown-versions.ts";
import { CRAWL_DEFAULTS, type CrawlOptions } from "./options.ts";
import { readerHere } from "./reading/reading.ts";
import { robotsRequest } from "./robots/robots.ts";
import type { SitemapEntry } from "./sitemap/sitemap.ts";
import { withSlots } from "./slots.ts";
import type { StageContext } from "./stages.ts";
import type { Walk } from "./walk.ts";

export type { LeftOutReason } from "@llmstxt-service/page/address/left-out";
export type { CrawledPage } from "./crawled-page.ts";
export type { CrawlEnd, CrawlEvent } from "./event.ts";
export type { CrawlOptions } from "./options.ts";

/**
 * Requests that a site owner would call fair: per page of the result (page, Markdown version, a fifth more), and
 * besides.
 */
const REQUESTS_A_PAGE = 2.2;
const REQUESTS_BESIDE = 25;

/** Least requests for Markdown versions, even after a crawl of many requests for few pages. */
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

async function run(baseUrl: string, crawl: StageContext, signals: readonly AbortSignal[]): Promise<void> {
  const { finishing = new AbortController().signal } = crawl;
  const timeout = AbortSignal.timeout(crawl.timeoutMs ?? CRAWL_DEFAULTS.timeoutMs);
  const deadline = AbortSignal.any([timeout, finishing]);
  const failed = new AbortController();
  const signal = AbortSignal.any([...signals, deadline, failed.signal]);
  let walk: Walk | undefined;
  let versions: MarkdownVersions | undefined;
  let sitemaps: Promise<readonly SitemapEntry[]> | undefined;
  try {
    const typed = pageUrl(baseUrl);
    const stages = await loadStages(typed, crawl, signal);
    const home = await stages.goHome(typed, crawl, signal);
    const site = await stages.siteOf(typed, home.url, crawl);
    const begun = { home, site, crawl };
    sitemaps = stages.readSitemaps(begun, signal);
    versions = stages.startMarkdown(begun, signal);
    walk = stages.startWalk(begun, versions, signal);
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
  crawl.report({ type: "end", why, pages, found: walk.found });
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
  const crawl: StageContext = { ...options, fetch, ahead, reader, findMarkdown: false, report: () => {} };
  try {
    const { namedBy } = await import("./stages.ts");
    return await namedBy(pageUrl(baseUrl), crawl, signal);
  } finally {
    stop.abort();
    await ahead.settled();
  }
}

async function withMarkdownVersions(
  pages: readonly CrawledPage[],
  versions: MarkdownVersions | undefined,
  { fetch, report }: StageContext,
): Promise<readonly CrawledPage[]> {
  const budget = Math.floor(pages.length * REQUESTS_A_PAGE) + REQUESTS_BESIDE - fetch.asked();
  const found = await versions?.finish(Math.max(budget, MIN_PROBES));
  for (const [{ url }, markdownUrl] of found ?? []) report({ type: "markdown", url, markdownUrl });
  return pages.map((page) => {
    const markdownUrl = found?.get(page);
    return markdownUrl === undefined ? page : { ...page, markdownUrl };
  });
}

/**
 * A crawl after robots.txt is known. None of it is needed to ask for that file, so it
 * is loaded while the answer is awaited.
 */
async function loadStages(typed: PageUrl, { ahead, onFirstSent }: StageContext, signal: AbortSignal) {
  await unlessAborted(signal, ahead.sent(robotsRequest(typed)));
  onFirstSent?.();
  return import("./stages.ts");
}

/** Reason why the crawl ended: a stop goes before the time limit, and both go before the errors that they caused. */
function reasonOf(thrown: unknown, signals: readonly AbortSignal[], deadline: AbortSignal): unknown {
  const stopped = signals.find(({ aborted }) => aborted);
  if (stopped?.reason instanceof CrawlError) return stopped.reason;
  if (stopped !== undefined)
    return new CrawlError("aborted", { detail: "the crawl was stopped" }, { cause: stopped.reason });
  return deadline.aborted ? new CrawlError("crawl_timeout", {}) : thrown;
}
