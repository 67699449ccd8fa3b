import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import type { FailureCode } from "@llmstxt-service/page/failures";
import type { Unstored } from "../../sites/delivery.ts";
import type { Lease, RecrawlOutcome, RecrawlResult, RunRecord } from "../../sites/lease.ts";
import { documentPages, keptDocument } from "../../sites/loss.ts";
import {
  averageChangeMinutes,
  isSitemapAddress,
  MAX_UNFINISHED_ATTEMPTS,
  nextMinutes,
  retryMinutes,
  sitemapChanged,
} from "../../sites/schedule.ts";
import type { KeptDocument, Site } from "../../sites/site.ts";
import type { Sites } from "../../sites/sites.ts";
import { nameIn } from "../../store/names.ts";
import { savedBefore } from "../../store/texts.ts";
import { factsOfFailure, factsOfResult } from "../alerts.ts";
import type { Generated, PreviousCrawl, Report } from "../generate/generate.ts";
import type { CrawlJournal } from "../journal/journal.ts";
import { lookAfterCrawl } from "../live-look.ts";
import { packPages, unpackPages } from "../memory/memory.ts";
import { retryUntilDatabaseIsBack } from "../retry-until-database-is-back.ts";
import { openedDelivery } from "../sealed-texts.ts";
import { findSentinel, newestLastModified } from "../sentinel.ts";
import { type CrawlPlan, deliveryOf, siteCrawl, storeText } from "../site-crawl.ts";
import { keptOverlay } from "../site-overlay.ts";
import type { PublishedBundle } from "../storage/storage.ts";
import type { SiteWorld } from "../world.ts";
import { gone, putBack } from "./latest-text.ts";
import { pageCounter } from "./page-counter.ts";
import { type Recrawl, type RecrawlProgress, requestOf, siteOf, unlocked } from "./recrawl.ts";
import { tellOf } from "./recrawl-alerts.ts";

/** Listener of a recrawl, which also makes the record that is kept of it. */
export interface RecrawlListener {
  readonly report: Report<RecrawlProgress>;
  /** Makes the record of the run; called once, at the end. */
  readonly record?: () => Omit<RunRecord, "ms">;
}

interface RecrawlDoing extends RecrawlListener {
  readonly world: SiteWorld;
  /** Error with which the recrawl fails without a crawl. */
  readonly refused?: CrawlError | undefined;
  readonly journal?: CrawlJournal | undefined;
}

/**
 * Brings one due site up to date, as the specification's background recrawl does. A failure is written to the site,
 * which is due again later; while the database is away the end waits for it.
 * @throws the signal's reason when it fires: the site is then still due
 */
export async function recrawlSite(
  lease: Lease,
  { world, refused, journal, report, record = () => ({ failed: 0, log: "" }) }: RecrawlDoing,
  signal: AbortSignal,
): Promise<RecrawlOutcome> {
  const started = performance.now();
  const clock = () => new Date(lease.at.getTime() + performance.now() - started);
  const ms = () => Math.round(performance.now() - started);
  // Lines of the log name pages, so a private site's run keeps its figures alone.
  const untold = lease.site.isPrivate ? { log: "" } : {};
  const recorded = () => ({ ...record(), ...untold, ms: ms() });
  // Documents and file names bear the time of the recrawl's first try: a second try makes the same ones.
  const files = lease.began < lease.at ? savedBefore(world.files) : world.files;
  const recrawl = { lease, world: { ...world, files, now: () => lease.began }, report, clock, journal };
  const end = refused ? failed(lease.site, refused) : await runRecrawl(recrawl, signal);
  const { site } = lease;
  if (end.type === "failed") {
    const { error } = end;
    const facts = factsOfFailure(site, error.message);
    const told = tellOf({ facts, lease, at: clock(), fileUrl: site.latestUrl }, world);
    const failure = { ...end.failure, ...told, record: recorded() };
    const isHeld = await retryUntilDatabaseIsBack(() => world.sites.fail(lease, failure), signal);
    const ended = { runId: lease.runId, ms: ms(), pages: null };
    if (isHeld) report({ type: "recrawlFailed", error, retryMinutes: failure.nextMinutes, ...ended });
    else report({ type: "recrawled", outcome: "skipped", ...ended });
    return isHeld ? "failed" : "skipped";
  }
  const live = await lookAfterCrawl(site, { ...recrawl, world, began: lease.began }, signal);
  const facts = factsOfResult(site, { ...end.result, live });
  const fileUrl = end.result.delivery?.fileUrl ?? site.latestUrl;
  const told = tellOf({ facts, lease, at: clock(), fileUrl }, world);
  const result = { ...end.result, live, ...told, record: recorded() };
  const isHeld = await retryUntilDatabaseIsBack(() => world.sites.finish(lease, result), signal);
  const outcome = isHeld ? result.outcome : "skipped";
  report({ type: "recrawled", outcome, runId: lease.runId, ms: ms(), pages: result.pages ?? null });
  return outcome;
}

