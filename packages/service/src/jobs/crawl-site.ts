import { reasonOf, unlessAborted } from "@llmstxt-service/crawler/waiting/abort";
import { diffLlmsTxt } from "@llmstxt-service/document/check";
import type { Findability } from "@llmstxt-service/document/eval/findability";
import { siteKey } from "@llmstxt-service/page/address/site-key";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import type { Delivery } from "../sites/delivery.ts";
import { type Generated, type GenerateJob, type GenerateProgress, generate, type Job } from "./generate/generate.ts";
import { packPages } from "./memory/memory.ts";
import { crawlOnHost } from "./on-host.ts";
import { type CrawlRequest, isPublished, siteRequestOf } from "./request.ts";
import { keptBase } from "./sealed-texts.ts";
import { type DocumentSeal, newCapability, UNSEALED } from "./sealing.ts";
import { findSentinel } from "./sentinel.ts";
import { withSiteOverlay, writtenOverlay } from "./site-overlay.ts";
import {
  AFTERWARDS_MS,
  type BundleProgress,
  type ExtrasProgress,
  type PublishedBundle,
  publishBundle,
  storedUrl,
  storeExtras,
  type Uploaded,
  type UploadProgress,
  unstoredOf,
  upload,
} from "./storage/storage.ts";
import type { SiteWorld } from "./world.ts";

/** Facts about a document after it is made. */
export type SiteProgress =
  | UploadProgress
  | ExtrasProgress
  | BundleProgress
  /** There is no SECRETS_KEY to seal them with: the site is enrolled without them. */
  | { readonly type: "credentialsNotKept" }
  | { readonly type: "enrolled"; readonly baseUrl: string; readonly recrawlIntervalMinutes: number }
  | { readonly type: "notEnrolled"; readonly error: CrawlError };

export interface CrawledSite extends Generated {
  readonly uploaded: Uploaded;
  /** Undefined where it could not be measured. */
  readonly findability?: Findability;
}

/** Facts about one crawl besides its request. */
export type CrawlSiteJob = Job<SiteWorld, GenerateProgress | SiteProgress> &
  Pick<GenerateJob, "withPreview" | "taken" | "finishing" | "onRequests">;

/**
 * One requested crawl, from the address to the stored file and the enrolled site. What fails after the
 * document is made is reported and costs nothing else.
 * @throws what `generate` throws; the signal's reason
 */
export async function crawlSite(asked: CrawlRequest, job: CrawlSiteJob, signal: AbortSignal): Promise<CrawledSite> {
  const request = await withSiteOverlay(asked, job.world);
  const full = request.full || job.world.extras.full;
  const generated = await crawlOnHost(request.url, job, () => generate({ ...request, full }, job, signal));
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(AFTERWARDS_MS)]);
  const uploaded = await upload({ ...request, text: generated.text }, job, inTime);
  signal.throwIfAborted();
  const bundle = isPublished(request) ? await publishBundle({ request, crawled: generated }, job, signal) : undefined;
  const enrolInTime = AbortSignal.any([signal, AbortSignal.timeout(AFTERWARDS_MS)]);
  const crawled = { ...generated, uploaded, ...(bundle && { bundle }) };
  if (request.enrol) await tryEnrol({ ...asked, ...request.enrol }, crawled, job, enrolInTime);
  if (uploaded.type === "stored") {
    const { fileUrl } = uploaded;
    await storeExtras({ request, text: generated.text, fileUrl, crawled: generated }, job, inTime);
  }
  const findability = await tryFindability(generated, job.world, signal);
  signal.throwIfAborted();
  return { ...(request.full ? generated : withoutFull(generated)), uploaded, ...(findability && { findability }) };
}

/** Nobody waits longer for a figure beside the document. */
const FINDABILITY_MS = 3_000;

/** A figure beside the document; the thread that cannot make it is in the log. */
async function tryFindability({ text, pages }: Generated, { findability }: SiteWorld, signal: AbortSignal) {
  try {
    return await findability?.(text, pages, AbortSignal.any([signal, AbortSignal.timeout(FINDABILITY_MS)]));
  } catch (thrown) {
    if (thrown instanceof CrawlError) return undefined; // unreadable, or no time left
    throw thrown;
  }
}

/** Removes the llms-full.txt that was written for the store only. */
function withoutFull({ full: _, ...generated }: Generated): Generated {
  return generated;
}

interface StoredSite extends CrawledSite {
  /** undefined: none was to be stored. */
  readonly bundle?: PublishedBundle | undefined;
}

