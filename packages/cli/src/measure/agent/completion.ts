import * as z from "zod";

const tokens = z.int().nonnegative().catch(0);

/** An address longer than this is none. */
const MAX_ARGUMENTS = 10_000;

const ToolCall = z.object({
  id: z.string().max(200),
  function: z.object({ name: z.string().max(200), arguments: z.string().max(MAX_ARGUMENTS) }),
});
type ToolCall = z.output<typeof ToolCall>;

/** Fields of a chat completion that are needed; other fields may be there or not. */
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

/** Calls of one turn that are looked at. */
const MAX_CALLS = 4;

export interface ChatTurn {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** In and out; estimated where the endpoint does not say. */
  readonly tokens: number;
}

/** Four characters a token is close enough for a bill. */
export const CHARACTERS_A_TOKEN = 4;

/** Reads a completion; `sent` is the characters of the question. @throws ZodError for what is none */
export function turnOf(completion: unknown, sent: number): ChatTurn {
  const { choices, usage } = Completion.parse(completion);
  const [{ message }] = choices;
  const text = message.content ?? "";
  const calls = (message.tool_calls ?? []).slice(0, MAX_CALLS).flatMap((call) => ToolCall.safeParse(call).data ?? []);
  const counted = usage ? usage.prompt_tokens + usage.completion_tokens : 0;
  return { text, calls, tokens: counted || Math.ceil((sent + text.length) / CHARACTERS_A_TOKEN) };
}
