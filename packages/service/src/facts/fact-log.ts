import type { FastifyBaseLogger } from "fastify";
import type { Fact } from "./fact.ts";
import { isAtLeast, rowOf } from "./table.ts";

/** Logs a fact with these fields, if its row in the table has a log line. */
export function logFact(log: FastifyBaseLogger, fact: Fact, fields: object): void {
  const line = rowOf(fact).log?.(fact);
  if (line === undefined) return;
  const [text, more, level = isAtLeast(fact, "warning") ? "warn" : "debug"] = line;
  log[level]({ ...fields, ...more }, text);
}
