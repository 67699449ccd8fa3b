import type { TextBlock } from "../scan/scan.ts";
import { blockText, MARK, type Scan, tagSet } from "../scan/scan.ts";

const CELLS = tagSet("td th dd dt li");
/** Least characters of a text that is dropped as a repetition; shorter ones are labels, which may repeat. */
const MIN_CHARACTERS = 60;

/** The content without what it says a second time: for small screens, or in a slider that goes round. Linear. */
export function withoutRepeats(scanned: Scan, blocks: readonly TextBlock[]): readonly TextBlock[] {
  const lengths = new Set<number>();
  const repeatedLengths = new Set<number>();
  for (const block of blocks) {
    if (isLabel(block)) continue;
    if (lengths.has(block.length)) repeatedLengths.add(block.length);
    lengths.add(block.length);
  }
  if (repeatedLengths.size === 0) return blocks;
  const seen = new Set<string>();
  return blocks.filter((block) => {
    // Only texts of one length can be the same: most need not be read.
    if (isLabel(block) || !repeatedLengths.has(block.length)) return true;
    const text = blockText(scanned, block);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

const isLabel = ({ length, marks, tag }: TextBlock): boolean =>
  length < MIN_CHARACTERS || (marks & MARK.code) !== 0 || CELLS[tag] === 1;
