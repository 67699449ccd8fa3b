import { onOneLine } from "../one-line.ts";
import { isHeading, MARK, type TextBlock } from "../scan/scan.ts";

/** Blocks from one to another, the last one not included. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** The blocks of the main content. */
export interface MainBlocks {
  readonly blocks: readonly TextBlock[];
  /** True for the page of one product, as its data say. */
  readonly isOfOne: boolean;
}

/** Characters of a description, or of a block, that say that they are the same text. */
const START_CHARACTERS = 50;
/** Characters of a description that are looked at: the rest stands behind them. */
const DESCRIPTION_CHARACTERS = 2_000;
const NONE: Span = { from: 0, to: 0 };

/**
 * The blocks that say what the page's data call its description: as an element of them, by its words, or on a product's
 * page by the name of what holds it. Empty where there are none.
 */
export function describedSpan(
  { blocks, isOfOne }: MainBlocks,
  texts: readonly string[],
  descriptions: readonly string[],
): Span {
  const marked = markedSpan(blocks, MARK.described);
  if (marked.to > 0) return marked;
  for (const description of descriptions) {
    const span = saidSpan(
      blocks,
      texts,
      onOneLine(description.slice(0, DESCRIPTION_CHARACTERS))
        .replace(/(?:…|\.{3})$/, "")
        .trimEnd(),
    );
    if (span.to > 0) return span;
  }
  return isOfOne ? markedSpan(blocks, MARK.description) : NONE;
}

/** The one element that is marked as the description; in a list each item has one. */
function markedSpan(blocks: readonly TextBlock[], mark: number): Span {
  const isMarked = ({ marks }: TextBlock) => (marks & mark) !== 0;
  const from = blocks.findIndex(isMarked);
  const to = blocks.findLastIndex(isMarked) + 1;
  return from >= 0 && blocks.slice(from, to).every(isMarked) ? { from, to } : NONE;
}

function saidSpan(blocks: readonly TextBlock[], texts: readonly string[], description: string): Span {
  if (description.length < START_CHARACTERS) return NONE;
  const start = description.slice(0, START_CHARACTERS);
  const isSaid = (text: string) =>
    text.includes(start) || (text.length >= START_CHARACTERS && description.includes(text.slice(0, START_CHARACTERS)));
  const from = texts.findIndex((text, at) => !isHeading(blocks[at]?.tag ?? 0) && isSaid(text));
  if (from < 0) return NONE;
  let to = from + 1;
  while (to < texts.length && description.includes(texts[to] ?? "")) to++;
  return { from, to };
}
