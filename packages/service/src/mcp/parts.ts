import { divided } from "@llmstxt-service/document/bundle/divide";

/** Code points of one answer, its line about parts included: what readers take whole by default. */
export const MAX_PART = 20_000;

/** Room for the line about parts, and for fences that are closed and opened again. */
const SPARE = 200;

/** A page's Markdown in parts: at headings where it can be, inside a line where it must be. At least one. */
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
