// Counters and gauges for Prometheus.
import { sql } from "kysely";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "./database.ts";
import type { Fact } from "./facts.ts";
import { type Ended, OUTCOMES } from "./recrawl.ts";

const RECRAWL_SECONDS = [0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800];
const JOB_STATES = ["created", "retry", "active", "completed", "cancelled", "failed"] as const;

/** Milliseconds for which the result of a database query is reused. */
const FRESH_MS = 5_000;

export type Metrics = ReturnType<typeof openMetrics>;

/** Counters of one process; each outcome is there with 0 from the start. */
export function openMetrics() {
  const registry = new Registry();
  const registers = [registry];
  // With the default precision of 10 ms an idle service costs 0.4 s of CPU a minute.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 200 });
  const counter = <Label extends string>(name: string, help: string, label: Label, values: readonly string[]) => {
    const made = new Counter({ name, help, labelNames: [label], registers });
    for (const value of values) made.inc({ [label]: value } as Record<Label, string>, 0);
    return made;
  };
  const recrawls = counter("llmstxt_recrawls_total", "Recrawled sites", "outcome", OUTCOMES);
  const recrawlSeconds = new Histogram({
    ...{ name: "llmstxt_recrawl_duration_seconds", help: "Recrawling a site", buckets: RECRAWL_SECONDS, registers },
  });
  const uploads = counter("llmstxt_uploads_total", "Texts sent to the store", "outcome", ["stored", "failed"]);
  const calls = ["answered", "failed"];
  const modelCalls = counter("llmstxt_model_calls_total", "Questions to the language model", "outcome", calls);
  const modelTokens = counter("llmstxt_model_tokens_total", "Tokens of the language model", "direction", ["in", "out"]);
  const requestSeconds = new Histogram({
    name: "llmstxt_http_request_duration_seconds",
    help: "Answering HTTP requests",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  requestSeconds.zero({ method: "GET", route: "/metrics", status: "200" });
  /** Counts uploads and calls of language models. */
  const add = (fact: Fact) => {
    if (fact.type === "uploaded") uploads.inc({ outcome: "stored" });
    if (fact.type === "uploadFailed") uploads.inc({ outcome: "failed" });
    if (fact.type !== "asked") return;
    modelCalls.inc({ outcome: fact.answered ? "answered" : "failed" });
    modelTokens.inc({ direction: "in" }, fact.tokensIn);
    modelTokens.inc({ direction: "out" }, fact.tokensOut);
  };
  const recrawled = ({ outcome, startedAt }: Pick<Ended, "outcome" | "startedAt">) => {
    recrawls.inc({ outcome });
    recrawlSeconds.observe((Date.now() - startedAt.getTime()) / 1000);
  };
  return { registry, requestSeconds, add, recrawled, look: backlog(registers) };
}

/**
 * Gauges of waiting work in the database.
 * @returns a function that sets them; they keep their numbers during an outage
 */
function backlog(registers: Registry[]) {
  const due = new Gauge({ name: "llmstxt_sites_due", help: "Sites due now", registers });
  const oldest = new Gauge({ name: "llmstxt_oldest_due_seconds", help: "How long the oldest is due", registers });
  const [name, help] = ["llmstxt_pool_waiting", "Calls waiting for a database connection"];
  const waiting = new Gauge({ name, help, registers });
  const jobs = new Gauge({
    ...{ name: "llmstxt_queue_jobs", help: "Jobs of the queues; ended ones stay for minutes" },
    ...{ labelNames: ["state"], registers },
  });
  for (const state of JOB_STATES) jobs.set({ state }, 0);
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async (database: Database): Promise<void> => {
    waiting.set(database.waiting);
    if (!database.isOpen || performance.now() - lookedAt < FRESH_MS) return;
    lookedAt = performance.now();
    await database.use(async (db) => {
      const [sites] = (await DUE.execute(db)).rows;
      due.set(Number(sites?.count));
      oldest.set(sites?.seconds ?? 0);
      const counts = new Map((await JOBS.execute(db)).rows.map(({ state, count }) => [state, Number(count)]));
      for (const state of JOB_STATES) jobs.set({ state }, counts.get(state) ?? 0);
    });
  };
}

const DUE = sql<{ count: string; seconds: number | null }>`
  select count(*) as count, extract(epoch from now() - min(next_crawl_at))::float as seconds
  from crawl_sites where next_crawl_at <= now()`;
const JOBS = sql<{ state: string; count: string }>`
  select state::text as state, count(*) as count from pgboss.job group by state`;
