import { estimateTokens } from "../tokens.ts";
import { askAll, sumOf } from "./ask-all.ts";
import type { ModelOptions } from "./chat.ts";
import { type AskModel, openModel } from "./model.ts";
import { askPiece, NOT_ASKED, type PieceOutcome } from "./outcome.ts";
import { piecesOf } from "./pieces.ts";
import { excerptLimit, improved, type Wording } from "./wording.ts";

export { type Chat, type ChatQuestion, type ModelOptions, openChat } from "./chat.ts";
export {
  type Describe,
  type DescribeProgress,
  openDescribe,
} from "./describe.ts";

/** Outcome of an enhancement, piece by piece. Large documents go in pieces cut at section borders. */
export type EnhanceProgress =
  /** Estimated cost, reported before anything is sent. */
  | { readonly type: "modelEstimate"; readonly calls: number; readonly tokens: number }
  | { readonly type: "enhancing"; readonly piece: number; readonly pieces: number }
  | { readonly type: "pieceKept"; readonly piece: number; readonly pieces: number; readonly why: string }
  /** Tokens used, as far as the endpoint counts them. The last report, also of an enhancement that fails. */
  | { readonly type: "tokens"; readonly tokensIn: number; readonly tokensOut: number };

export interface Enhanced {
  /** The document to deliver: always valid, with exactly the links that were sent. */
  readonly text: string;
  readonly piecesReplaced: number;
  readonly pieces: number;
}

/**
 * Sends a document to a language model and takes from the answer what keeps every link.
 * @throws Error whose message says why nothing could be had; the caller then keeps the original.
 */
export type Enhance = (
  text: string,
  report: (progress: EnhanceProgress) => void,
  signal: AbortSignal,
) => Promise<Enhanced>;

export interface EnhanceOptions extends ModelOptions {
  /** Most characters of a piece, 1,000 or more. Default 12,000: about 4,000 tokens out and in, which small models bear. */
  readonly pieceCharacters?: number;
  /** Tokens that a run may spend. Default: any number. */
  readonly maxTokens?: number | undefined;
}

/**
 * Nothing is loaded or sent before the first document comes.
 * @throws Error for a base URL that is no plain http(s) URL
 */
export function openEnhance(options: EnhanceOptions): Enhance {
  const { pieceCharacters = 12_000, maxTokens = Number.POSITIVE_INFINITY } = options;
  const url = URL.parse(options.baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new Error("The language model's base URL must be an http(s) URL without user name and password");
  let model: Promise<AskModel> | undefined;
  return async (text, report, signal) => {
    model ??= openModel(options);
    const pieces = piecesOf(text, pieceCharacters);
    const excerptLength = excerptLimit(text);
    const tokens = pieces.reduce((sum, piece) => sum + estimate(piece), 0);
    report({ type: "modelEstimate", calls: pieces.length, tokens });
    const outcomes = await askPieces(pieces, { ask: await model, excerptLength, maxTokens, report }, signal);
    report({ type: "tokens", ...sumOf(outcomes) });
    const wordings = outcomes.map(({ wording }) => wording);
    const piecesReplaced = wordings.filter((wording) => wording !== undefined).length;
    if (piecesReplaced === 0) throw new Error(outcomes[0]?.why ?? "nothing was sent");
    return { text: improved(text, joined(wordings), excerptLength), piecesReplaced, pieces: pieces.length };
  };
}

interface PieceAsking {
  readonly ask: AskModel;
  readonly excerptLength: number;
  readonly maxTokens: number;
  readonly report: (progress: EnhanceProgress) => void;
}

/** Returns an outcome for each piece, in order. */
async function askPieces(
  pieces: readonly string[],
  { ask, excerptLength, maxTokens, report }: PieceAsking,
  signal: AbortSignal,
): Promise<PieceOutcome[]> {
  const placeOf = (index: number) => ({ piece: index + 1, pieces: pieces.length });
  const outcomes = await askAll<string, PieceOutcome>(pieces, {
    maxTokens,
    estimate,
    async ask(piece, index) {
      report({ type: "enhancing", ...placeOf(index) });
      return askPiece(piece, { ask, excerptLength }, signal);
    },
    notAsked: (_, why) => ({ why: NOT_ASKED[why], tokensIn: 0, tokensOut: 0, wasAsked: false }),
  });
  for (const [index, { why }] of outcomes.entries())
    if (why !== undefined) report({ type: "pieceKept", ...placeOf(index), why });
  return outcomes;
}

/** Tokens that a piece is estimated to take: the instructions, the piece, and an answer of the same length. */
const estimate = (piece: string): number => INSTRUCTION_TOKENS + 2 * estimateTokens(piece);
const INSTRUCTION_TOKENS = 450;

/** Joins the wordings of all pieces; the summary is taken from the first piece, which holds it. */
function joined(wordings: readonly (Wording | undefined)[]): Wording {
  const summary = wordings[0]?.summary;
  const excerpts = new Map(wordings.flatMap((wording) => [...(wording?.excerpts ?? [])]));
  return { excerpts, ...(summary !== undefined && { summary }) };
}
