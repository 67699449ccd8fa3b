import { onOneLine } from "../one-line.ts";
import type { TextBlock } from "./containers.ts";
import { MARK } from "./marks.ts";
import { ownText } from "./own-text.ts";
import type { Source } from "./source.ts";

/** Places of a page's text in its source. */
interface TextPlaces {
  readonly blocks: readonly TextBlock[];
  readonly source: Source;
  readonly stretches: readonly number[];
}

/** The text of some stretches on one line, with a space between blocks. */
export function textOf(scanned: TextPlaces, first: number, last: number): string {
  const { blocks, source } = scanned;
  let text = "";
  let from = first;
  for (let at = blockBehind(blocks, first); ; at++) {
    const next = blocks[at]?.first ?? last;
    if (next >= last) return onOneLine(source.decode(text + cut(scanned, from, last)));
    text += `${cut(scanned, from, next)}\n`;
    from = next;
  }
}

/** Index of the first block that begins behind a stretch. */
function blockBehind(blocks: readonly TextBlock[], stretch: number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.first ?? 0) <= stretch) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The text of a block: on one line, but where it is code. */
export function blockText(scanned: TextPlaces, block: TextBlock): string {
  const { source } = scanned;
  const written = cut(scanned, block.first, block.last);
  // No pattern for the end: looking for `\s+$` is quadratic in white space.
  if ((block.marks & MARK.code) !== 0) return source.decode(written).replace(/^\n+/, "").trimEnd();
  return block.isPlain ? written.trim() : onOneLine(source.decode(written));
}

function cut({ source: { html }, stretches }: TextPlaces, first: number, last: number): string {
  let text = "";
  for (let at = first; at < last; at += 2) {
    const from = stretches[at] ?? 0;
    const to = stretches[at + 1] ?? from;
    if (from < 0) text += "\n";
    else text += from === to ? "$" : html.slice(from, to);
  }
  // A single stretch is a slice that would keep the whole page in memory; several are copied when they are joined.
  return last - first === 2 ? ownText(text) : text;
}
