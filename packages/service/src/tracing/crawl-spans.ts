import { type Fact, rowOf } from "../facts/facts.ts";
import { type OpenSpan, traceTime } from "./span.ts";

/** Pages of one crawl that have a span: the first ones, and of the others those that went wrong. */
const MAX_PAGES = 100;
const MAX_FAILED_PAGES = 100;

interface SpanOptions {
  /** Of a crawl with credentials the trace names no page. */
  readonly isPrivate?: boolean;
  readonly now?: () => number;
}

/** Makes spans below a crawl's, or a recrawl's, of what it reports: its stages, and some of its pages. */
export function crawlSpans(
  span: OpenSpan,
  { isPrivate = false, now = traceTime }: SpanOptions = {},
): (progress: Fact) => void {
  let stageAt = now();
  const pages = isPrivate ? () => {} : pageSpans(span, now);
  return (progress) => {
    pages(progress);
    // What lies between a stage and an upload is nobody's.
    if (progress.type === "uploading") stageAt = now();
    const { stage: name, attributes: attributesOf } = rowOf(progress);
    const attributes = attributesOf?.(progress) ?? {};
    if (name === undefined) return attributesOf && span.set(attributes);
    const failure = "error" in progress ? (isPrivate ? progress.error.code : progress.error.message) : undefined;
    span.child({ name, startedAt: stageAt, endedAt: now(), attributes, failure });
    stageAt = now();
  };
}

function pageSpans(span: OpenSpan, now: () => number): (progress: Fact) => void {
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
