/** One address of a name; `family` is 4 or 6. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
  /** Milliseconds for which it may be remembered. Default 0: looked up again for the next connection. */
  readonly ttlMs?: number;
}

/**
 * All addresses of a name, in the order in which they are tried.
 * @throws Error with `code` ENOTFOUND for a name without an address, EAI_AGAIN where no name server gave an answer
 */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly ResolvedAddress[]>;

/** The one failure of every look-up, whichever library made it. The reason itself is the `cause`. */
export function lookupError(code: "ENOTFOUND" | "EAI_AGAIN", hostname: string, cause?: unknown): Error {
  const says = code === "ENOTFOUND" ? "No address" : "No answer from a name server";
  return Object.assign(new Error(`${says}: ${hostname}`, { cause }), { code, hostname });
}

export const codeOf = (thrown: unknown): unknown => (thrown instanceof Error && "code" in thrown ? thrown.code : "");
