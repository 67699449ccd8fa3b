import type { FastifyBaseLogger } from "fastify";
import type { RecrawlProgress } from "../jobs/recrawl-site.ts";

/** What the log says of a recrawl: its end, and what went wrong on the way. Pages are for the debug level. */
export function logRecrawl(log: FastifyBaseLogger, site: string): (progress: RecrawlProgress) => void {
  return (progress) => {
    switch (progress.type) {
      case "recrawled":
        return log.info({ site, outcome: progress.outcome }, "Recrawled");
      case "recrawlFailed":
        return log.warn({ site, why: progress.error.message, retryMinutes: progress.retryMinutes }, "Recrawl failed");
      case "sentinelUnchanged":
        return log.debug({ site, sitemap: progress.url }, "Sitemap unchanged");
      case "sentinelFailed":
        return log.warn({ site, sitemap: progress.url, why: progress.error.message }, "Sitemap check failed");
      case "uploaded":
        return log.debug({ site, url: progress.url }, "Uploaded");
      case "uploadFailed":
        return log.warn({ site, why: progress.error.message }, "Upload failed");
      case "extraStored":
        return log.debug({ site, url: progress.url }, "Also stored");
      case "extrasFailed":
        return log.warn({ site, why: progress.error.message }, "Not everything was stored beside the text");
      case "enhanceFailed":
        return log.warn({ site, why: progress.error.message }, "Enhancement failed");
      case "failed":
        return log.debug({ site, url: progress.url, why: progress.error.message }, "Page failed");
      default:
        return undefined;
    }
  };
}
