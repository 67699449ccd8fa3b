import { reasonOf, unlessAborted } from "@llmstxt-service/crawler/waiting/abort";
import type { Validation } from "@llmstxt-service/document/check";
import { type Findability, unfoundFaults } from "@llmstxt-service/document/eval/findability";
import { siteKey } from "@llmstxt-service/page/address/site-key";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import type { RunRecord } from "../sites/lease.ts";
import { savedBefore } from "../store/texts.ts";
import { newKey } from "./cipher.ts";
import type { CrawlControl, Generated, Job } from "./generate/generate.ts";
import { type LiveProgress, lookAfterCrawl } from "./live-look.ts";
import { packPages } from "./memory/memory.ts";
import { crawlOnHosts } from "./on-host.ts";
import { type CrawlRequest, siteRequestOf } from "./request.ts";
import { type DocumentSeal, UNSEALED } from "./sealing.ts";
import { findSentinel } from "./sentinel.ts";
import { type CrawlPlan, deliveryOf, type StepProgress, siteCrawl, type UploadedCrawl } from "./site-crawl.ts";
import { withSiteOverlay, writtenOverlay } from "./site-overlay.ts";
import { AFTERWARDS_MS, type PublishedBundle, type Uploaded } from "./storage/storage.ts";
import type { SiteWorld } from "./world.ts";

/** Facts of a crawl on request, from the address to the stored file and the enrolled site. */
export type CrawlSiteProgress =
  | StepProgress
  | LiveProgress
  /** Without SECRETS_KEY credentials cannot be sealed: the site is enrolled without them. */
  | { readonly type: "credentialsNotKept" }
  | { readonly type: "enrolled"; readonly baseUrl: string; readonly recrawlIntervalMinutes: number }
  | { readonly type: "notEnrolled"; readonly error: CrawlError };

export interface CrawledSite extends Generated {
  readonly uploaded: Uploaded;
  /** Outcome of the bundle; undefined if none was to be stored. */
  readonly bundle?: PublishedBundle["type"];
  /** Findability of the document; undefined if it could not be measured. */
  readonly findability?: Findability;
  /** Milliseconds of processor time of the reading threads for this crawl; undefined without threads. */
  readonly cpuMs?: number;
}

type CrawlSiteJob = CrawlControl<CrawlSiteProgress> & Pick<Job<SiteWorld, never>, "world">;

/**
 * Runs a crawl on request: the steps of every crawl, and the enrolment if it is asked for.
 * @throws what `siteCrawl` throws; the signal's reason
 */
export async function crawlSite(asked: CrawlRequest, job: CrawlSiteJob, signal: AbortSignal): Promise<CrawledSite> {
  const { world, report: told, since, ...control } = job;
  const { report, record } = recording(told);
  const request = await withSiteOverlay(asked, world);
  const { enrol } = request;
  const plan: Omit<CrawlPlan, "decide"> = {
    request: { ...request, full: request.full || world.extras.full },
    generating: control,
    onHosts: (crawl) => crawlOnHosts(world, crawl),
    uploadMs: AFTERWARDS_MS,
    ...(enrol && {
      onStored: (crawled) =>
        tryEnrol({ ...asked, ...enrol }, { ...crawled, record: record() }, { world, report }, signal),
    }),
  };
  const { generated, uploaded, bundle } = await siteCrawl(plan, { world: datedWorld(world, since), report }, signal);
  const findability = await tryFindability(generated, world, signal);
  signal.throwIfAborted();
  const found = findability && {
    findability,
    validation: await withQuestions({ text: generated.text, findability }, { request, world }, signal),
  };
  const used = world.cpuMs && { cpuMs: Math.round(world.cpuMs()) };
  const stored = { uploaded, ...(bundle && { bundle: bundle.type }) };
  // Without the wish, the llms-full.txt was written for the store alone.
  const { full: _, ...withoutFull } = generated;
  return { ...(request.full ? generated : withoutFull), ...stored, ...found, ...used };
}

/** Counts and times the facts of a crawl: its record is the first run of the site that it enrols. */
function recording(report: CrawlSiteJob["report"]) {
  const began = performance.now();
  let failed = 0;
  return {
    report: (fact: CrawlSiteProgress) => {
      if (fact.type === "failed") failed++;
      report(fact);
    },
    record: (): RunRecord => ({ failed, ms: Math.round(performance.now() - began), log: "" }),
  };
}

