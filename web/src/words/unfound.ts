import type { Summary } from "../protocol/types.ts";

type UnfoundReason = NonNullable<Summary["findability"]>["unfound"][number]["reason"];

/** Why nobody would find a page by the document. A new reason is an error of the compiler until it has words. */
export const UNFOUND_WORDS: Readonly<Record<UnfoundReason, string>> = {
  notListed: "No link leads to it",
  noNote: "Has no note",
  noWords: "Its note has none of its words",
  outranked: "Other pages fit better",
};