type EnrolRequest = CrawlRequest & { readonly recrawlIntervalMinutes: number };

async function tryEnrol(
  request: EnrolRequest,
  crawled: StoredSite,
  { world, report }: Job<SiteWorld, SiteProgress>,
  signal: AbortSignal,
): Promise<void> {
  const { recrawlIntervalMinutes } = request;
  try {
    const sentinelUrl = await findSentinel(request, world, signal);
    const { seal, sealedCredentials } = sealedSite(request, { world, report });
    const memoryKey = seal && (await remembered(request, { ...crawled, seal }, world, signal));
    // A private text that cannot be sealed is not kept: the first recrawl then asks without credentials.
    const delivery = seal && deliveryOf({ ...crawled, memoryKey, seal }, undefined);
    const asked = siteRequestOf(request);
    const rest = { recrawlIntervalMinutes, sentinelUrl, sealedCredentials };
    const enrolment = { request: asked, ...rest, ...(delivery && { delivery }) };
    // A database call cannot be cancelled; it has its own time limits.
    const site = await unlessAborted(signal, world.sites.enrol(enrolment), reasonOf);
    const { overlay } = request;
    if (overlay !== undefined) {
      const writing = { ...writtenOverlay(overlay), isDelivered: delivery !== undefined };
      await unlessAborted(signal, world.sites.setOverlay(site.id, writing), reasonOf);
    }
    report({ type: "enrolled", baseUrl: site.baseUrl, recrawlIntervalMinutes });
  } catch (thrown) {
    const error = signal.aborted ? new CrawlError("timeout", { timeoutMs: AFTERWARDS_MS }) : toCrawlError(thrown);
    report({ type: "notEnrolled", error });
  }
}

/** If the text could not be stored, the pages are not either. The first recrawl fetches them in full. */
async function remembered(
  { url }: EnrolRequest,
  { pages, uploaded, seal }: CrawledSite & { readonly seal: DocumentSeal },
  { memory }: SiteWorld,
  signal: AbortSignal,
) {
  const baseUrl = siteKey(url);
  if (baseUrl === undefined || uploaded.type === "notStored") return undefined;
  return memory.keep({ baseUrl, memoryKey: null }, seal.seal(await packPages(pages)), signal);
}

interface SealedSite {
  /** Undefined: its documents must not be kept. */
  readonly seal: DocumentSeal | undefined;
  readonly sealedCredentials: string | null;
}

function sealedSite(
  { url, credentials, capability = newCapability() }: CrawlRequest,
  { world, report }: Job<SiteWorld, SiteProgress>,
): SealedSite {
  if (credentials === undefined) return { seal: UNSEALED, sealedCredentials: null };
  const baseUrl = siteKey(url);
  const { sealing } = world;
  if (sealing !== undefined && baseUrl !== undefined)
    return {
      seal: sealing.sealFor(capability),
      sealedCredentials: sealing.seal({ credentials, capability }, baseUrl),
    };
  report({ type: "credentialsNotKept" });
  return { seal: undefined, sealedCredentials: null };
}

interface Delivered extends StoredSite, Pick<Delivery, "memoryKey"> {
  /** In a row whose bundle failed, this one included. */
  readonly bundleCrawls?: number;
  readonly seal: DocumentSeal;
}

/** Facts about a text that a site keeps, compared with the one before. */
export function deliveryOf(
  { text, counts, digest, plainDigest, generatedAt, uploaded, memoryKey, base, seal, bundle, bundleCrawls }: Delivered,
  previousText: string | undefined,
): Delivery {
  return {
    text: seal.sealText(text),
    characters: counts.characters,
    digest,
    plainDigest,
    generatedAt,
    pages: counts.pages,
    fileUrl: storedUrl(uploaded),
    unstored: unstoredOf(uploaded, bundle, bundleCrawls),
    memoryKey,
    counts: changesOf(previousText, { text, counts }),
    base: base && keptBase(base, seal),
  };
}

/** The pages that are new, gone, and listed in other words. Of a first text all pages are new, the homepage as well. */
export function changesOf(
  previousText: string | undefined,
  { text, counts: { pages } }: Pick<Generated, "text" | "counts">,
): Delivery["counts"] {
  if (previousText === undefined) return { added: pages, removed: 0, changed: 0 };
  const { added, removed, changed } = diffLlmsTxt(previousText, text);
  return { added: added.length, removed: removed.length, changed: changed.length };
}
