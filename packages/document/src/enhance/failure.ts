import { retryAfterMs } from "@llmstxt-service/page/retry-after";
import * as z from "zod";

/** Why a model said nothing. */
export interface ModelFailure {
  /** Message for a person, without the key and without text of the endpoint. */
  readonly why: string;
  /** True if the same question may be answered a moment later. */
  readonly mayPass: boolean;
  /** True if every other question will fail the same way, as with a wrong key. */
  readonly isFinal: boolean;
  readonly retryAfterMs?: number;
  /** HTTP status of the response; undefined if there was none. */
  readonly status?: number;
}

interface Circumstances {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** True if the time limit had passed when the request failed. */
  readonly isLate: boolean;
}

/** HTTP statuses that mean wrong settings: key, address or model. */
const FINAL_STATUS: ReadonlySet<number> = new Set([301, 302, 307, 308, 401, 403, 404, 405]);

const PASSING_STATUS: ReadonlySet<number> = new Set([408, 409, 429]);

/** Error that the client library throws for an HTTP status. `code` and `type` are an endpoint's words: short ones are let through. */
const HttpFailure = z.object({
  status: z.int(),
  headers: z.instanceof(Headers).optional().catch(undefined),
  code: z
    .string()
    .regex(/^[\w.-]{1,60}$/)
    .optional()
    .catch(undefined),
  type: z
    .string()
    .regex(/^[\w.-]{1,60}$/)
    .optional()
    .catch(undefined),
});

export function modelFailure(error: unknown, { apiKey, baseUrl, timeoutMs, isLate }: Circumstances): ModelFailure {
  const say = (what: string) => `POST ${addressOf(baseUrl)}: ${what}`.replaceAll(apiKey, "***");
  if (isLate) return { why: say(`no answer within ${timeoutMs / 1_000} s`), mayPass: false, isFinal: false };
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return { why: say("the answer is no chat completion"), mayPass: false, isFinal: false };
  const http = HttpFailure.safeParse(error).data;
  if (http === undefined) return { why: say(rootMessage(error)), mayPass: true, isFinal: false };
  const waitMs = retryAfterMs(http.headers?.get("retry-after"), new Date());
  return {
    why: say([http.status, http.code ?? http.type].filter(Boolean).join(" ")),
    mayPass: PASSING_STATUS.has(http.status) || http.status >= 500,
    isFinal: FINAL_STATUS.has(http.status),
    status: http.status,
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
  };
}

/** Address of the endpoint for messages, without the query, which may hold a key. */
function addressOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  // Bound: a setting of our own.
  return `${origin}${pathname.replace(/\/+$/, "")}/chat/completions`;
}

/** The innermost cause says what happened; the outer ones say `fetch failed` and `Connection error.`. */
function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return "failed";
  if (error.cause instanceof Error) return rootMessage(error.cause);
  return error.message || ("code" in error ? String(error.code) : error.name);
}
