import type { FastifyBaseLogger } from "fastify";
import { type Fact, rowOf } from "./facts/facts.ts";

/**
 * Returns a function that logs each stage of one crawl with its duration, at the debug level. A stage begins where the
 * last one ends. The address is logged without its query, which may hold a secret.
 */
export function logStages(log: FastifyBaseLogger, address: string): (fact: Fact) => void {
  const [url] = address.split(/[?#]/, 1);
  let startedAt = performance.now();
  return (fact) => {
    const { stage } = rowOf(fact);
    if (stage === undefined) return;
    const endedAt = performance.now();
    log.debug({ url, stage, ms: Math.round(endedAt - startedAt) }, "Stage done");
    startedAt = endedAt;
  };
}
