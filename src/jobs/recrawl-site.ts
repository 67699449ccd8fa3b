import { toCrawlError } from "../errors.ts";
import {
  averageChangeMinutes,
  isSitemapAddress,
  MAX_UNFINISHED_ATTEMPTS,
  nextMinutes,
  retryMinutes,
  sitemapChanged,
} from "../sites/schedule.ts";
import type { Lease, RecrawlOutcome, RecrawlResult, Site } from "../sites/sites.ts";
import { deliveryOf } from "./crawl-site.ts";
import {
  type Generated,
  type GenerateProgress,
  type GenerateRequest,
  generate,
  type PreviousCrawl,
  type Report,
} from "./generate.ts";
import { withDatabase } from "./patience.ts";
import { packPages, unpackPages } from "./remembered.ts";
import { findSentinel, newestLastModified } from "./sentinel.ts";
import { type BesideProgress, storeBeside } from "./store-beside.ts";
import { AFTERWARDS_MS, type Uploaded, type UploadProgress, upload } from "./upload.ts";
import type { SiteWorld } from "./world.ts";

export type RecrawlProgress =
  | GenerateProgress
  | UploadProgress
  | BesideProgress
  | { readonly type: "sentinelUnchanged"; readonly url: string }
  | { readonly type: "sentinelFailed"; readonly url: string; readonly why: string }
  | { readonly type: "recrawled"; readonly outcome: RecrawlOutcome }
  | { readonly type: "recrawlFailed"; readonly why: string; readonly retryMinutes: number };

/**
 * Brings one due site up to date, as the specification's background recrawl says. Whatever keeps it from that is
 * written to the site, which is due again later; while the database is away the end waits for it.
 * @throws the signal's reason when it fires: the site is then still due
 */
export async function recrawlSite(
  lease: Lease,
  world: SiteWorld,
  report: Report<RecrawlProgress>,
  signal: AbortSignal,
): Promise<RecrawlOutcome> {
  const started = performance.now();
  const clock = () => new Date(lease.at.getTime() + performance.now() - started);
  const result = await endOf({ lease, world, report, clock }, signal);
  if ("why" in result) {
    await withDatabase(() => world.sites.fail(lease, result), signal);
    report({ type: "recrawlFailed", why: result.why, retryMinutes: result.nextMinutes });
    return "failed";
  }
  const isHeld = await withDatabase(() => world.sites.finish(lease, result), signal);
  const outcome = isHeld ? result.outcome : "skipped";
  report({ type: "recrawled", outcome });
  return outcome;
}

interface Recrawl {
  readonly lease: Lease;
  readonly world: SiteWorld;
  readonly report: Report<RecrawlProgress>;
  /** The database's clock, carried on by this machine's steady one. */
  clock(): Date;
}

interface Failure {
  readonly why: string;
  readonly nextMinutes: number;
  readonly mark: "failed";
}

async function endOf(recrawl: Recrawl, signal: AbortSignal): Promise<RecrawlResult | Failure> {
  const { site, attempts } = recrawl.lease;
  if (attempts > MAX_UNFINISHED_ATTEMPTS)
    return failure(site, `The last ${attempts - 1} recrawls of this site ended their worker`);
  try {
    const newest = await lookAtSentinel(recrawl, signal);
    return newest.excuses ? await unchanged(recrawl, newest.at, signal) : await crawled(recrawl, newest.at, signal);
  } catch (thrown) {
    signal.throwIfAborted();
    return failure(site, toCrawlError(thrown).message);
  }
}

const failure = ({ failures, recrawlIntervalMinutes }: Site, why: string): Failure => ({
  why,
  nextMinutes: retryMinutes(failures + 1, recrawlIntervalMinutes),
  mark: "failed",
});

/** Step 2. An error here is reported, and the crawl decides. */
async function lookAtSentinel({ lease: { site, isWanted }, world, report }: Recrawl, signal: AbortSignal) {
  const url = site.sentinelUrl;
  if (url === null || !isSitemapAddress(url)) return { at: site.sentinelLastModified, excuses: false };
  try {
    const newest = await newestLastModified(url, world, signal);
    const excuses = !isWanted && site.latestHash !== null && !sitemapChanged(newest, site);
    if (excuses) report({ type: "sentinelUnchanged", url });
    return { at: newest ?? null, excuses };
  } catch (thrown) {
    signal.throwIfAborted();
    report({ type: "sentinelFailed", url, why: toCrawlError(thrown).message });
    return { at: site.sentinelLastModified, excuses: false };
  }
}

/** Step 3: no crawl. A text that could not be stored last time is stored now all the same. */
async function unchanged(recrawl: Recrawl, newest: Date | null, signal: AbortSignal): Promise<RecrawlResult> {
  const { site } = recrawl.lease;
  const rest = {
    sentinelLastModified: newest,
    avgChangeIntervalMinutes: site.avgChangeIntervalMinutes,
    mark: 0,
  } as const;
  const nextMinutes = site.recrawlIntervalMinutes;
  return { ...rest, nextMinutes, ...(await madeGood(recrawl, "unchanged", undefined, signal)) };
}

