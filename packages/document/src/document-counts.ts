import { codePoints } from "./budget.ts";
import { parseLlmsTxt } from "./check/check.ts";
import { pagesIn } from "./metadata.ts";
import { estimateTokens } from "./tokens.ts";

/** One section of a rendered document. */
export interface RenderedSection {
  readonly name: string;
  readonly pages: number;
  /** Code points. */
  readonly characters: number;
  /** 1-based line of its heading. */
  readonly line: number;
}

/** The figures of a document. */
export interface DocumentCounts {
  /** Pages it stands for: as its metadata line says, which counts its links and the homepage; else its links. */
  readonly pages: number;
  /** Code points, as in every limit. */
  readonly characters: number;
  /** Estimated. */
  readonly tokens: number;
  readonly lines: number;
  readonly sections: readonly RenderedSection[];
}

/** Counts a document as it is delivered; every reported figure of a document comes from here. Linear. */
export function countsOf(text: string): DocumentCounts {
  const { sections } = parseLlmsTxt(text);
  const lines = text.split("\n");
  const links = new Set(sections.flatMap(({ items }) => items.map(({ url }) => url)));
  return {
    pages: pagesIn(text) ?? links.size,
    characters: codePoints(text),
    tokens: estimateTokens(text),
    lines: lines.length - 1,
    sections: sections.map(({ name, line, items }, index) => {
      const body = lines.slice(line - 1, (sections[index + 1]?.line ?? lines.length + 1) - 1);
      return { name, pages: items.length, characters: codePoints(body.join("\n").trimEnd()), line };
    }),
  };
}
