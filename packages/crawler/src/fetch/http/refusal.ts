import { retryAfterMs } from "@llmstxt-service/page/retry-after";
import { statusLine } from "@llmstxt-service/page/status-line";
import type { Observation } from "../host/host.ts";
import type { ResponseHead } from "./exchange.ts";

/** 429, and the 503 that nginx and others send in its place. */
export const isRefusal = (status: number): boolean => status === 429 || status === 503;

/** A host's limits in an answer that refuses too many requests; undefined for every other answer. */
export function refusalIn({ status, headers }: ResponseHead): Observation | undefined {
  if (!isRefusal(status)) return undefined;
  const waitMs = retryAfterMs(headers["retry-after"], new Date());
  return { type: "refused", reason: statusLine(status), retryAfterMs: waitMs };
}
