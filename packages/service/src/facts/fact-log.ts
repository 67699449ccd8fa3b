import type { FastifyBaseLogger } from "fastify";
import type { Fact } from "./fact.ts";
import { isAtLeast, rowOf } from "./table.ts";

/** Writes what the table has of a fact into the service's log, behind these fields; nothing where it has nothing. */
export function logFact(log: FastifyBaseLogger, fact: Fact, fields: object): void {
  const line = rowOf(fact).log?.(fact);
  if (line === undefined) return;
  const [text, more, level = isAtLeast(fact, "warning") ? "warn" : "debug"] = line;
  log[level]({ ...fields, ...more }, text);
}
