// Calls any OpenAI-compatible endpoint, with retries of temporary failures.
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";

export interface ModelOptions {
  readonly apiKey: string;
  /** The URL before `/chat/completions`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Milliseconds one answer may take, its retries included. Default 120,000. */
  readonly timeoutMs?: number;
  /** Milliseconds before the first retry, doubled each time; a `Retry-After` takes precedence. Default 1,000. */
  readonly firstRetryMs?: number;
  /** Sends the requests in place of the global `fetch`, for example through a proxy. */
  readonly fetch?: typeof fetch;
}

export interface ModelAnswer {
  readonly text: string;
  /** Tokens as the endpoint counts them; 0 if it does not. */
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** `finish_reason`; `length` where it was cut off. */
  readonly finish: string;
}

/** Reason why a call failed, without the key and the endpoint's own words. */
export interface ModelFailure {
  readonly why: string;
  /** True if every other call will fail the same way, as with a wrong key. */
  readonly isFinal: boolean;
}

/** Rejects only when `signal` fires. */
export type AskModel = (
  prompt: { readonly system: string; readonly user: string },
  signal: AbortSignal,
) => Promise<ModelAnswer | ModelFailure>;

const MAX_TRIES = 3;
/** Most bytes of an answer; a model's longest is some hundred kilobytes, its thoughts included. */
const MAX_BYTES = 4 * 1024 * 1024;

const tokens = z.int().nonnegative().catch(0);
/** The parts of a chat completion that are needed. */
const Completion = z.object({
  choices: z.tuple(
    [
      z.object({
        message: z.object({ content: z.string().nullish() }),
        finish_reason: z.string().max(40).nullish().catch(null),
      }),
    ],
    z.unknown(),
  ),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish().catch(null),
});

/** The client library is loaded here and nowhere else: most runs never need it. */
export async function openModel(options: ModelOptions): Promise<AskModel> {
  const { OpenAI } = await import("openai");
  const { apiKey, baseUrl, model, timeoutMs = 120_000, firstRetryMs = 1_000, fetch: send = fetch } = options;
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl,
    organization: null,
    project: null,
    logLevel: "off",
    fetch: whole(send),
    // The library's own retries would go on sleeping after an abort; its time limit is longer than ours.
    maxRetries: 0,
    timeout: 2 * timeoutMs,
  });
  return async ({ system, user }, signal) => {
    const late = AbortSignal.timeout(timeoutMs);
    const deadline = performance.now() + timeoutMs;
    // No temperature and no token limit: some models refuse one or the other.
    const messages = [
      { role: "system" as const, content: system },
      { role: "user" as const, content: user },
    ];
    for (let tries = 1; ; tries++) {
      try {
        const either = { signal: AbortSignal.any([signal, late]) };
        return answerOf(await client.chat.completions.create({ model, messages }, either));
      } catch (error) {
        signal.throwIfAborted();
        const failure = late.aborted
          ? { why: `no answer within ${timeoutMs / 1_000} s`, mayPass: false, isFinal: false }
          : failureOf(error);
        const waitMs = failure.retryAfterMs ?? firstRetryMs * 2 ** (tries - 1);
        if (failure.mayPass && tries < MAX_TRIES && performance.now() + waitMs < deadline) {
          await sleep(waitMs, undefined, { signal });
          continue;
        }
        // Bound: a setting of our own.
        const { origin, pathname } = new URL(baseUrl);
        const what = `POST ${origin}${pathname.replace(/\/+$/, "")}/chat/completions: ${failure.why}`;
        return { why: what.replaceAll(apiKey, "***"), isFinal: failure.isFinal };
      }
    }
  };
}

/** @throws ZodError */
function answerOf(completion: unknown): ModelAnswer {
  const { choices, usage } = Completion.parse(completion);
  const [{ message, finish_reason }] = choices;
  return {
    text: message.content ?? "",
    tokensIn: usage?.prompt_tokens ?? 0,
    tokensOut: usage?.completion_tokens ?? 0,
    finish: finish_reason ?? "",
  };
}

interface Failure extends ModelFailure {
  readonly mayPass: boolean;
  readonly retryAfterMs?: number;
}

/** HTTP statuses that mean wrong settings: key, address or model. */
const FINAL: ReadonlySet<number> = new Set([301, 302, 307, 308, 401, 403, 404, 405]);
const PASSING: ReadonlySet<number> = new Set([408, 409, 429]);

const word = z
  .string()
  .regex(/^[\w.-]{1,60}$/)
  .optional()
  .catch(undefined);
/** An HTTP error of the client library. `code` and `type` come from the endpoint: only short ones are kept. */
const HttpFailure = z.object({
  status: z.int(),
  headers: z.instanceof(Headers).optional().catch(undefined),
  code: word,
  type: word,
});

function failureOf(error: unknown): Failure {
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return { why: "the answer is no chat completion", mayPass: false, isFinal: false };
  const { data } = HttpFailure.safeParse(error);
  if (data === undefined) return { why: rootMessage(error), mayPass: true, isFinal: false };
  const { status, code, type, headers } = data;
  const seconds = Number(headers?.get("retry-after") ?? Number.NaN);
  return {
    why: [status, code ?? type].filter(Boolean).join(" "),
    mayPass: PASSING.has(status) || status >= 500,
    isFinal: FINAL.has(status),
    ...(seconds >= 0 && { retryAfterMs: seconds * 1_000 }),
  };
}

/** The innermost cause says what happened; the outer ones say `fetch failed` and `Connection error.`. */
function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return "failed";
  if (error.cause instanceof Error) return rootMessage(error.cause);
  return error.message || ("code" in error ? String(error.code) : error.name);
}

/** A fetch without redirects that resolves with the whole body, so that a truncated or endless body fails. */
const whole =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, { ...init, redirect: "manual" });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new Error(`the answer has more than ${MAX_BYTES} bytes`);
      chunks.push(chunk);
    }
    const { status, headers } = response;
    return new Response(bytes === 0 ? null : Buffer.concat(chunks), { status, headers });
  };
