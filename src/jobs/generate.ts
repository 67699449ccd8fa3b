import { createHash } from "node:crypto";
import { tryPageUrl } from "../address/page-url.ts";
import { type CrawlEnd, type CrawlEvent, type CrawledPage, crawl } from "../crawl/crawl.ts";
import { judgeWith, type Reader } from "../crawl/reading/reading.ts";
import { CrawlError, toCrawlError } from "../errors.ts";
import { credentialFields } from "../fetch/credentials/credentials.ts";
import type { CrawlFetch } from "../fetch/fetch.ts";
import { targetOf } from "../fetch/guard/guard.ts";
import type { Validation } from "../llmstxt/check/check.ts";
import type { EnhanceProgress } from "../llmstxt/enhance/enhance.ts";
import type { Rendered, RenderOptions } from "../llmstxt/llmstxt.ts";
import { yieldToEventLoop } from "../waiting/event-loop.ts";
import { type OwnMarkdown, readOwnMarkdown } from "./own-markdown.ts";
import type { CrawlRequest } from "./request.ts";
import type { GenerateWorld } from "./world.ts";

/** What one job works with: the world, and the function it reports to. */
export interface Job<World, Progress> {
  readonly world: World;
  readonly report: Report<Progress>;
}

/** How a document is made, besides what was asked for. */
export interface GenerateJob extends Job<GenerateWorld, GenerateProgress> {
  /** Also report which pages come next before they are fetched. */
  readonly withPreview?: boolean;
  /** The command line lets the crawl reach the host and port that were typed, whatever their address. */
  readonly allowTypedAddress?: boolean;
  /** What the last crawl of the site left behind: its pages are asked for conditionally, its text compared with. */
  readonly previous?: PreviousCrawl;
  /** Pages that an earlier crawl read: taken as they are, without a request. */
  readonly taken?: ReadonlyMap<string, CrawledPage> | undefined;
  /** When it fires the document is made of what there is. */
  readonly finishing?: AbortSignal | undefined;
  /** Hears how many requests are on the wire. */
  readonly onRequests?: ((open: number) => void) | undefined;
}

export interface PreviousCrawl {
  readonly pages: ReadonlyMap<string, CrawledPage>;
  /** When the content last changed: what the last document says. */
  readonly generatedAt: Date;
  /** Digest of the last document before enhancement. */
  readonly plainDigest: string;
}

/** Facts a watcher can learn while a document is made; small and plain, so that they can cross a process. */
export type GenerateProgress =
  | Exclude<CrawlEvent, { type: "end" }>
  | { readonly type: "crawled"; readonly why: CrawlEnd; readonly pages: number }
  | { readonly type: "rendered"; readonly rendered: Rendered }
  | { readonly type: "enhanceSkipped" }
  | EnhanceProgress
  | { readonly type: "enhanced"; readonly piecesReplaced: number; readonly pieces: number }
  | { readonly type: "enhanceFailed"; readonly error: CrawlError };

export interface Generated {
  /** The document to deliver. Of an unchanged site: the last one before enhancement, to the byte. */
  readonly text: string;
  /** SHA-256 of `text` in hex. */
  readonly digest: string;
  /** SHA-256 of the text before enhancement; equal to `digest` where there was none. */
  readonly plainDigest: string;
  /** Whether it differs from the last crawl's; true where there was none. */
  readonly changed: boolean;
  /** What the document says of when its content changed. */
  readonly generatedAt: Date;
  readonly rendered: Rendered;
  /** What the rules of the format say of `text`. */
  readonly validation: Validation;
  readonly pages: readonly CrawledPage[];
  /** llms-full.txt, where it was asked for. */
  readonly full?: string;
  /** What a bundle needs of the site's own Markdown; only with `publish`. */
  readonly own?: OwnMarkdown;
  /** Why the crawl ended. */
  readonly why: CrawlEnd;
}

export type Report<Progress> = (progress: Progress) => void;

/**
 * From a URL to a document: crawl, render, enhance. It stores nothing and enrols nothing.
 * @throws CrawlError when not even the homepage could be had, or `signal` fired; `unexpected` for a document that is not valid
 */
export async function generate(request: CrawlRequest, job: GenerateJob, signal: AbortSignal): Promise<Generated> {
  const { report } = job;
  const { pages, why } = await crawlPages(request, job, signal);
  report({ type: "crawled", why, pages: pages.length });
  const writing = { request, pages, job };
  const document = await composeDocument(writing, signal);
  report({ type: "rendered", rendered: document.rendered });
  const text = request.llmEnhance && document.changed ? await enhanced(document.text, job, signal) : document.text;
  const { writer } = job.world;
  const validation = await writer.validate(text, { profile: "strict", descLength: request.descLength }, signal);
  if (document.changed) assertValid(validation);
  const full = request.full
    ? { full: await writer.llmsFull(pages, renderOptions(request, document.generatedAt), signal) }
    : {};
  const own = request.publish === true ? { own: await ownMarkdown(request, pages, job, signal) } : {};
  await yieldToEventLoop();
  return { ...own, ...document, text, digest: sha256(text), validation, pages, why, ...full };
}

function ownMarkdown(request: CrawlRequest, pages: readonly CrawledPage[], job: GenerateJob, signal: AbortSignal) {
  const reader = job.world.readers.forCrawl({ withMarkdown: false }, signal);
  const { plain } = crawlFetch(request, reader, job);
  const onFailed = (address: string, error: CrawlError) => {
    const url = tryPageUrl(address);
    if (url !== undefined) job.report({ type: "failed", url, error });
  };
  return readOwnMarkdown(pages, { fetch: plain, onFailed }, signal);
}