/** End of a recrawl, with the columns to write. */
type RecrawlEnd =
  | { readonly type: "finished"; readonly result: RecrawlResult }
  | { readonly type: "failed"; readonly error: CrawlError; readonly failure: Parameters<Sites["fail"]>[1] };

async function runRecrawl(recrawl: Parameters<typeof unlocked>[0], signal: AbortSignal): Promise<RecrawlEnd> {
  const { site, attempts } = recrawl.lease;
  if (attempts > MAX_UNFINISHED_ATTEMPTS)
    return failed(site, new CrawlError("worker_lost", { attempts: attempts - 1 }));
  try {
    const opened = unlocked(recrawl);
    const { at, isUnchanged } = await checkSentinel(opened, signal);
    return { type: "finished", result: await (isUnchanged ? unchanged : crawled)(opened, at, signal) };
  } catch (thrown) {
    signal.throwIfAborted();
    return failed(site, toCrawlError(thrown));
  }
}

/** Failures after which the stored pages are discarded. */
const FORGETTING: readonly FailureCode[] = ["unexpected", "worker_lost"];

function failed({ failures, recrawlIntervalMinutes }: Site, error: CrawlError): RecrawlEnd {
  const nextMinutes = retryMinutes(failures + 1, recrawlIntervalMinutes);
  const forgets = FORGETTING.includes(error.code) ? { forgets: true as const } : {};
  return { type: "failed", error, failure: { why: error.message, nextMinutes, mark: "failed", ...forgets } };
}

/** Step 2: checks the sitemap. If that fails, it is reported and the site is crawled. */
async function checkSentinel(recrawl: Recrawl, signal: AbortSignal) {
  const { lease, world, report } = recrawl;
  const { site, isWanted } = lease;
  const url = site.request.subdomains || site.request.urls?.length ? null : site.sentinelUrl; // it lacks their pages
  if (url === null || !isSitemapAddress(url)) return { at: site.sentinelLastModified, isUnchanged: false };
  try {
    const newest = await newestLastModified({ ...siteOf(recrawl), sentinelUrl: url }, world, signal);
    const isExcused = !isWanted && site.kept === null && site.undelivered?.bundle === undefined;
    const isUnchanged = isExcused && site.latestHash !== null && !sitemapChanged(newest, site);
    if (isUnchanged) report({ type: "sentinelUnchanged", url });
    return { at: newest ?? null, isUnchanged };
  } catch (thrown) {
    signal.throwIfAborted();
    report({ type: "sentinelFailed", url, error: toCrawlError(thrown) });
    return { at: site.sentinelLastModified, isUnchanged: false };
  }
}

/** Step 3: no crawl. A text that has disappeared from the store is still put back. */
async function unchanged(recrawl: Recrawl, newest: Date | null, signal: AbortSignal): Promise<RecrawlResult> {
  const { site } = recrawl.lease;
  const decision = await gone(recrawl, signal);
  const uploaded =
    decision.type === "store"
      ? await storeText({ ...decision, request: requestOf(recrawl), crawled: undefined }, recrawl, signal)
      : undefined;
  return {
    sentinelLastModified: newest,
    avgChangeIntervalMinutes: site.avgChangeIntervalMinutes,
    mark: 0,
    nextMinutes: site.recrawlIntervalMinutes,
    ...putBack("unchanged", uploaded),
  };
}

/** Steps 4 to 7: the steps of every crawl, compared with the previous text. */
async function crawled(opened: Recrawl, newest: Date | null, signal: AbortSignal): Promise<RecrawlResult> {
  const { lease, world, clock } = opened;
  const { site } = lease;
  const changes = await retryUntilDatabaseIsBack(() => world.sites.overlay(site.id), signal);
  const recrawl = changes === undefined ? opened : { ...opened, overlay: keptOverlay(changes) };
  const packed = await rememberedPages(recrawl, signal);
  // The delivered text differs from the rendered one if an overlay or a model changed it.
  const isOther = changes !== undefined || site.plainDigest !== site.latestHash;
  const delivered = isOther ? await deliveredOf(recrawl, signal) : undefined;
  const previous = await previousOf(site, packed, delivered);
  const watch = pageCounter(recrawl);
  let kept: KeptDocument | undefined;
  const plan: CrawlPlan = {
    request: requestOf(recrawl),
    generating: { previous, journal: recrawl.journal, sharesAs: lease.isWanted ? undefined : site.baseUrl },
    decide: async ({ why, counts: { pages }, changed, text }) => {
      await watch.done;
      if (why === "timeout" && pages < documentPages(site)) throw new CrawlError("crawl_timeout", {});
      if (!changed) return gone(recrawl, signal);
      kept = keptDocument(site, pages, world.recrawl.lossLimit);
      return kept ? { type: "refuse" } : { type: "store", text };
    },
  };
  const { generated, uploaded, bundle } = await siteCrawl(plan, { world, report: watch.report }, signal);
  const found = site.crawls === 0 ? { sentinelUrl: await findSentinel(siteOf(recrawl), world, signal) } : {};
  const rest = { ...found, sentinelLastModified: newest, pages: generated.counts.pages };
  if (kept !== undefined) return keepDocument(recrawl, rest, kept);
  const memory = await keepPages(recrawl, { ...generated, packed }, signal);
  if (!generated.changed || uploaded === undefined) {
    const average = site.avgChangeIntervalMinutes;
    const nextMinutes = nextAfter(recrawl, average, site.lastChangedAt);
    const isPublished = bundle?.type === "stored" && bundle.changed > 0;
    const text = putBack(isPublished ? "published" : "same", uploaded);
    const end = { ...text, ...bundleEnd(recrawl, bundle, text.unstored) };
    return { ...rest, avgChangeIntervalMinutes: average, mark: 0, nextMinutes, ...memory, ...end };
  }
  // Changes by the owner are no changes of the site.
  const changedAt = generated.contentChanged ? clock() : site.lastChangedAt;
  const average = generated.contentChanged ? averageChangeMinutes(site, clock()) : site.avgChangeIntervalMinutes;
  const keptText = await retryUntilDatabaseIsBack(() => world.sites.latestText(site.id), signal);
  const previousText = keptText && recrawl.seal.tryOpenText(keptText);
  const { memoryKey } = memory;
  const stored = { uploaded, bundle, bundleCrawls: bundleCrawls(site) };
  const delivery = deliveryOf({ ...generated, ...stored, memoryKey, seal: recrawl.seal }, previousText);
  const { added, removed, changed } = delivery.counts;
  return {
    ...rest,
    outcome: delivery.unstored === undefined ? "updated" : "notStored",
    delivery,
    mark: added + removed + changed,
    avgChangeIntervalMinutes: average,
    nextMinutes: nextAfter(recrawl, average, changedAt),
  };
}

