import type { CrawledPage } from "@llmstxt-service/crawler";
import { yieldToEventLoop } from "@llmstxt-service/crawler/waiting/event-loop";
import { CrawlEvents, type CrawlFact } from "../facts/facts.ts";
import type { CrawlControl } from "../jobs/generate/generate.ts";
import type { AnswersLost, CrawlJournal } from "../jobs/journal/journal.ts";
import { packPages } from "../jobs/memory/memory.ts";
import type { CrawlRequest } from "../jobs/request.ts";
import type { CrawledSite } from "../jobs/requested-crawl.ts";
import { storedUrl } from "../jobs/storage/storage.ts";
import type { SocketEvent } from "../protocol/protocol.ts";
import { type Handle, locationOf } from "./handle.ts";
import type { LiveCrawl } from "./live-crawl.ts";
import type { CrawlResult } from "./record.ts";
import { CrawlCounter, summarise } from "./summary.ts";

/** Runs one crawl, from the address to the stored file. */
export type RunCrawl = (
  request: CrawlRequest,
  control: CrawlControl<CrawlFact>,
  signal: AbortSignal,
) => Promise<CrawledSite>;

/** Watches a crawl. Its functions must not throw. */
export interface CrawlWatcher {
  /** Name of the client that asked for it (doors). Clients take turns. */
  readonly client: string;
  /** True if the pages that come next are reported, too. */
  readonly withPreview: boolean;
  /** Number of crawls ahead in the queue; not called without a queue. */
  waiting(ahead: number): void;
  started(handle: Handle): void;
  report(progress: CrawlFact, events: readonly SocketEvent[]): void;
  /** Called with the current figures while nothing else happens. */
  tick(events: readonly SocketEvent[]): void;
}

export const unwatched = (client: string): CrawlWatcher => ({
  client,
  withPreview: true,
  waiting: () => {},
  started: () => {},
  report: () => {},
  tick: () => {},
});

export interface StartedCrawl {
  readonly live: LiveCrawl;
  readonly request: CrawlRequest;
  readonly watcher: CrawlWatcher;
  readonly taken: ReadonlyMap<string, CrawledPage> | undefined;
  readonly journal?: CrawlJournal | undefined;
  /** Answers of earlier processes that cannot be used. */
  readonly lost?: readonly AnswersLost[];
}

/** Functions that every crawl of this process calls. */
export interface Workshop {
  readonly run: RunCrawl;
  /** Receives every fact of every crawl of this address; must not throw. */
  onProgress(url: string, progress: CrawlFact): void;
  /** Address at which clients reach this server. */
  publicUrl(): string;
}

/** Milliseconds between two looks at the figures while nothing happens. */
const TICK_MS = 500;

/**
 * Runs the crawl and passes every fact to its events, its watcher and the counters.
 * @throws what `run` throws
 */
export async function work(
  { live, request, watcher, lost = [], ...begun }: StartedCrawl,
  shop: Workshop,
  signal: AbortSignal,
) {
  signal.throwIfAborted();
  live.started();
  const counter = new CrawlCounter();
  const events = new CrawlEvents({ maxPages: request.maxPages, now: () => performance.now() });
  const report = (progress: CrawlFact) => {
    if (signal.aborted) return;
    const told = events.of(progress);
    counter.add(progress, told);
    live.add(told);
    shop.onProgress(request.url, progress);
    watcher.report(progress, told);
  };
  for (const one of lost) report(one);
  const { withPreview } = watcher;
  const { finishing } = live;
  const onRequests = (open: number) => events.requests(open);
  const ticking = setInterval(() => {
    const told = signal.aborted ? [] : events.tick();
    live.add(told);
    if (told.length > 0) watcher.tick(told);
  }, TICK_MS);
  const { startedAt: at, goesOn, resumed } = live.record;
  const since = goesOn && at !== null ? { at, isRepeat: resumed !== null } : undefined;
  const run = shop.run(request, { report, onRequests, withPreview, finishing, since, ...begun }, signal);
  const crawled = await run.finally(() => clearInterval(ticking));
  await yieldToEventLoop();
  const { text, full, digest, plainDigest, uploaded, bundle, base, relatives } = crawled;
  const urlOf = (path: string) => `${shop.publicUrl()}${locationOf(live.record)}/${path}`;
  const fileUrl = storedUrl(uploaded);
  const summary = summarise(crawled, {
    counter,
    stored: fileUrl !== undefined,
    hasFull: full !== undefined,
    urlOf,
    figures: events.figures,
  });
  const isWhole = summary.failed === 0 && (crawled.why === "complete" || crawled.why === "limit");
  const memory = isWhole ? undefined : await memoryOf(request, crawled);
  return {
    summary,
    text,
    full,
    fileUrl,
    digest,
    plainDigest,
    ...(memory && { memory }),
    ...(bundle && { bundle }),
    ...(base && { base }),
    ...(relatives && { relatives }),
  } satisfies CrawlResult;
}

/** Most bytes of the pages kept for a crawl that repeats this one. */
const MAX_MEMORY = 8 * 2 ** 20;

/**
 * Pages for a crawl that repeats this one. None are kept if it had credentials, or needs the pages' Markdown, which is
 * not packed.
 */
async function memoryOf({ credentials, full, publish }: CrawlRequest, { pages }: CrawledSite) {
  if (credentials !== undefined || full || publish === true) return undefined;
  const packed = await packPages(pages);
  return packed.length > MAX_MEMORY ? undefined : Buffer.from(packed).toString("base64");
}