/** The rules run on every document before it is delivered; one that breaks them is a fault of this program. */
function assertValid({ valid, findings }: Validation): void {
  if (valid) return;
  const told = findings.filter(({ level }) => level === "error").map(({ rule, line }) => `${rule} in line ${line}`);
  throw new CrawlError("unexpected", { detail: `The document breaks its own rules: ${told.slice(0, 5).join(", ")}` });
}

async function crawlPages(
  request: CrawlRequest,
  job: GenerateJob,
  signal: AbortSignal,
): Promise<{ pages: readonly CrawledPage[]; why: CrawlEnd }> {
  const { world, report, previous, taken, finishing, withPreview = false } = job;
  const remembered = previous?.pages ?? taken;
  const { settings } = world;
  const withMarkdown = request.full || request.publish === true;
  const reader = world.readers.forCrawl({ withMarkdown }, signal);
  const events = crawl(
    request.url,
    {
      fetch: crawlFetch(request, reader, job),
      reader,
      maxPages: request.maxPages,
      concurrency: settings.concurrency,
      timeoutMs: settings.timeoutMs,
      respectRobots: settings.respectRobots,
      productToken: settings.productToken,
      scope: request.scope,
      include: request.include,
      exclude: request.exclude,
      withMarkdown,
      withPreview,
      finishing,
      ...(request.language === undefined ? {} : { language: request.language }),
      ...(remembered === undefined ? {} : { remembered }),
    },
    signal,
  );
  for await (const event of events) {
    if (event.type === "end") return event;
    report(event);
  }
  throw new CrawlError("aborted", { detail: "The crawl was stopped" });
}

function crawlFetch(request: CrawlRequest, reader: Reader, job: GenerateJob): CrawlFetch {
  const { world, report, onRequests, taken, allowTypedAddress = false } = job;
  const typed = URL.parse(request.url);
  const { url, credentials } = request;
  const fetch = world.fetching.forCrawl({
    onRequests,
    useProxy: request.useProxy,
    credentials: credentials && credentialFields(url, credentials),
    judge: judgeWith(reader),
    onSlower: ({ reason, concurrency }) => report({ type: "slower", reason, concurrency }),
    onAttempt: (url, attempt) => report({ type: "attempt", url, attempt }),
    ...(allowTypedAddress && typed ? { allow: targetOf(typed) } : {}),
  });
  return taken === undefined ? fetch : { ...fetch, page: withoutAsking(fetch.page, taken) };
}

/** Says of pages that were taken before that they are the same, as a server would. */
const withoutAsking =
  (fetch: CrawlFetch["page"], taken: ReadonlyMap<string, CrawledPage>): CrawlFetch["page"] =>
  async (request, signal) => {
    const page = taken.get(request.url);
    if (page === undefined) return fetch(request, signal);
    const { url, rung } = page;
    return {
      url,
      chain: [url],
      status: 304,
      headers: {},
      body: NOTHING,
      wireBytes: 0,
      rung,
      elapsedMs: 0,
      attempts: [],
    };
  };

const NOTHING = new Uint8Array();

type Document = Pick<Generated, "text" | "plainDigest" | "changed" | "generatedAt" | "rendered">;

interface Writing {
  readonly request: CrawlRequest;
  readonly pages: readonly CrawledPage[];
  readonly job: GenerateJob;
}

/** Rendered with the last document's time first: only where that differs did the content change. */
async function composeDocument(
  { request, pages, job: { world, previous } }: Writing,
  signal: AbortSignal,
): Promise<Document> {
  const { budgetCharacters, topics } = world.settings;
  const renderedAt = async (generatedAt: Date) => {
    const options = { ...renderOptions(request, generatedAt), budgetCharacters, topics };
    const rendered = await world.writer.llmsTxt(pages, options, signal);
    await yieldToEventLoop();
    return { rendered, text: rendered.text, plainDigest: sha256(rendered.text), generatedAt };
  };
  if (previous) {
    const same = await renderedAt(previous.generatedAt);
    if (same.plainDigest === previous.plainDigest) return { ...same, changed: false };
  }
  return { ...(await renderedAt(world.now())), changed: true };
}

/** How the document of a request is rendered: the same for llms.txt, llms-full.txt and single pages. */
export function renderOptions(
  { url, descLength }: Pick<CrawlRequest, "url" | "descLength">,
  generatedAt: Date,
): RenderOptions {
  return { source: url, descLength, generatedAt };
}

/** The text after enhancement; the text as it was where there is no model or it fails. */
async function enhanced(text: string, { world, report }: GenerateJob, signal: AbortSignal): Promise<string> {
  const { enhance } = world;
  if (enhance === undefined) {
    report({ type: "enhanceSkipped" });
    return text;
  }
  try {
    const { text: better, piecesReplaced, pieces } = await enhance(text, report, signal);
    report({ type: "enhanced", piecesReplaced, pieces });
    return better;
  } catch (thrown) {
    signal.throwIfAborted();
    report({ type: "enhanceFailed", error: toCrawlError(thrown, "enhancement_failed") });
    return text;
  }
}

/** SHA-256 of the text's UTF-8 bytes, in hex. */
export const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");
