import type { FastifyBaseLogger } from "fastify";
import { logFact, RunLog } from "./facts/facts.ts";
import type { RecrawlListener, RecrawlProgress } from "./jobs/recrawls/recrawls.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Site } from "./sites/site.ts";
import { logStages } from "./stage-log.ts";

/** Listeners of a recrawl, besides the site's own memory. */
interface RecrawlSinks {
  readonly log: FastifyBaseLogger;
  readonly metrics: Pick<Metrics, "progress" | "recrawlEnded">;
}

/** Hears of the recrawls of one job, from now on: for the log, the metrics, and the memory of the site. */
export function recrawlListener({
  log,
  metrics,
}: RecrawlSinks): (site: Pick<Site, "baseUrl" | "isPrivate">) => RecrawlListener {
  const startedAt = performance.now();
  return ({ baseUrl, isPrivate }) => {
    const [stages, kept] = [logStages(log, baseUrl), new RunLog()];
    const report = (progress: RecrawlProgress) => {
      // Of a private site the log names no page.
      if (!isPrivate || progress.type !== "failed") logFact(log, progress, { site: baseUrl });
      stages(progress);
      kept.add(progress);
      metrics.progress(progress);
      const seconds = (performance.now() - startedAt) / 1000;
      if (progress.type === "recrawled") metrics.recrawlEnded(progress.outcome, seconds);
      if (progress.type === "recrawlFailed") metrics.recrawlEnded("failed", seconds);
    };
    return { report, record: () => kept.record };
  };
}
