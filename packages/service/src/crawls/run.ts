// Runs one crawl on request, from the queue to its stored document.
import type { Places } from "@llmstxt-service/crawler/fetch/places";
import { toCrawlError } from "@llmstxt-service/page/errors";
import type { Database } from "../database.ts";
import { describeFailure, type Report } from "../facts.ts";
import { type CrawlWorld, type Made, makeDocument } from "../job.ts";
import type { Metrics } from "../metrics.ts";
import type { Log } from "../process.ts";
import type { Recrawls } from "../queue.ts";
import { findSentinel, packPages, upload } from "../recrawl.ts";
import type { CrawlRequest } from "../request.ts";
import { enrol } from "../sites.ts";
import type { Store } from "../store.ts";
import type { LiveCrawl } from "./live.ts";

export interface RunWorld {
  readonly crawling: CrawlWorld;
  readonly database: Database;
  readonly recrawls: Recrawls;
  readonly store: Store;
  readonly places: Places;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** Time limit for finding the sitemap that reveals changes. */
const SENTINEL_MS = 15_000;

/**
 * Crawls, stores and enrols as soon as there is a place, and ends the crawl.
 * @throws only the reason of `stop`; then the crawl has not ended
 */
export async function runCrawl(live: LiveCrawl, world: RunWorld, stop: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([stop, live.cancelling.signal]);
  const { id, url, client } = live.row;
  const log = world.log.child({ crawl: id, url });
  try {
    const leave = await world.places.take(client, (ahead) => live.report({ type: "queued", ahead }), signal);
    try {
      live.amend({ state: "running", started_at: new Date() });
      await crawl(live, { ...world, log }, signal);
    } finally {
      leave();
    }
    log.info({ pages: live.row.pages }, "Crawl done");
  } catch (thrown) {
    if (live.cancelling.signal.aborted) return live.end({ state: "cancelled" });
    stop.throwIfAborted();
    const error = toCrawlError(thrown);
    log[error.code === "unexpected" ? "error" : "info"]({ err: error, code: error.code }, "Crawl failed");
    live.end({ state: "failed", error: { code: error.code, reason: describeFailure(error) } });
  }
}

type Telling = RunWorld & { readonly report: Report };

async function crawl(live: LiveCrawl, world: RunWorld, signal: AbortSignal): Promise<void> {
  const { request } = live.row;
  const finishing = live.finishing.signal;
  const report: Report = (fact) => {
    world.metrics.add(fact);
    live.report(fact);
  };
  const made = await makeDocument(request, { world: world.crawling, report, finishing }, signal);
  const telling = { ...world, report };
  const storedUrl = await upload(live.row.url, made.text, telling, signal);
  const siteId = request.enableAutoUpdate ? await tryEnrol(request, { made, storedUrl }, telling, signal) : null;
  const { summary } = made;
  live.end({
    ...{ state: "done", document: made.text, base_text: made.base, is_enhanced: made.enhanced !== undefined },
    ...{ plain_hash: made.plainHash, generated_at: made.generatedAt, summary, pages: summary.pages },
    ...{ file_url: storedUrl ?? null, site_id: siteId },
  });
}

async function tryEnrol(
  request: CrawlRequest,
  stored: { readonly made: Made; readonly storedUrl: string | undefined },
  { database, recrawls, crawling, report }: Telling,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(SENTINEL_MS)]);
    const sentinelUrl = await findSentinel(request.url, crawling, inTime);
    const packed = await packPages(stored.made.pages);
    const siteId = await database.transaction((db) => enrol(db, { request, ...stored, packed, sentinelUrl }));
    if (stored.storedUrl === undefined) await recrawls.storeLater(siteId);
    report({ type: "enrolled", siteId });
    return siteId;
  } catch (thrown) {
    report({ type: "notEnrolled", error: toCrawlError(thrown) });
    return null;
  }
}
