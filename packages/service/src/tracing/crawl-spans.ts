import type { CrawlSiteProgress } from "../crawl-progress.ts";
import type { RecrawlProgress } from "../jobs/recrawls/recrawls.ts";
import { type Attributes, type OpenSpan, traceTime } from "./span.ts";

type Progress = CrawlSiteProgress | RecrawlProgress;

/** Pages of one crawl that have a span: the first ones, and of the others those that went wrong. */
const MAX_PAGES = 100;
const MAX_FAILED_PAGES = 100;

/** What ends a stage: stages follow each other without a gap. */
const STAGES: Readonly<Partial<Record<Progress["type"], string>>> = {
  sentinelUnchanged: "check sitemap",
  sentinelFailed: "check sitemap",
  site: "find homepage",
  crawled: "crawl pages",
  rendered: "write document",
  enhanced: "enhance",
  enhanceFailed: "enhance",
  uploaded: "upload",
  uploadFailed: "upload",
  extraStored: "store beside",
  pagesStored: "store beside",
  extrasFailed: "store beside",
  bundleStored: "publish",
  bundleFailed: "publish",
  enrolled: "enrol",
  notEnrolled: "enrol",
};

interface SpanOptions {
  /** Of a crawl with credentials the trace names no page. */
  readonly isPrivate?: boolean;
  readonly now?: () => number;
}

/** Makes spans below a crawl's, or a recrawl's, of what it reports: its stages, and some of its pages. */
export function crawlSpans(
  span: OpenSpan,
  { isPrivate = false, now = traceTime }: SpanOptions = {},
): (progress: Progress) => void {
  let stageAt = now();
  const pages = isPrivate ? () => {} : pageSpans(span, now);
  return (progress) => {
    pages(progress);
    // What lies between a stage and an upload is nobody's.
    if (progress.type === "uploading") stageAt = now();
    if (progress.type === "tokens")
      span.set({ "gen_ai.usage.input_tokens": progress.tokensIn, "gen_ai.usage.output_tokens": progress.tokensOut });
    if (progress.type === "recrawled") span.set({ "llmstxt.outcome": progress.outcome });
    const name = STAGES[progress.type];
    if (name === undefined) return;
    const failure = "error" in progress ? (isPrivate ? progress.error.code : progress.error.message) : undefined;
    span.child({ name, startedAt: stageAt, endedAt: now(), attributes: attributesOf(progress), failure });
    stageAt = now();
  };
}

function attributesOf(progress: Progress): Attributes {
  if (progress.type === "crawled") return { "llmstxt.pages": progress.pages, "llmstxt.end": progress.why };
  if (progress.type === "rendered") return { "llmstxt.characters": progress.rendered.text.length };
  if (progress.type === "enhanced")
    return { "llmstxt.parts": progress.pieces, "llmstxt.improved": progress.piecesReplaced };
  return {};
}

function pageSpans(span: OpenSpan, now: () => number): (progress: Progress) => void {
  let [pages, failed, untold] = [0, 0, 0];
  return (progress) => {
    if (progress.type !== "attempt") return;
    const { rung, outcome, error, elapsedMs } = progress.attempt;
    const isTold = error === undefined ? pages++ < MAX_PAGES : failed++ < MAX_FAILED_PAGES;
    if (!isTold) return span.set({ "llmstxt.untold_pages": ++untold });
    const endedAt = now();
    const attributes = { "url.full": withoutQuery(progress.url), "llmstxt.rung": rung, "llmstxt.answer": outcome };
    const startedAt = endedAt - elapsedMs;
    span.child({ name: "fetch page", kind: "client", startedAt, endedAt, attributes, failure: error?.message });
  };
}

/** A query may hold a secret. */
export const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? "";
