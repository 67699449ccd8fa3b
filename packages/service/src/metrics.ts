import { sql } from "kysely";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "./database.ts";
import type { Fact } from "./facts.ts";
import type { Ended } from "./recrawl.ts";
import { OUTCOMES } from "./recrawl.ts";

const RECRAWL_SECONDS = [0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800];
const JOB_STATES = ["created", "retry", "active", "completed", "cancelled", "failed"] as const;

/** Milliseconds for which a look at the database serves. */
const FRESH_MS = 5_000;

export type Metrics = ReturnType<typeof openMetrics>;

/** Counters of one process; each outcome is there with 0 from the start. */
export function openMetrics() {
  const registry = new Registry();
  const registers = [registry];
  // Watched each 10 ms, the event loop of an idle service would cost 0.4 s of CPU a minute.
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
  /** Counts what uploads and language models cost. */
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
  return { registry, requestSeconds, add, recrawled, watch: backlog(registers) };
}

interface Backlog {
  readonly due: number;
  readonly oldestSeconds: number;
  readonly jobs: Readonly<Record<string, number>>;
}

/** Gauges of what waits in the database, which keep their last numbers while it is away. */
function backlog(registers: Registry[]) {
  let database: Database | undefined;
  let last: Backlog = { due: 0, oldestSeconds: 0, jobs: {} };
  let looking: Promise<void> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    if (database?.isOpen && performance.now() - lookedAt > FRESH_MS) {
      lookedAt = performance.now();
      looking = read(database).then(
        (seen) => {
          last = seen;
        },
        () => {}, // the database is away
      );
    }
    await looking;
    return last;
  };
  const gauge = (name: string, help: string, value: () => number | Promise<number>) =>
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        this.set(await value());
      },
    });
  gauge("llmstxt_sites_due", "Sites due now", async () => (await look()).due);
  gauge("llmstxt_oldest_due_seconds", "How long the oldest is due", async () => (await look()).oldestSeconds);
  gauge("llmstxt_pool_waiting", "Calls waiting for a database connection", () => database?.waiting ?? 0);
  new Gauge({
    ...{ name: "llmstxt_queue_jobs", help: "Jobs of the queues; ended ones stay for minutes" },
    ...{ labelNames: ["state"], registers },
    async collect() {
      const { jobs } = await look();
      for (const state of JOB_STATES) this.set({ state }, jobs[state] ?? 0);
    },
  });
  return (of: Database) => {
    database = of;
  };
}

function read(database: Database): Promise<Backlog> {
  return database.use(async (db) => {
    const due = await sql<{ due: string; seconds: number | null }>`
      select count(*) as due, extract(epoch from now() - min(next_crawl_at))::float as seconds
      from crawl_sites where next_crawl_at <= now()`.execute(db);
    const jobs = await sql<{ state: string; count: string }>`
      select state::text as state, count(*) as count from pgboss.job group by state`.execute(db);
    const [sites] = due.rows;
    return {
      due: Number(sites?.due),
      oldestSeconds: sites?.seconds ?? 0,
      jobs: Object.fromEntries(jobs.rows.map(({ state, count }) => [state, Number(count)])),
    };
  });
}
