import type { RunCrawl } from "./crawls/crawls.ts";
import { crawlSpans, type Tracing, traced, withoutQuery } from "./tracing/tracing.ts";

/** Crawls on request with a span each, and spans below it of their stages and pages. */
export const tracedCrawl =
  (tracing: Tracing, run: RunCrawl): RunCrawl =>
  (request, watcher, signal) => {
    if (!tracing.isOn) return run(request, watcher, signal);
    const attributes = { "url.full": withoutQuery(request.url), "llmstxt.max_pages": request.maxPages };
    return traced(tracing, { name: "crawl", attributes }, (span) => {
      const tell = crawlSpans(span, { isPrivate: request.credentials !== undefined });
      const report: typeof watcher.report = (progress) => {
        tell(progress);
        watcher.report(progress);
      };
      return run(request, { ...watcher, report }, signal);
    });
  };
