import { AsyncLocalStorage } from "node:async_hooks";
import type { OpenSpan, PastSpan } from "./span.ts";

/** The names under which log lines bear a trace. */
interface TraceFields {
  readonly trace_id?: string;
  readonly span_id?: string;
}

export interface ActiveSpan {
  readonly fields: TraceFields;
  readonly span: OpenSpan;
}

/** The span that the present work belongs to. */
export const active = new AsyncLocalStorage<ActiveSpan>();

/** Trace and span of the present work, for a log line. */
export const traceFields = (): TraceFields => active.getStore()?.fields ?? {};

/** Tells of something below the span in which this is called; outside of one, of nothing. */
export const record = (past: PastSpan): void => active.getStore()?.span.child(past);
