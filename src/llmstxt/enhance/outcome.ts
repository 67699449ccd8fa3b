import { judgeAnswer } from "./answer.ts";
import type { ModelFailure } from "./failure.ts";
import type { AskModel } from "./model.ts";
import { promptFor } from "./prompt.ts";
import type { Wording } from "./wording.ts";

/** What came of a piece: a wording, or why it stays as it was. */
export interface Outcome {
  readonly wording?: Wording;
  readonly why?: string;
  /** Where there was no answer at all. */
  readonly failure?: ModelFailure;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** Why a model may end before its end (`finish_reason`). */
const UNFINISHED: Readonly<Record<string, string>> = {
  length: "the answer was cut off at the model's limit",
  content_filter: "the model's filter held the answer back",
};

export async function askPiece(
  piece: string,
  { ask, excerptLength }: { readonly ask: AskModel; readonly excerptLength: number },
  signal: AbortSignal,
): Promise<Outcome> {
  const answer = await ask(promptFor(piece, excerptLength), signal);
  if ("why" in answer) return { why: answer.why, failure: answer, tokensIn: 0, tokensOut: 0 };
  const { tokensIn, tokensOut, text, finish } = answer;
  const unfinished = UNFINISHED[finish];
  const judged = unfinished === undefined ? judgeAnswer(piece, text, excerptLength) : { why: unfinished };
  return { ...judged, tokensIn, tokensOut };
}
