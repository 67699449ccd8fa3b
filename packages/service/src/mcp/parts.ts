import { divided } from "@llmstxt-service/document/bundle/divide";

/** Most code points of one answer, with its line about parts: as many as readers accept by default. */
export const MAX_PART = 20_000;

/** Code points reserved for the line about parts, and for fences that are closed and opened again. */
const SPARE = 200;

/** Splits a page's Markdown into parts: at headings if possible, within a line if necessary. Returns at least one. */
export function partsOf(markdown: string): readonly string[] {
  return divided(markdown, MAX_PART - SPARE).flatMap((piece) => {
    if (piece.length <= MAX_PART - SPARE) return [piece];
    const points = [...piece];
    const count = Math.ceil(points.length / (MAX_PART - SPARE));
    return Array.from({ length: count }, (_, n) =>
      points.slice(n * (MAX_PART - SPARE), (n + 1) * (MAX_PART - SPARE)).join(""),
    );
  });
}
