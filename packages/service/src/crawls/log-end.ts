import { isFailure, toCrawlError } from "@llmstxt-service/page/errors";
import type { FastifyBaseLogger } from "fastify";
import { countsByReason } from "../left-out-words.ts";
import type { CrawlOutcome, Metrics } from "../metrics/metrics.ts";
import type { Summary } from "../protocol/protocol.ts";
import type { LiveCrawl } from "./live-crawl.ts";
import type { CrawlResult } from "./record.ts";

/** Figures of a crawl that is done, for the log. */
export const endFigures = ({ pages, cpuMs, leftOut }: Summary) => ({ pages, leftOut: countsByReason(leftOut), cpuMs });

/** Counts and logs the end of a crawl that nobody waits for. */
export function logEnd(
  live: LiveCrawl,
  ended: Promise<CrawlResult>,
  { metrics, log }: { readonly metrics: Pick<Metrics, "crawlEnded">; readonly log: FastifyBaseLogger },
): void {
  const begunAt = performance.now();
  const seconds = () => (performance.now() - begunAt) / 1000;
  ended.then(
    ({ summary }) => {
      metrics.crawlEnded("done", seconds());
      const figures = { ...endFigures(summary), seconds: seconds() };
      log.info({ crawl: live.id, url: live.record.url, ...figures }, "crawl done");
    },
    (error: unknown) => {
      metrics.crawlEnded(outcomeOf(live), seconds());
      if (!live.isOver) return log.info({ crawl: live.id }, "crawl left to be gone on with");
      const isPrivate = live.record.capability !== undefined;
      const why = isPrivate ? { code: toCrawlError(error).code } : { err: error };
      return log[isFailure(error, "unexpected") ? "error" : "info"]({ crawl: live.id, ...why }, "crawl failed");
    },
  );
}

function outcomeOf({ isOver, record: { state } }: LiveCrawl): CrawlOutcome {
  if (!isOver) return "interrupted";
  return state === "cancelled" ? "abandoned" : "failed";
}
