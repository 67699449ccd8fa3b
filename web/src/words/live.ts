import type { Live } from "../protocol/types.ts";

/** A site's own answer for its bundle. */
export const VERDICTS: Readonly<
  Record<Live["verdict"], { readonly word: string; readonly tone: "ok" | "warn" | "bad" }>
> = {
  live: { word: "Live", tone: "ok" },
  stale: { word: "Out of date", tone: "warn" },
  other: { word: "Another file", tone: "bad" },
  absent: { word: "Not there", tone: "bad" },
  unreachable: { word: "Not reachable", tone: "warn" },
};