const nextAfter = ({ lease, world, clock }: Recrawl, average: number | null, lastChangedAt: Date | null): number =>
  nextMinutes({ ...lease.site, lastChangedAt }, average, { isAdaptive: world.recrawl.isAdaptive, now: clock() });

/** Keeps the document, its files and its stored pages, because too many pages are missing. */
function keepDocument(
  recrawl: Recrawl,
  rest: Pick<RecrawlResult, "sentinelUrl" | "sentinelLastModified" | "pages">,
  kept: KeptDocument,
): RecrawlResult {
  const { site } = recrawl.lease;
  recrawl.report({ type: "documentKept", found: rest.pages ?? 0, ...kept });
  const average = site.avgChangeIntervalMinutes;
  const next = nextAfter(recrawl, average, site.lastChangedAt);
  return { ...rest, outcome: "same", mark: 0, avgChangeIntervalMinutes: average, nextMinutes: next, kept };
}

const bundleCrawls = ({ undelivered }: Site): number => (undelivered?.bundle ?? 0) + 1;

/** Outcome of the bundle when the text is unchanged; a bundle that failed waits for another crawl. */
function bundleEnd(
  { lease: { site } }: Recrawl,
  bundle: PublishedBundle | undefined,
  text: Unstored | undefined,
): Partial<Pick<RecrawlResult, "outcome" | "unstored" | "isBundled">> {
  if (bundle?.type !== "notStored") return { isBundled: true };
  const before = { name: nameIn(site.latestUrl ?? ""), why: bundle.error.message };
  return { outcome: "notStored", unstored: { ...before, ...text, bundle: bundleCrawls(site) } };
}

async function rememberedPages({ lease, world, seal }: Recrawl, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const { site, memoryKey } = lease;
  const remembered = await world.memory.recall({ baseUrl: site.baseUrl, memoryKey }, signal);
  signal.throwIfAborted();
  return remembered && seal.tryOpen(remembered);
}

async function previousOf(
  site: Site,
  packed: Uint8Array | undefined,
  delivered: PreviousCrawl["delivered"],
): Promise<PreviousCrawl | undefined> {
  const { generatedAt, plainDigest } = site;
  if (!generatedAt || !plainDigest) return undefined;
  return { pages: await unpackPages(packed), generatedAt, plainDigest, ...(delivered && { delivered }) };
}

/** The latest delivered text, without an overlay that was changed since. */
async function deliveredOf({ lease, world, seal }: Recrawl, signal: AbortSignal): Promise<PreviousCrawl["delivered"]> {
  const { id, latestHash } = lease.site;
  const kept = await retryUntilDatabaseIsBack(() => world.sites.latestDelivered(id), signal);
  const latest = kept && openedDelivery(kept, seal);
  return latest && latestHash ? { digest: latestHash, base: latest.base } : undefined;
}

/** Stores the pages if they differ from those before: an unchanged site costs one read of the store. */
async function keepPages(
  { lease, world, seal }: Recrawl,
  { pages, packed: before }: Pick<Generated, "pages"> & { readonly packed: Uint8Array | undefined },
  signal: AbortSignal,
): Promise<{ memoryKey?: string }> {
  const packed = await packPages(pages);
  if (before !== undefined && Buffer.compare(packed, before) === 0) return {};
  const { memoryKey, site } = lease;
  const kept = await world.memory.keep({ baseUrl: site.baseUrl, memoryKey }, seal.seal(packed), signal);
  return kept === undefined ? {} : { memoryKey: kept };
}