/** The world with the time at which the crawl first began: a resumed crawl stores its text under the same name. */
function datedWorld(world: SiteWorld, since: CrawlSiteJob["since"]): SiteWorld {
  if (since === undefined) return world;
  return { ...world, now: () => since.at, files: since.isRepeat ? savedBefore(world.files) : world.files };
}

/** Validates the document again, with the results of the questions. */
function withQuestions(
  { text, findability }: { readonly text: string; readonly findability: Findability },
  { request: { descLength }, world }: { readonly request: Pick<CrawlRequest, "descLength">; readonly world: SiteWorld },
  signal: AbortSignal,
): Promise<Validation> {
  const faults = unfoundFaults(text, findability);
  const options = { profile: "strict", descLength, faults, measured: ["links", "questions"] } as const;
  return world.writer.validate(text, options, signal);
}

/** Milliseconds for measuring findability; a crawl is answered without it after that. */
const FINDABILITY_MS = 3_000;

/** Findability of the document; undefined if it takes too long, or cannot be measured. */
async function tryFindability({ text, pages }: Generated, { findability }: SiteWorld, signal: AbortSignal) {
  try {
    return await findability?.(text, pages, AbortSignal.any([signal, AbortSignal.timeout(FINDABILITY_MS)]));
  } catch (thrown) {
    if (thrown instanceof CrawlError) return undefined; // unreadable, or no time left
    throw thrown;
  }
}

type EnrolRequest = CrawlRequest & { readonly recrawlIntervalMinutes: number };

async function tryEnrol(
  request: EnrolRequest,
  { record, ...crawled }: UploadedCrawl & { readonly record: RunRecord },
  { world, report }: Job<SiteWorld, CrawlSiteProgress>,
  stopping: AbortSignal,
): Promise<void> {
  const { recrawlIntervalMinutes } = request;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(AFTERWARDS_MS)]);
  try {
    const sentinelUrl = await findSentinel(request, world, signal);
    const { seal, sealedCredentials } = sealedSite(request, { world, report });
    const memoryKey = seal && (await remembered(request, { ...crawled, seal }, world, signal));
    // A private text that cannot be sealed is not stored: the first recrawl then requests pages without credentials.
    const delivery = seal && deliveryOf({ ...crawled, memoryKey, seal }, undefined);
    const asked = siteRequestOf(request);
    const rest = { recrawlIntervalMinutes, sentinelUrl, sealedCredentials };
    const enrolment = { request: asked, ...rest, ...(delivery && { delivery, record }) };
    // A database call cannot be cancelled, but has its own time limits.
    const site = await unlessAborted(signal, world.sites.enrol(enrolment), reasonOf);
    const { overlay } = request;
    if (overlay !== undefined) {
      const writing = { ...writtenOverlay(overlay), isDelivered: delivery !== undefined };
      await unlessAborted(signal, world.sites.setOverlay(site.id, writing), reasonOf);
    }
    report({ type: "enrolled", baseUrl: site.baseUrl, recrawlIntervalMinutes });
    const now = () => world.now();
    const live = await lookAfterCrawl(site, { world, report, began: now(), clock: now }, signal);
    if (live !== undefined) await unlessAborted(signal, world.sites.setLive(site.id, live), reasonOf);
  } catch (thrown) {
    const error = signal.aborted ? new CrawlError("timeout", { timeoutMs: AFTERWARDS_MS }) : toCrawlError(thrown);
    report({ type: "notEnrolled", error });
  }
}

/** Stores the pages for the next crawl, unless storing the text failed: then the first recrawl fetches them in full. */
async function remembered(
  { url }: EnrolRequest,
  { pages, uploaded, seal }: UploadedCrawl & { readonly seal: DocumentSeal },
  { memory }: SiteWorld,
  signal: AbortSignal,
) {
  const baseUrl = siteKey(url);
  if (baseUrl === undefined || uploaded.type === "notStored") return undefined;
  return memory.keep({ baseUrl, memoryKey: null }, seal.seal(await packPages(pages)), signal);
}

/** The site's sealed credentials, and the seal of its documents; undefined if these must not be stored. */
function sealedSite(
  { url, credentials, capability = newKey() }: CrawlRequest,
  { world, report }: Job<SiteWorld, CrawlSiteProgress>,
): { readonly seal: DocumentSeal | undefined; readonly sealedCredentials: string | null } {
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
