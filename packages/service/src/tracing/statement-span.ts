import type { AnsweredStatement } from "../sites/database/database.ts";
import { type PastSpan, traceTime } from "./span.ts";

/** Bound: a name at the beginning, or behind the first of these words. */
const TABLE = /\b(?:from|into|update)\s+"?(\w{1,100})/i;

export function statementSpan({ sql, ms, failure }: AnsweredStatement): PastSpan {
  const endedAt = traceTime();
  const text = sql.slice(0, 2_000).replace(/\s+/g, " ").trim();
  const operation = (/^\w{1,20}/.exec(text)?.[0] ?? "").toUpperCase();
  const table = TABLE.exec(text)?.[1];
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: "client",
    startedAt: endedAt - ms,
    endedAt,
    attributes: { "db.system.name": "postgresql", "db.operation.name": operation, "db.query.text": text },
    failure,
  };
}
