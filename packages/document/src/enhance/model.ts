import * as z from "zod";
import { type ModelOptions, openChat } from "./chat.ts";
import type { ModelFailure } from "./failure.ts";
import type { Prompt } from "./prompt.ts";

export interface ModelAnswer {
  readonly text: string;
  /** Tokens as the endpoint counts them; 0 if it does not say. */
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Reason why the model ended (`finish_reason`); `length` if it was cut off. */
  readonly finish: string;
}

/** Asks, and asks again after passing failures. Rejects for `signal` alone. */
export type AskModel = (prompt: Prompt, signal: AbortSignal) => Promise<ModelAnswer | ModelFailure>;

const tokens = z.int().nonnegative().catch(0);

/** Fields of a chat completion that are needed; other fields may be there or not. */
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

export async function openModel(options: ModelOptions): Promise<AskModel> {
  const chat = await openChat(options);
  return ({ system, user }, signal) =>
    // Neither temperature nor a token limit: models differ in which of them they refuse.
    chat(
      {
        messages: [
          { role: "system", content: system },
          { role: "user", content: user },
        ],
      },
      answerOf,
      signal,
    );
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
