import { FAILURE_CODES } from "@llmstxt-service/page/failures";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { ALERT_OUTCOMES, type AlertOutcome } from "../alerts/alerts.ts";
import { type CountedFact, type Fact, rowOf } from "../facts/facts.ts";
import { type AlertChannel, CHANNELS } from "../sites/alert-rule.ts";
import { RECRAWL_OUTCOMES, type RecrawlOutcome } from "../sites/lease.ts";
import { LIVE_VERDICTS } from "../sites/live.ts";
import type { Kind, Use } from "../threads/threads.ts";
import { backlogGauges, gaugesIn } from "./backlog.ts";

export type { Backlog } from "./backlog.ts";

const CRAWL_OUTCOMES = ["done", "refused", "failed", "interrupted", "abandoned"] as const;
/**
 * End of a crawl on request. `refused`: it failed because of the request; `abandoned`: its client left or cancelled it.
 */
export type CrawlOutcome = (typeof CRAWL_OUTCOMES)[number];

export type Metrics = ReturnType<typeof openMetrics>;

/** Buckets for a crawl's seconds, up to the longest usual CRAWL_TIMEOUT_SECONDS. */
const CRAWL_BUCKETS = [0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 21_600];
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The counters of one process. Each call makes a registry of its own, so that one process can hold two. */
export function openMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "llmstxt_http_request_duration_seconds",
    help: "Answering HTTP requests",
    labelNames: ["method", "route", "status"],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const count = countersIn(registers);
  const alerts = count("llmstxt_alerts_total", "Tries to deliver an alert, by what came of them", {
    channel: Object.values(CHANNELS),
    outcome: ALERT_OUTCOMES,
  });
  const deliveries = count("llmstxt_delivery_tries_total", "Further tries to store a text", {
    outcome: ["stored", "failed"],
  });
  const missed = count(
    "llmstxt_mirror_missed_total",
    "Requests of agents under /mirror/ for pages that are not there",
    {},
  );
  requests.zero({ method: "GET", route: "/metrics", status: "200" });
  return {
    /** Text of GET /metrics, in the Prometheus format. It waits for each source at most a second. */
    text: () => registry.metrics(),
    progress: jobCounters(registers),
    ...ends(registers),
    alertEnded: (channel: AlertChannel, outcome: AlertOutcome) => alerts({ channel, outcome }, 1),
    /** Counts another try at storing a text that the store had not taken. */
    deliveryTried: (outcome: "stored" | "failed") => deliveries({ outcome }, 1),
    /** @param route pattern of the route; the path itself would make a time series for each address */
    requestEnded: (
      route: { readonly method: string; readonly route: string; readonly status: number },
      seconds: number,
    ) => requests.observe({ ...route, status: String(route.status) }, seconds),
    /** Counts a request for a page that is not in its bundle. */
    mirrorMissed: () => missed({}, 1),
    /** Sets the gauges of crawls on request, which only a service has. */
    watchCrawls({ running, waiting, sockets }: Readonly<Record<"running" | "waiting" | "sockets", () => number>>) {
      const gauge = gaugesIn(registers);
      gauge("llmstxt_crawls_running", "Crawls under way", running);
      gauge("llmstxt_crawls_waiting", "Crawls in the queue", waiting);
      gauge("llmstxt_sockets_open", "Open WebSocket connections", sockets);
    },
    watchBacklog: backlogGauges(registers),
    /** Sets the source of the reading threads' figures. */
    watchThreads: threadMetrics(registers),
  };
}