/** Steps 4 to 7. */
async function crawled(recrawl: Recrawl, newest: Date | null, signal: AbortSignal): Promise<RecrawlResult> {
  const { lease, world, clock } = recrawl;
  const { site } = lease;
  const packed = await withDatabase(() => world.sites.memory(site.id), signal);
  const watch = pageCounter(recrawl);
  const generated = await generate(await requestOf(site, packed, world), world, watch.report, signal);
  await watch.done;
  if (generated.timedOut && generated.pages.length < site.pages) throw new Error("Crawl timeout exceeded");
  const found = site.crawls === 0 ? { sentinelUrl: await findSentinel(site.choices.url, world, signal) } : {};
  const rest = { ...found, sentinelLastModified: newest, pages: generated.pages.length };
  if (!generated.changed) {
    const average = site.avgChangeIntervalMinutes;
    const next = nextMinutes(site, average, world.recrawl.isAdaptive);
    const good = await madeGood(recrawl, "same", generated, signal);
    const memory = await newMemory(generated, packed);
    return { ...rest, avgChangeIntervalMinutes: average, mark: 0, nextMinutes: next, ...memory, ...good };
  }
  const average = averageChangeMinutes(site, clock());
  const previousText = await withDatabase(() => world.sites.latestText(site.id), signal);
  const uploaded = await stored(recrawl, generated.text, generated, signal);
  const delivery = await deliveryOf({ ...generated, ...uploaded }, previousText);
  const { added, removed, changed } = delivery.counts;
  return {
    ...rest,
    outcome: "fileUrl" in uploaded ? "updated" : "notStored",
    delivery,
    mark: added + removed + changed,
    avgChangeIntervalMinutes: average,
    nextMinutes: nextMinutes(site, average, world.recrawl.isAdaptive),
  };
}

async function requestOf(site: Site, packed: Uint8Array | undefined, world: SiteWorld): Promise<GenerateRequest> {
  const { generatedAt, plainDigest, choices, maxPages, descLength } = site;
  const previous: PreviousCrawl | undefined =
    generatedAt && plainDigest ? { pages: await unpackPages(packed), generatedAt, plainDigest } : undefined;
  const request = {
    ...choices,
    maxPages,
    descLength,
    full: world.beside.full,
    llmEnhance: world.enhance !== undefined,
  };
  return previous ? { ...request, previous } : request;
}

/** The outcome of a run that found nothing new, and what came of a text still waiting to be stored. */
async function madeGood(
  recrawl: Recrawl,
  outcome: "same" | "unchanged",
  generated: Generated | undefined,
  signal: AbortSignal,
): Promise<Pick<RecrawlResult, "outcome" | "storedUrl">> {
  const { world, lease } = recrawl;
  if (lease.site.isStored) return { outcome };
  const text = await withDatabase(() => world.sites.latestText(lease.site.id), signal);
  if (text === undefined) return { outcome };
  const uploaded = await stored(recrawl, text, generated, signal);
  return "fileUrl" in uploaded ? { outcome: "updated", storedUrl: uploaded.fileUrl } : { outcome: "notStored" };
}

/** Uploads a text, and what belongs beside it. */
async function stored(
  { lease: { site }, world, report }: Recrawl,
  text: string,
  crawled: Generated | undefined,
  signal: AbortSignal,
): Promise<Uploaded> {
  const request = { url: site.choices.url, descLength: site.descLength };
  const uploaded = await upload({ url: request.url, text }, world, report, signal);
  signal.throwIfAborted();
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(AFTERWARDS_MS)]);
  if ("fileUrl" in uploaded) await storeBeside({ request, text, ...uploaded, crawled }, world, report, inTime);
  signal.throwIfAborted();
  return uploaded;
}

/** Only what differs is written: an unchanged site costs one row. */
async function newMemory({ pages }: Generated, before: Uint8Array | undefined): Promise<{ memory?: Uint8Array }> {
  const memory = await packPages(pages);
  return before !== undefined && Buffer.compare(memory, before) === 0 ? {} : { memory };
}

const PROGRESS_EVERY_MS = 2_000;

/** Passes progress on, and now and then writes how far the crawl is to the row that people look at. */
function pageCounter({ lease, world, report }: Recrawl) {
  let written = performance.now();
  const watch = {
    done: Promise.resolve(),
    report(progress: GenerateProgress): void {
      report(progress);
      if (progress.type !== "page" || performance.now() - written < PROGRESS_EVERY_MS) return;
      written = performance.now();
      // A number for looking at: where it cannot be written the crawl goes on.
      watch.done = watch.done.then(() => world.sites.progress(lease, progress.done)).catch(() => {});
    },
  };
  return watch;
}
