import { setTimeout as sleep } from "node:timers/promises";
import type { OpenAI } from "openai";
import { type ModelFailure, modelFailure } from "./failure.ts";

export interface ModelOptions {
  readonly apiKey: string;
  /** Base URL of an OpenAI-compatible API: the part before `/chat/completions`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Milliseconds one answer may take, its retries included. */
  readonly timeoutMs: number;
  /** Milliseconds before the second try, doubled each time; a `Retry-After` goes before it. Default 1,000. */
  readonly firstRetryMs?: number;
  /** Sends the requests in place of `fetch`, for example through a proxy. */
  readonly fetch?: Send;
}

type Send = (url: string, request: ChatRequest) => Promise<Response>;

interface ChatRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

const sendDirectly: Send = (url, request) => fetch(url, { ...request, redirect: "manual" });

/** A question: messages, and further parameters that an endpoint may accept. */
export type ChatQuestion = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, "model">;

/**
 * Asks, and asks again after passing failures. `read` takes the needed fields from the completion, and throws if they are
 * not there. Rejects for `signal` alone.
 */
export type Chat = <Answer>(
  question: ChatQuestion,
  read: (completion: unknown) => Answer,
  signal: AbortSignal,
) => Promise<Answer | ModelFailure>;

const MAX_TRIES = 3;

/** Most bytes of an answer; a model's longest is some hundred kilobytes, its thoughts included. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** The client library is loaded here and nowhere else: most runs never need it. */
export async function openChat(options: ModelOptions): Promise<Chat> {
  const { OpenAI } = await import("openai");
  const { apiKey, baseUrl, model, timeoutMs, firstRetryMs = 1_000, fetch: send = sendDirectly } = options;
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl,
    organization: null,
    project: null,
    logLevel: "off",
    fetch: wholeFetch(send),
    // The library's own retries would sleep on after an abort, and as long as Retry-After says; its time limit is set
    // so that ours comes first.
    maxRetries: 0,
    timeout: 2 * timeoutMs,
  });
  return async (question, read, signal) => {
    const late = AbortSignal.timeout(timeoutMs);
    const deadline = performance.now() + timeoutMs;
    for (let tries = 1; ; tries++) {
      try {
        const either = { signal: AbortSignal.any([signal, late]) };
        return read(await client.chat.completions.create({ ...question, model }, either));
      } catch (error) {
        signal.throwIfAborted();
        const failure = modelFailure(error, { ...options, isLate: late.aborted });
        const waitMs = failure.retryAfterMs ?? firstRetryMs * 2 ** (tries - 1);
        const mayRetry = failure.mayPass && tries < MAX_TRIES && performance.now() + waitMs < deadline;
        if (!mayRetry) return failure;
        await sleep(waitMs, undefined, { signal });
      }
    }
  };
}

/**
 * Returns a fetch that resolves once the whole body has been read, so that a cut, slow or endless body is a failed
 * request.
 */
function wholeFetch(send: Send) {
  return async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { method = "GET", headers, body, signal } = init;
    const response = await send(input instanceof Request ? input.url : String(input), {
      method,
      headers: new Headers(headers),
      ...(typeof body === "string" && { body }),
      ...(signal && { signal }),
    });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) throw new Error(`the answer has more than ${MAX_ANSWER_BYTES} bytes`);
      chunks.push(chunk);
    }
    const { status, headers: fields } = response;
    return new Response(bytes === 0 ? null : Buffer.concat(chunks), { status, headers: fields });
  };
}
