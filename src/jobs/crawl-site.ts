import { toCrawlError } from "../errors.ts";
import { diffLlmsTxt } from "../llmstxt/diff.ts";
import type { CrawlChoices, Delivery } from "../sites/sites.ts";
import { DatabaseUnavailable } from "../sites/sites.ts";
import { type Generated, type GenerateProgress, type GenerateRequest, generate, type Report } from "./generate.ts";
import { packPages } from "./remembered.ts";
import { findSentinel } from "./sentinel.ts";
import { type BesideProgress, storeBeside } from "./store-beside.ts";
import { AFTERWARDS_MS, type Uploaded, type UploadProgress, upload } from "./upload.ts";
import type { SiteWorld } from "./world.ts";

export type CrawlSiteRequest = GenerateRequest & {
  /** Keep the site's document fresh from now on. */
  readonly enrol?: { readonly recrawlIntervalMinutes: number };
};

/** What happens to a document once it is made. */
export type SiteProgress =
  | UploadProgress
  | BesideProgress
  | { readonly type: "enrolled"; readonly baseUrl: string; readonly recrawlIntervalMinutes: number }
  | { readonly type: "notEnrolled"; readonly why: string };

export type CrawledSite = Generated & {
  /** Public URL of the stored text. */
  readonly fileUrl?: string;
  /** Why there is none. */
  readonly notStored?: string;
};

/**
 * One crawl asked for by somebody, from the address to the stored file and the enrolled site. What fails after the
 * document is made is reported and costs nothing else.
 * @throws what `generate` throws; the signal's reason
 */
export async function crawlSite(
  request: CrawlSiteRequest,
  world: SiteWorld,
  report: Report<GenerateProgress | SiteProgress>,
  signal: AbortSignal,
): Promise<CrawledSite> {
  const full = request.full || world.beside.full;
  const generated = await generate({ ...request, full }, world, report, signal);
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(AFTERWARDS_MS)]);
  const uploaded = await upload({ url: request.url, text: generated.text }, world, report, inTime);
  signal.throwIfAborted();
  if (request.enrol)
    await tryEnrol({ ...request, ...request.enrol }, { ...generated, ...uploaded }, world, report, inTime);
  if ("fileUrl" in uploaded)
    await storeBeside({ request, text: generated.text, ...uploaded, crawled: generated }, world, report, inTime);
  signal.throwIfAborted();
  return { ...(request.full ? generated : withoutFull(generated)), ...uploaded };
}

/** Written for the store only: nobody asked to be sent it. */
function withoutFull({ full: _, ...generated }: Generated): Generated {
  return generated;
}

type EnrolRequest = GenerateRequest & { readonly recrawlIntervalMinutes: number };

async function tryEnrol(
  request: EnrolRequest,
  crawled: CrawledSite,
  world: SiteWorld,
  report: Report<SiteProgress>,
  signal: AbortSignal,
): Promise<void> {
  const { maxPages, descLength, recrawlIntervalMinutes } = request;
  try {
    const sentinelUrl = await findSentinel(request.url, world, signal);
    const delivery = await deliveryOf(crawled, undefined);
    const enrolment = { url: request.url, choices: choicesOf(request), maxPages, descLength, recrawlIntervalMinutes };
    const site = await before(signal, world.sites.enrol({ ...enrolment, sentinelUrl, delivery }));
    report({ type: "enrolled", baseUrl: site.baseUrl, recrawlIntervalMinutes });
  } catch (thrown) {
    const why = thrown instanceof DatabaseUnavailable ? "database unavailable" : toCrawlError(thrown).message;
    report({ type: "notEnrolled", why });
  }
}

/** What a recrawl must know to crawl as this request did. */
export function choicesOf({ url, scope, include, exclude, language, useProxy }: GenerateRequest): CrawlChoices {
  return { url, scope, include, exclude, useProxy, ...(language === undefined ? {} : { language }) };
}

/** What a site remembers of a text, compared with the one before. */
export async function deliveryOf(
  { text, digest, plainDigest, generatedAt, pages, ...stored }: Generated & Partial<Uploaded>,
  previousText: string | undefined,
): Promise<Delivery> {
  const { added, removed, changed } = diffLlmsTxt(previousText ?? "", text);
  return {
    text,
    digest,
    plainDigest,
    generatedAt,
    pages: pages.length,
    fileUrl: "fileUrl" in stored ? stored.fileUrl : undefined,
    memory: await packPages(pages),
    counts: { added: added.length, removed: removed.length, changed: changed.length },
  };
}

/** The outcome of `work`, unless the signal fires first. A database call cannot be called back; it is left to its limits. */
async function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  if (signal.aborted) giveUp();
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
