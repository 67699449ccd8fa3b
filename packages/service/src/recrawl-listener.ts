import type { FastifyBaseLogger } from "fastify";
import type { RecrawlListener, RecrawlProgress } from "./jobs/recrawls/recrawls.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { logRecrawl } from "./recrawl-log.ts";
import { RunLog } from "./run-log.ts";
import type { RecrawlOutcome } from "./sites/lease.ts";
import type { Site } from "./sites/site.ts";
import { crawlSpans, type OpenSpan, withoutQuery } from "./tracing/tracing.ts";

/** Where a recrawl is told of, besides what its site remembers. */
interface Told {
  readonly log: FastifyBaseLogger;
  readonly metrics: Pick<Metrics, "progress" | "recrawlEnded">;
  /** Of the whole recrawl. */
  readonly span: OpenSpan;
}

/** Hears of the recrawls of one job, from now on: for the log, the trace, the metrics, and the memory of the site. */
export function recrawlListener({
  log,
  metrics,
  span,
}: Told): (site: Pick<Site, "baseUrl" | "isPrivate">) => RecrawlListener {
  const startedAt = performance.now();
  return ({ baseUrl, isPrivate }) => {
    const [toLog, kept, toSpans] = [logRecrawl(log, baseUrl), new RunLog(), crawlSpans(span, { isPrivate })];
    span.set({ "url.full": withoutQuery(baseUrl) });
    const report = (progress: RecrawlProgress) => {
      // Of a private site the log names no page.
      if (!isPrivate || progress.type !== "failed") toLog(progress);
      kept.add(progress);
      toSpans(progress);
      metrics.progress(progress);
      const outcome = outcomeOf(progress);
      if (outcome !== undefined) metrics.recrawlEnded(outcome, (performance.now() - startedAt) / 1000);
    };
    return { report, record: () => kept.record };
  };
}

function outcomeOf(progress: RecrawlProgress): RecrawlOutcome | undefined {
  if (progress.type === "recrawled") return progress.outcome;
  return progress.type === "recrawlFailed" ? "failed" : undefined;
}
