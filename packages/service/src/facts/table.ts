import type { FastifyBaseLogger } from "fastify";
import { printable } from "../printable.ts";
import { CRAWLING } from "./crawling.ts";
import { type AnyRow, type Fact, type FactLevel, LEVELS, type Rows } from "./fact.ts";
import { RECRAWLING } from "./recrawling.ts";
import { STORING } from "./storing.ts";
import { WRITING } from "./writing.ts";

/** All rows: level, lines for people, event, log line and counters of each fact. */
const FACTS: Rows<Fact> = { ...CRAWLING, ...WRITING, ...STORING, ...RECRAWLING };

/** Row of this fact; call its functions with this fact alone. */
export const rowOf = ({ type }: Fact): AnyRow => FACTS[type] as AnyRow;

export const levelOf = (fact: Fact): FactLevel => LEVELS.find((level) => level in rowOf(fact)) ?? "detail";

/** The lines of a fact for people; none where they need to read nothing. */
export function describe(fact: Fact, maxPages: number): readonly string[] {
  return [rowOf(fact)[levelOf(fact)]?.(fact, maxPages) ?? []].flat().map(printable);
}

/** Logs a fact with these fields, if its row in the table has a log line. */
export function logFact(log: FastifyBaseLogger, fact: Fact, fields: object): void {
  const line = rowOf(fact).log?.(fact);
  if (line === undefined) return;
  const [text, more, level = isAtLeast(fact, "warning") ? "warn" : "debug"] = line;
  log[level]({ ...fields, ...more }, text);
}

export const isAtLeast = (fact: Fact, level: FactLevel): boolean =>
  LEVELS.indexOf(levelOf(fact)) >= LEVELS.indexOf(level);
