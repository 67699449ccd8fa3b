import type { RecrawlEnded, RecrawlProgress } from "../jobs/recrawls/recrawls.ts";
import { VERSION } from "../settings/config.ts";
import type { CrawlFact, Rows } from "./fact.ts";

/** Log fields of a recrawl's end. `release`: version of this program, since versions may run side by side. */
const endOf = ({ runId, ms, pages }: RecrawlEnded) => ({ run: runId, seconds: ms / 1_000, pages, release: VERSION });

export const RECRAWLING: Rows<Exclude<RecrawlProgress, CrawlFact>> = {
  sentinelUnchanged: {
    info: ({ url }) => `Nothing new in the sitemap, so nothing was crawled: ${url}`,
    log: ({ url }) => ["Sitemap unchanged", { sitemap: url }],
    stage: "check sitemap",
  },
  sentinelFailed: {
    warning: ({ url, error }) => `Could not read the sitemap ${url}: ${error.message}`,
    log: ({ url, error }) => ["Sitemap check failed", { sitemap: url, why: error.message }],
    stage: "check sitemap",
  },
  documentKept: {
    warning: ({ found, pages }) => `Found ${found} of ${pages} pages: the old document is kept`,
    log: ({ pages, found, times }) => ["Too many pages are missing: the old document is kept", { pages, found, times }],
  },
  // The run's record has its end already, so its log needs no line.
  recrawled: {
    info: () => [],
    log: (fact) => ["Recrawled", { outcome: fact.outcome, ...endOf(fact) }, "info"],
  },
  recrawlFailed: {
    warning: () => [],
    log: (fact) => ["Recrawl failed", { why: fact.error.message, retryMinutes: fact.retryMinutes, ...endOf(fact) }],
  },
};
