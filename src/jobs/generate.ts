import { createHash } from "node:crypto";
import { type CrawlEvent, type CrawledPage, crawl } from "../crawl/crawl.ts";
import { judgeContent } from "../crawl/reading.ts";
import { CrawlError, toCrawlError } from "../errors.ts";
import type { CrawlFetch } from "../fetch/fetch.ts";
import { portOf } from "../fetch/guard.ts";
import type { EnhanceProgress } from "../llmstxt/enhance.ts";
import { renderLlmsFull } from "../llmstxt/full.ts";
import { type Rendered, type RenderOptions, renderLlmsTxt } from "../llmstxt/llmstxt.ts";
import { validateLlmsTxt } from "../llmstxt/validate.ts";
import { turn } from "./turn.ts";
import type { GenerateWorld } from "./world.ts";

export interface GenerateRequest {
  /** As a person typed it. */
  readonly url: string;
  readonly maxPages: number;
  readonly descLength: number;
  readonly scope: "domain" | "path";
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly language?: string;
  /** Also write llms-full.txt. */
  readonly full: boolean;
  readonly llmEnhance: boolean;
  readonly useProxy: boolean;
  /** Also report which pages come next before they are asked for. */
  readonly withOutlook?: boolean;
  /** The command line lets the crawl reach the host and port that were typed, whatever their address. */
  readonly allowTypedAddress?: boolean;
  /** What the last crawl of the site left behind: its pages are asked for conditionally, its text compared with. */
  readonly previous?: PreviousCrawl;
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
  | { readonly type: "crawled"; readonly why: "complete" | "limit" | "timeout"; readonly pages: number }
  | { readonly type: "rendered"; readonly rendered: Rendered }
  | { readonly type: "enhanceSkipped" }
  | EnhanceProgress
  | { readonly type: "enhanced"; readonly piecesReplaced: number; readonly pieces: number }
  | { readonly type: "enhanceFailed"; readonly why: string };

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
  readonly pages: readonly CrawledPage[];
  /** llms-full.txt, where it was asked for. */
  readonly full?: string;
  readonly timedOut: boolean;
}

export type Report<Progress> = (progress: Progress) => void;

/**
 * From a URL to a document: crawl, render, enhance. It stores nothing and enrols nothing.
 * @throws CrawlError when not even the homepage could be had, or `signal` fired; `unexpected` for a document that is not valid
 */
export async function generate(
  request: GenerateRequest,
  world: GenerateWorld,
  report: Report<GenerateProgress>,
  signal: AbortSignal,
): Promise<Generated> {
  const { pages, why } = await crawlPages(request, world, report, signal);
  report({ type: "crawled", why, pages: pages.length });
  await turn();
  const document = composeDocument(request, pages, world);
  report({ type: "rendered", rendered: document.rendered });
  const text = await enhanced(document, request, world, report, signal);
  if (document.changed) assertValid(text);
  return {
    ...document,
    text,
    digest: sha256(text),
    pages,
    timedOut: why === "timeout",
    ...(request.full ? { full: renderLlmsFull(pages, renderOptions(request, document.generatedAt)) } : {}),
  };
}

/** The rules run on every document before it is delivered; one that breaks them is a fault of this program. */
function assertValid(text: string): void {
  const { valid, findings } = validateLlmsTxt(text);
  if (valid) return;
  const told = findings.filter(({ level }) => level === "error").map(({ rule, line }) => `${rule} in line ${line}`);
  throw new CrawlError("unexpected", `The document breaks its own rules: ${told.slice(0, 5).join(", ")}`);
}

async function crawlPages(
  request: GenerateRequest,
  world: GenerateWorld,
  report: Report<GenerateProgress>,
  signal: AbortSignal,
): Promise<{ pages: readonly CrawledPage[]; why: "complete" | "limit" | "timeout" }> {
  const { settings } = world;
  const events = crawl(
    request.url,
    {
      fetch: crawlFetch(request, world, report),
      maxPages: request.maxPages,
      concurrency: settings.concurrency,
      timeoutMs: settings.timeoutMs,
      respectRobots: settings.respectRobots,
      productToken: settings.productToken,
      scope: request.scope,
      include: request.include,
      exclude: request.exclude,
      withMarkdown: request.full,
      withOutlook: request.withOutlook ?? false,
      ...(request.language === undefined ? {} : { language: request.language }),
      ...(request.previous === undefined ? {} : { remembered: request.previous.pages }),
    },
    signal,
  );
  for await (const event of events) {
    if (event.type === "end") return event;
    report(event);
  }
  throw new CrawlError("aborted", "The crawl was stopped");
}

function crawlFetch(request: GenerateRequest, world: GenerateWorld, report: Report<GenerateProgress>): CrawlFetch {
  const typed = URL.parse(request.url);
  return world.fetching.forCrawl({
    useProxy: request.useProxy,
    judge: judgeContent,
    onSlower: ({ reason, concurrency }) => report({ type: "slower", reason, concurrency }),
    onAttempt: (url, attempt) => report({ type: "attempt", url, attempt }),
    ...(request.allowTypedAddress && typed ? { allow: { hostname: typed.hostname, port: portOf(typed) } } : {}),
  });
}

type Document = Pick<Generated, "text" | "plainDigest" | "changed" | "generatedAt" | "rendered">;

/** Rendered with the last document's time first: only where that differs did the content change. */
function composeDocument(request: GenerateRequest, pages: readonly CrawledPage[], world: GenerateWorld): Document {
  const { previous } = request;
  const { budgetCharacters } = world.settings;
  const renderedAt = (generatedAt: Date) =>
    rendering(pages, { ...renderOptions(request, generatedAt), budgetCharacters });
  if (previous) {
    const same = renderedAt(previous.generatedAt);
    if (same.plainDigest === previous.plainDigest) return { ...same, changed: false };
  }
  return { ...renderedAt(world.now()), changed: true };
}

function rendering(pages: readonly CrawledPage[], options: RenderOptions) {
  const rendered = renderLlmsTxt(pages, options);
  const { generatedAt } = options;
  return { rendered, text: rendered.text, plainDigest: sha256(rendered.text), generatedAt };
}

/** How the document of a request is rendered: the same for llms.txt, llms-full.txt and single pages. */
export function renderOptions(
  { url, descLength }: Pick<GenerateRequest, "url" | "descLength">,
  generatedAt: Date,
): RenderOptions {
  return { source: url, descLength, generatedAt };
}

/** The text after enhancement; the text as it was where enhancement is off, needless or fails. */
async function enhanced(
  { text, changed }: Document,
  request: GenerateRequest,
  { enhance }: GenerateWorld,
  report: Report<GenerateProgress>,
  signal: AbortSignal,
): Promise<string> {
  if (!request.llmEnhance || !changed) return text;
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
    report({ type: "enhanceFailed", why: toCrawlError(thrown, "enhancement_failed").message });
    return text;
  }
}

/** SHA-256 of the text's UTF-8 bytes, in hex. */
export const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");
