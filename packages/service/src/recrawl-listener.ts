import type { FastifyBaseLogger } from "fastify";
import { logFact, RunLog } from "./facts/facts.ts";
import type { RecrawlListener, RecrawlProgress } from "./jobs/recrawls/recrawls.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Site } from "./sites/site.ts";
import { logStages } from "./stage-log.ts";

/**
 * Returns listeners for the recrawls of one job, which is timed from now. Facts go to the log, the metrics and the
 * run's own log.
 */
export function recrawlListener(
  log: FastifyBaseLogger,
  metrics: Pick<Metrics, "progress" | "recrawlEnded">,
): (site: Pick<Site, "baseUrl" | "isPrivate">) => RecrawlListener {
  const startedAt = performance.now();
  return ({ baseUrl, isPrivate }) => {
    const [stages, kept] = [logStages(log, baseUrl), new RunLog()];
    const report = (progress: RecrawlProgress) => {
      // The line of a failed page names its address: for a private site it is not logged.
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
