import type { Fetching } from "@llmstxt-service/crawler/fetch";
import { diffLlmsTxt } from "@llmstxt-service/document/check";
import type { Delivery } from "../sites/delivery.ts";
import { type Generated, type GenerateJob, type GenerateProgress, generate, type Job } from "./generate/generate.ts";
import { type CrawlRequest, isPublished } from "./request.ts";
import { keptBase } from "./sealed-texts.ts";
import type { DocumentSeal } from "./sealing.ts";
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

/** Facts of every crawl of a site, on request and on schedule. */
export type StepProgress = GenerateProgress | UploadProgress | ExtrasProgress | BundleProgress;

type StepJob = Job<SiteWorld, StepProgress>;

/** Plan of one crawl: its request, and the steps in which a crawl on request and a recrawl differ. */
export interface CrawlPlan {
  readonly request: CrawlRequest;
  /** Options of the document besides the request. */
  readonly generating: Omit<GenerateJob, keyof StepJob>;
  /** Decides what becomes of the new document. Default: its text is stored. */
  decide?(generated: Generated, signal: AbortSignal): Promise<Decision>;
  /** Holds the hosts that are asked while the document is made. Default: the caller holds them. */
  onHosts?(crawl: (fetching: Fetching) => Promise<Generated>): Promise<Generated>;
  /** Milliseconds for the upload and the files beside it, if somebody waits. Default: the store's own limits. */
  readonly uploadMs?: number;
  /** Called when text and bundle were stored or failed, before the files beside them are stored. */
  onStored?(crawled: UploadedCrawl): Promise<void>;
}

export type Decision =
  /** Store this text; `name`: its former name, if it is put back. */
  | { readonly type: "store"; readonly text: string; readonly name?: string }
  /** Leave the store's text: it is the same. */
  | { readonly type: "leave" }
  /** Refuse the new document: the old one stays, with all its files. */
  | { readonly type: "refuse" };

export interface Crawled {
  readonly generated: Generated;
  /** Outcome of the upload; undefined if there was nothing to store. */
  readonly uploaded: Uploaded | undefined;
  /** Outcome of the bundle; undefined if none was to be stored. Its pages can change when the document does not. */
  readonly bundle: PublishedBundle | undefined;
}

/** A document, with the outcome of its upload and of its bundle. */
export interface UploadedCrawl extends Generated {
  readonly uploaded: Uploaded;
  readonly bundle: PublishedBundle | undefined;
}

/**
 * Runs the steps of every crawl of a site, from the address to the stored files. A failure after the document is made
 * is reported, and the crawl succeeds.
 * @throws what `generate` and the plan throw; the signal's reason
 */
export async function siteCrawl(
  plan: Omit<CrawlPlan, "decide">,
  job: StepJob,
  signal: AbortSignal,
): Promise<Crawled & { readonly uploaded: Uploaded }>;
export async function siteCrawl(plan: CrawlPlan, job: StepJob, signal: AbortSignal): Promise<Crawled>;
export async function siteCrawl(plan: CrawlPlan, job: StepJob, signal: AbortSignal): Promise<Crawled> {
  const { request, uploadMs } = plan;
  const make = (fetching: Fetching) =>
    generate(request, { ...plan.generating, ...job, world: { ...job.world, fetching } }, signal);
  const generated = await (plan.onHosts?.(make) ?? make(job.world.fetching));
  const decision = (await plan.decide?.(generated, signal)) ?? { type: "store", text: generated.text };
  if (decision.type === "refuse") return { generated, uploaded: undefined, bundle: undefined };
  const publish = async () =>
    isPublished(request) ? publishBundle({ request, crawled: generated }, job, signal) : undefined;
  if (decision.type === "leave") return { generated, uploaded: undefined, bundle: await publish() };
  let bundle: PublishedBundle | undefined;
  const onUploaded = async (uploaded: Uploaded) => {
    bundle = await publish();
    await plan.onStored?.({ ...generated, uploaded, bundle });
  };
  const uploaded = await storeText({ ...decision, request, crawled: generated, uploadMs, onUploaded }, job, signal);
  return { generated, uploaded, bundle };
}

interface TextToStore extends Pick<CrawlPlan, "request"> {
  readonly text: string;
  readonly name?: string;
  /** Crawl that the text was made from; undefined if only the text is left. */
  readonly crawled: Generated | undefined;
  readonly uploadMs?: number | undefined;
  readonly onUploaded?: (uploaded: Uploaded) => Promise<void>;
}

/** Uploads a text and the files beside it. */
export async function storeText(
  { request, text, name, crawled, uploadMs, onUploaded }: TextToStore,
  job: StepJob,
  signal: AbortSignal,
): Promise<Uploaded> {
  const awaited = uploadMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(uploadMs)]);
  const uploaded = await upload({ ...request, text, ...(name && { name }) }, job, awaited);
  signal.throwIfAborted();
  await onUploaded?.(uploaded);
  const inTime = AbortSignal.any([awaited, AbortSignal.timeout(AFTERWARDS_MS)]);
  if (uploaded.type === "stored") await storeExtras({ request, text, fileUrl: uploaded.fileUrl, crawled }, job, inTime);
  signal.throwIfAborted();
  return uploaded;
}

interface Delivered extends UploadedCrawl, Pick<Delivery, "memoryKey"> {
  /** Crawls in a row whose bundle failed, this one included. */
  readonly bundleCrawls?: number;
  readonly seal: DocumentSeal;
}

/** Row of a delivered text, compared with the one before. */
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

/**
 * Numbers of pages that are new, gone, or listed with other words. In a first text all pages are new, the homepage
 * included.
 */
export function changesOf(
  previousText: string | undefined,
  { text, counts: { pages } }: { readonly text: string; readonly counts: Pick<Generated["counts"], "pages"> },
): Delivery["counts"] {
  if (previousText === undefined) return { added: pages, removed: 0, changed: 0 };
  const { added, removed, changed } = diffLlmsTxt(previousText, text);
  return { added: added.length, removed: removed.length, changed: changed.length };
}
