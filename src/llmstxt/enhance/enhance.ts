import type { ModelOptions } from "./chat.ts";
import { type AskModel, openModel } from "./model.ts";
import { askPiece, type Outcome } from "./outcome.ts";
import { piecesOf } from "./pieces.ts";
import { excerptLimit, improved, type Wording } from "./wording.ts";

export { type Chat, type ChatQuestion, type ModelOptions, openChat } from "./chat.ts";

/** What an enhancement did, piece by piece. Large documents go in pieces cut at section borders. */
export type EnhanceProgress =
  | { readonly type: "enhancing"; readonly piece: number; readonly pieces: number }
  | { readonly type: "pieceKept"; readonly piece: number; readonly pieces: number; readonly why: string }
  /** The last report, also of an enhancement that fails: what it cost, as far as the endpoint says. */
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
}

/** Pieces under way at once: a site of 1,000 pages has about 50, and each takes a model half a minute. */
const CONCURRENCY = 4;

/** After as many pieces without an answer the endpoint is not asked again. */
const MAX_UNANSWERED = 3;

/**
 * Nothing is loaded or sent before the first document comes.
 * @throws Error for a base URL that is no plain http(s) URL
 */
export function openEnhance(options: EnhanceOptions): Enhance {
  const { pieceCharacters = 12_000 } = options;
  const url = URL.parse(options.baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new Error("The language model's base URL must be an http(s) URL without user name and password");
  let model: Promise<AskModel> | undefined;
  return async (text, report, signal) => {
    model ??= openModel(options);
    const pieces = piecesOf(text, pieceCharacters);
    const excerptLength = excerptLimit(text);
    const outcomes = await askPieces(pieces, { ask: await model, excerptLength, report }, signal);
    report({ type: "tokens", ...costOf(outcomes) });
    const wordings = outcomes.map(({ wording }) => wording);
    const piecesReplaced = wordings.filter((wording) => wording !== undefined).length;
    if (piecesReplaced === 0) throw new Error(outcomes[0]?.why ?? "nothing was sent");
    return { text: improved(text, joined(wordings), excerptLength), piecesReplaced, pieces: pieces.length };
  };
}

interface Asking {
  readonly ask: AskModel;
  readonly excerptLength: number;
  readonly report: (progress: EnhanceProgress) => void;
}

/** An outcome for each piece, in order; once it is clear that no answer will come, the rest is not asked. */
async function askPieces(
  pieces: readonly string[],
  { ask, excerptLength, report }: Asking,
  signal: AbortSignal,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const queue = pieces.entries();
  let unanswered = 0;
  const work = async () => {
    for (const [index, piece] of queue) {
      const place = { piece: index + 1, pieces: pieces.length };
      const isHopeless = unanswered >= MAX_UNANSWERED;
      if (!isHopeless) report({ type: "enhancing", ...place });
      const outcome = isHopeless ? NOT_ASKED : await askPiece(piece, { ask, excerptLength }, signal);
      outcomes[index] = outcome;
      if (outcome.failure !== undefined) unanswered += outcome.failure.isFinal ? MAX_UNANSWERED : 1;
      if (outcome.why !== undefined) report({ type: "pieceKept", ...place, why: outcome.why });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: CONCURRENCY }, work));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return outcomes;
}

const NOT_ASKED: Outcome = { why: "the model did not answer before", tokensIn: 0, tokensOut: 0 };

function costOf(outcomes: readonly Outcome[]) {
  return {
    tokensIn: outcomes.reduce((sum, { tokensIn }) => sum + tokensIn, 0),
    tokensOut: outcomes.reduce((sum, { tokensOut }) => sum + tokensOut, 0),
  };
}

/** The summary is the first piece's to improve: it begins the document. */
function joined(wordings: readonly (Wording | undefined)[]): Wording {
  const summary = wordings[0]?.summary;
  const excerpts = new Map(wordings.flatMap((wording) => [...(wording?.excerpts ?? [])]));
  return { excerpts, ...(summary !== undefined && { summary }) };
}
