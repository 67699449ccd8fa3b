import { FAILURE_CODES } from "@llmstxt-service/page/failures";
import { Counter, type Registry } from "prom-client";
import type { CrawlSiteProgress } from "../crawl-progress.ts";
import type { RecrawlProgress } from "../jobs/recrawls/recrawls.ts";

/** What a crawl on request or a recrawl reports. */
export type JobProgress = CrawlSiteProgress | RecrawlProgress;

const RUNGS = ["plain", "browser", "proxy"] as const;

/** Counts pages, bytes, uploads and calls of a language model from what jobs report. Every series is there from the start. */
export function jobCounters(registers: Registry[]): (progress: JobProgress) => void {
  const count = countersIn(registers);
  const attempts = count("llmstxt_fetch_attempts_total", "Fetches of pages, by way and outcome", {
    rung: RUNGS,
    outcome: ["ok", "not_taken"],
  });
  const pages = count("llmstxt_pages_total", "Pages read, by way", { rung: RUNGS });
  const failures = count("llmstxt_pages_failed_total", "Pages failed, by code", { code: FAILURE_CODES });
  const bytes = count("llmstxt_page_bytes_total", "Bytes of pages as they travelled", {});
  const uploads = count("llmstxt_uploads_total", "Texts handed to the store", { outcome: ["stored", "failed"] });
  const calls = count("llmstxt_model_calls_total", "Parts of documents and pages a language model was asked for", {
    outcome: ["improved", "kept"],
  });
  const tokens = count("llmstxt_model_tokens_total", "Tokens of language models", { direction: ["in", "out"] });
  return (progress) => {
    if (progress.type === "page") {
      pages({ rung: progress.page.rung }, 1);
      bytes({}, progress.page.bytes);
    }
    if (progress.type === "failed") failures({ code: progress.error.code }, 1);
    if (progress.type === "attempt") {
      const { rung, outcome } = progress.attempt;
      // Reasons are texts of many kinds: as labels they would be without number.
      attempts({ rung, outcome: outcome === "ok" ? "ok" : "not_taken" }, 1);
    }
    if (progress.type === "uploaded") uploads({ outcome: "stored" }, 1);
    if (progress.type === "uploadFailed") uploads({ outcome: "failed" }, 1);
    if (progress.type === "enhanced") calls({ outcome: "improved" }, progress.piecesReplaced);
    if (progress.type === "described" && progress.isNew) calls({ outcome: "improved" }, 1);
    if (progress.type === "notDescribed") calls({ outcome: "kept" }, 1);
    if (progress.type === "pieceKept") calls({ outcome: "kept" }, 1);
    if (progress.type === "tokens") {
      tokens({ direction: "in" }, progress.tokensIn);
      tokens({ direction: "out" }, progress.tokensOut);
    }
  };
}

type Labels = Readonly<Record<string, string>>;

/** Makes counters with a 0 for each combination of the labels' values. */
export function countersIn(registers: Registry[]) {
  return (name: string, help: string, values: Readonly<Record<string, readonly string[]>>) => {
    const counter = new Counter({ name, help, labelNames: Object.keys(values), registers });
    for (const labels of combinations(Object.entries(values))) counter.inc(labels, 0);
    return (labels: Labels, by: number): void => counter.inc(labels, by);
  };
}

function combinations([first, ...rest]: readonly (readonly [string, readonly string[]])[]): Labels[] {
  if (first === undefined) return [{}];
  const [name, values] = first;
  return values.flatMap((value) => combinations(rest).map((labels) => ({ [name]: value, ...labels })));
}
