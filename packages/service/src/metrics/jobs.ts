import { FAILURE_CODES } from "@llmstxt-service/page/failures";
import { Counter, type Registry } from "prom-client";
import { type CountedFact, type Fact, rowOf } from "../facts/facts.ts";
import { LIVE_VERDICTS } from "../sites/live.ts";

const RUNGS = ["plain", "browser", "proxy"] as const;

/** Counts pages, bytes, uploads and calls of a language model from what jobs report. Every series is there from the start. */
export function jobCounters(registers: Registry[]): (fact: Fact) => void {
  const count = countersIn(registers);
  const counters: Readonly<Record<CountedFact[0], ReturnType<typeof count>>> = {
    attempts: count("llmstxt_fetch_attempts_total", "Fetches of pages, by way and outcome", {
      rung: RUNGS,
      outcome: ["ok", "not_taken"],
    }),
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
