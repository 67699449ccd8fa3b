import { judgeAnswer } from "./answer.ts";
import type { NotAsked, QuestionCost } from "./ask-all.ts";
import type { AskModel } from "./model.ts";
import { promptFor } from "./prompt.ts";
import type { Wording } from "./wording.ts";

/** Why a model was not asked, in words. */
export const NOT_ASKED: Readonly<Record<NotAsked, string>> = {
  "no answers": "the model did not answer before",
  "no tokens": "the run may spend no more tokens",
};

/** Outcome of a piece: a wording, or the reason why it stays as it was. */
export interface PieceOutcome extends QuestionCost {
  readonly wording?: Wording;
  readonly why?: string;
}

/** Why a model may end before its end (`finish_reason`). */
export const UNFINISHED: Readonly<Record<string, string>> = {
  length: "the answer was cut off at the model's limit",
  content_filter: "the model's filter held the answer back",
};

export async function askPiece(
  piece: string,
  { ask, excerptLength }: { readonly ask: AskModel; readonly excerptLength: number },
  signal: AbortSignal,
): Promise<PieceOutcome> {
  const answer = await ask(promptFor(piece, excerptLength), signal);
  if ("why" in answer) return { why: answer.why, failure: answer, tokensIn: 0, tokensOut: 0, wasAsked: true };
  const { tokensIn, tokensOut, text, finish } = answer;
  const unfinished = UNFINISHED[finish];
  const judged = unfinished === undefined ? judgeAnswer(piece, text, excerptLength) : { why: unfinished };
  return { ...judged, tokensIn, tokensOut, wasAsked: true };
}
