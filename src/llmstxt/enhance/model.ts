import { setTimeout as sleep } from "node:timers/promises";
import type { OpenAI } from "openai";
import * as z from "zod";
import { type ModelFailure, modelFailure } from "./failure.ts";
import type { Prompt } from "./prompt.ts";

export interface ModelOptions {
  readonly apiKey: string;
  /** Of any OpenAI-compatible API: what stands before `/chat/completions`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Milliseconds one answer may take, its retries included. */
  readonly timeoutMs: number;
  /** Milliseconds before the second try, doubled each time; a `Retry-After` goes before it. Default 1,000. */
  readonly firstRetryMs?: number;
}

export interface ModelAnswer {
  readonly text: string;
  /** As the endpoint counts them; 0 where it does not say. */
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Why the model ended; `length`: in the middle. */
  readonly finish: string;
}

/** Asks once, and again for as long as what goes wrong may pass. Rejects for `signal` alone. */
export type AskModel = (prompt: Prompt, signal: AbortSignal) => Promise<ModelAnswer | ModelFailure>;

const MAX_TRIES = 3;

/** Most bytes of an answer; a model's longest is some hundred kilobytes, its thoughts included. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

const tokens = z.int().nonnegative().catch(0);

/** What is needed of a chat completion; everything else may be there or not. */
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
  const { apiKey, baseUrl, model, timeoutMs, firstRetryMs = 1_000 } = options;
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl,
    organization: null,
    project: null,
    logLevel: "off",
    fetch: wholeFetch,
    // Its own retries sleep on after a stop, and for as long as a Retry-After says; its time limit never comes first.
    maxRetries: 0,
    timeout: 2 * timeoutMs,
  });
  return async (prompt, signal) => {
    const late = AbortSignal.timeout(timeoutMs);
    const deadline = performance.now() + timeoutMs;
    for (let tries = 1; ; tries++) {
      try {
        return answerOf(await complete({ client, model }, prompt, AbortSignal.any([signal, late])));
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

/** Neither temperature nor a token limit: models differ in which of them they refuse. */
function complete(
  { client, model }: { readonly client: OpenAI; readonly model: string },
  { system, user }: Prompt,
  signal: AbortSignal,
): Promise<unknown> {
  const messages = [
    { role: "system" as const, content: system },
    { role: "user" as const, content: user },
  ];
  return client.chat.completions.create({ model, messages }, { signal });
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

/** Answers when the body is there as a whole, so that a cut, slow or endless one is a failed request like any other. */
async function wholeFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: "manual" });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`the answer has more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  const { status, headers } = response;
  return new Response(bytes === 0 ? null : Buffer.concat(chunks), { status, headers });
}
