import type { Block } from "../scan/scan.ts";
import { blockText, MARK, type Scan, tagSet } from "../scan/scan.ts";

const CELLS = tagSet("td th dd dt li");
/** Shorter texts are labels, which many parts of a page may carry. */
const MIN_CHARACTERS = 60;

/** The content without what it says a second time: for small screens, or in a slider that goes round. Linear. */
export function withoutRepeats(scanned: Scan, blocks: readonly Block[]): readonly Block[] {
  const lengths = new Set<number>();
  const repeatedLengths = new Set<number>();
  for (const { length } of blocks) {
    if (lengths.has(length)) repeatedLengths.add(length);
    lengths.add(length);
  }
  const seen = new Set<string>();
  return blocks.filter((block) => {
    // Only texts of one length can be the same: most need not be read.
    const isLabel = block.length < MIN_CHARACTERS || (block.marks & MARK.code) !== 0 || CELLS[block.tag] === 1;
    if (isLabel || !repeatedLengths.has(block.length)) return true;
    const text = blockText(scanned, block);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}
