import * as z from "zod";

const tokens = z.int().nonnegative().catch(0);

/** Longest arguments of a call; no address is longer. */
const MAX_ARGUMENTS = 10_000;

const ToolCall = z.object({
  id: z.string().max(200),
  function: z.object({ name: z.string().max(200), arguments: z.string().max(MAX_ARGUMENTS) }),
});
type ToolCall = z.output<typeof ToolCall>;

/** The needed fields of a chat completion; others are ignored. */
const Completion = z.object({
  choices: z.tuple(
    [
      z.object({
        message: z.object({
          content: z.string().nullish(),
          tool_calls: z.array(z.unknown()).nullish().catch(null),
        }),
      }),
    ],
    z.unknown(),
  ),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish().catch(null),
});

/** Most calls of one turn that are carried out. */
const MAX_CALLS = 4;

export interface ChatTurn {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** Tokens in and out; estimated if the endpoint does not count them. */
  readonly tokens: number;
}

/** Characters of a token, for estimates. */
export const CHARACTERS_A_TOKEN = 4;

/**
 * Reads a completion. `sent`: characters of the question.
 * @throws ZodError for any other value
 */
export function turnOf(completion: unknown, sent: number): ChatTurn {
  const { choices, usage } = Completion.parse(completion);
  const [{ message }] = choices;
  const text = message.content ?? "";
  const calls = (message.tool_calls ?? []).slice(0, MAX_CALLS).flatMap((call) => ToolCall.safeParse(call).data ?? []);
  const counted = usage ? usage.prompt_tokens + usage.completion_tokens : 0;
  return { text, calls, tokens: counted || Math.ceil((sent + text.length) / CHARACTERS_A_TOKEN) };
}
