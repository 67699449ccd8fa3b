import type { Summary } from "../protocol/types.ts";

type UnfoundReason = NonNullable<Summary["findability"]>["unfound"][number]["reason"];

/** Reasons why no question finds a page. A new reason is a compile error until it has words. */
export const UNFOUND_WORDS: Readonly<Record<UnfoundReason, string>> = {
  notListed: "No link leads to it",
  noNote: "It has no description",
  noWords: "Its line has no word of a question about it",
  outranked: "Other pages fit the question better",
};
