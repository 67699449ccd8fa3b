import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { CrawlSiteProgress } from "./crawl-progress.ts";

/** How a request ended: delivered, not understood, failed, interrupted by a stop, or left by its client. */
export type CrawlOutcome = "done" | "refused" | "failed" | "interrupted" | "abandoned";

/** Numbers read when they are asked for. */
interface Gauges {
  running(): number;
  waiting(): number;
  sockets(): number;
}

export interface Metrics {
  /** The text of GET /metrics, in the Prometheus format. */
  text(): Promise<string>;
  progress(progress: CrawlSiteProgress): void;
  crawlEnded(outcome: CrawlOutcome, seconds: number): void;
}

/** The counters of one server. Each has its own registry, so that two can live in one process. */
export function openMetrics({ running, waiting, sockets }: Gauges): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge("llmstxt_crawls_running", "Crawls under way", running);
  gauge("llmstxt_crawls_waiting", "Crawls in the queue", waiting);
  gauge("llmstxt_sockets_open", "Open WebSocket connections", sockets);
  const crawls = new Counter({
    name: "llmstxt_crawls_total",
    help: "Crawls ended",
    labelNames: ["outcome"],
    registers,
  });
  const seconds = new Histogram({
    name: "llmstxt_crawl_duration_seconds",
    help: "From the request to the result, waiting included",
    buckets: [0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600],
    registers,
  });
  return {
    text: () => registry.metrics(),
    progress: pageCounters(registers),
    crawlEnded(outcome, elapsed) {
      crawls.inc({ outcome });
      seconds.observe(elapsed);
    },
  };
}

/** Counts pages, failures and bytes from what a crawl reports. */
function pageCounters(registers: Registry[]): Metrics["progress"] {
  const attempts = new Counter({
    name: "llmstxt_fetch_attempts_total",
    help: "Fetches of pages, by way and outcome",
    labelNames: ["rung", "outcome"],
    registers,
  });
  const pages = new Counter({
    name: "llmstxt_pages_total",
    help: "Pages read, by way",
    labelNames: ["rung"],
    registers,
  });
  const failures = new Counter({
    name: "llmstxt_pages_failed_total",
    help: "Pages failed, by code",
    labelNames: ["code"],
    registers,
  });
  const bytes = new Counter({ name: "llmstxt_page_bytes_total", help: "Bytes of pages as they travelled", registers });
  return (progress) => {
    if (progress.type === "page") {
      pages.inc({ rung: progress.page.rung });
      bytes.inc(progress.page.bytes);
    }
    if (progress.type === "failed") failures.inc({ code: progress.error.code });
    if (progress.type === "attempt") {
      // Reasons are texts of many kinds: as labels they would be without number.
      const outcome = progress.attempt.outcome === "ok" ? "ok" : "not taken";
      attempts.inc({ rung: progress.attempt.rung, outcome });
    }
  };
}
