/** What an enhancement did, piece by piece. Large documents go in pieces cut at section borders. */
export type EnhanceProgress =
  | { readonly type: "enhancing"; readonly piece: number; readonly pieces: number }
  | { readonly type: "pieceKept"; readonly piece: number; readonly pieces: number; readonly why: string };

export interface Enhanced {
  /** The document to deliver: always valid, with exactly the links that were sent. */
  readonly text: string;
  readonly piecesReplaced: number;
  readonly pieces: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
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