/** Outcomes and durations of crawls and recrawls. */
function ends(registers: Registry[]) {
  const count = countersIn(registers);
  const crawls = count("llmstxt_crawls_total", "Crawls ended", { outcome: CRAWL_OUTCOMES });
  const crawlSeconds = new Histogram({
    name: "llmstxt_crawl_duration_seconds",
    help: "From the request to the result, waiting included",
    buckets: CRAWL_BUCKETS,
    registers,
  });
  const waitSeconds = new Histogram({
    name: "llmstxt_crawl_wait_seconds",
    help: "From the request to the beginning of the crawl",
    buckets: [0.1, ...CRAWL_BUCKETS],
    registers,
  });
  const recrawls = count("llmstxt_recrawls_total", "Recrawls ended", { outcome: RECRAWL_OUTCOMES });
  const recrawlSeconds = new Histogram({
    name: "llmstxt_recrawl_duration_seconds",
    help: "From a worker's taking a site to its end",
    buckets: CRAWL_BUCKETS,
    registers,
  });
  return {
    crawlBegun: (waitedSeconds: number) => waitSeconds.observe(waitedSeconds),
    crawlEnded(outcome: CrawlOutcome, seconds: number) {
      crawls({ outcome }, 1);
      crawlSeconds.observe(seconds);
    },
    recrawlEnded(outcome: RecrawlOutcome, seconds: number) {
      recrawls({ outcome }, 1);
      recrawlSeconds.observe(seconds);
    },
  };
}

const RUNGS = ["plain", "browser", "proxy"] as const;

/**
 * Counts pages, bytes, uploads and calls of a language model in the facts of jobs. Every time series exists from the
 * start.
 */
function jobCounters(registers: Registry[]): (fact: Fact) => void {
  const count = countersIn(registers);
  const counters: Readonly<Record<CountedFact[0], ReturnType<typeof count>>> = {
    attempts: count("llmstxt_fetch_attempts_total", "Fetches of pages, by way and outcome", {
      rung: RUNGS,
      outcome: ["ok", "not_taken"],
    }),
    fetchSeconds: count("llmstxt_fetch_seconds_total", "Time of these fetches, added up, by way", { rung: RUNGS }),
    pages: count("llmstxt_pages_total", "Pages read, by way", { rung: RUNGS }),
    failures: count("llmstxt_pages_failed_total", "Pages failed, by code", { code: FAILURE_CODES }),
    bytes: count("llmstxt_page_bytes_total", "Bytes of pages as they travelled", {}),
    uploads: count("llmstxt_uploads_total", "Texts handed to the store", { outcome: ["stored", "failed"] }),
    calls: count("llmstxt_model_calls_total", "Parts of documents and pages a language model was asked for", {
      outcome: ["improved", "kept"],
    }),
    looks: count("llmstxt_live_checks_total", "Looks at sites' own files after a crawl, by what they have", {
      verdict: LIVE_VERDICTS,
    }),
    tokens: count("llmstxt_model_tokens_total", "Tokens of language models", { direction: ["in", "out"] }),
  };
  return (fact) => {
    for (const [counter, by, labels] of rowOf(fact).counts?.(fact) ?? []) counters[counter](labels, by);
  };
}

type Labels = Readonly<Record<string, string>>;

/** Makes counters, with a 0 for each combination of label values. */
function countersIn(registers: Registry[]) {
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

const KINDS = ["people", "crawls"] as const satisfies readonly Kind[];

const NOTHING: Use = { cpuMs: 0, waiting: 0, refused: 0 };

/** Figures of the reading threads, for people's requests and for crawls; 0 without threads. */
function threadMetrics(registers: Registry[]): (use: (kind: Kind) => Use) => void {
  let use = (_: Kind): Use => NOTHING;
  const labelNames = ["for"];
  const counter = (name: string, help: string, numberIn: (use: Use) => number) =>
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const kind of KINDS) this.inc({ for: kind }, numberIn(use(kind)));
      },
    });
  counter("llmstxt_reading_cpu_seconds_total", "Processor time of the reading threads", ({ cpuMs }) => cpuMs / 1000);
  counter("llmstxt_reading_refused_total", "Tasks refused because a line was full", ({ refused }) => refused);
  new Gauge({
    name: "llmstxt_reading_waiting",
    help: "Tasks that wait for a reading thread",
    labelNames,
    registers,
    collect() {
      for (const kind of KINDS) this.set({ for: kind }, use(kind).waiting);
    },
  });
  return (read) => {
    use = read;
  };
}
