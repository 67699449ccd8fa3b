import type { FastifyBaseLogger } from "fastify";
import { type Fact, rowOf } from "./facts/facts.ts";

/**
 * Logs each stage of one crawl with its duration, at the debug level. Stages follow each other without a gap. A query may
 * hold a secret, so the address has none.
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
