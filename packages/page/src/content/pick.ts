import type { Scan, TextBlock } from "../scan/scan.ts";
import { isHeading, MARK, TAG } from "../scan/scan.ts";
import { endOfContainer } from "./mass.ts";

/** Blocks of a page that were taken for its content. */
export interface PickedBlocks {
  /** In document order; the page's first h1 is not among them. */
  readonly blocks: readonly TextBlock[];
  /** Characters of text in them that is not linked. */
  readonly length: number;
}

/** One reading of a page: what one part of it holds. */
export interface ContentReading extends PickedBlocks {
  /** Index of the container that holds the content. */
  readonly root: number;
  /** The marks that hold within `root`, by container. */
  readonly marks: Int32Array;
}

/** Characters of content below which a more lenient reading is tried. */
export const LITTLE = 250;

interface ContentPart {
  readonly root: number;
  readonly marks: Int32Array;
  /** Marks of what is not looked at. */
  readonly dropped: number;
}

/** The blocks in one part of a page that may be content. */
export function candidatesIn(
  { containers, blocks }: Scan,
  { root, marks, dropped }: ContentPart,
): readonly TextBlock[] {
  const end = endOfContainer(containers, root);
  return blocks.filter(
    (block) =>
      (block.marks & dropped) === 0 &&
      block.container >= root &&
      block.container < end &&
      belongs(block, marks[block.container] ?? 0),
  );
}

/** Characters of text in the blocks, linked or not. */
export const lengthOfAll = (blocks: readonly TextBlock[]): number =>
  blocks.reduce((sum, { length }) => sum + length, 0);

/** A page with more linked than running text, by this factor, is a list of links: they are its content. */
const LIST_SHARE = 0.5;

export function pick(candidates: readonly TextBlock[]): PickedBlocks {
  const text = pickBlocks(candidates, isText);
  const linked = candidates.reduce((sum, block) => sum + (isText(block) ? 0 : block.linkLength), 0);
  return linked > LIST_SHARE * text.length ? pickBlocks(candidates, () => true) : text;
}

/**
 * Blocks that stand before the first h1 go when they are no more than this, and no more than so many times what follows:
 * a kicker, a date, a breadcrumb, the site's news.
 */
const BEFORE_HEADING = 500;
const TIMES_BEFORE = 5;

/** The wanted blocks with their headings. */
export function pickBlocks(candidates: readonly TextBlock[], isWanted: (block: TextBlock) => boolean): PickedBlocks {
  let blocks: TextBlock[] = [];
  let length = 0;
  let before: PickedBlocks | undefined;
  // A heading is content only when something follows it.
  let headings: TextBlock[] = [];
  for (const block of candidates) {
    if (block.tag === TAG.h1 && before === undefined) {
      before = { blocks, length };
      blocks = [];
      length = 0;
      headings = [];
    } else if (isHeading(block.tag)) headings.push(block);
    else if (isWanted(block)) {
      // One by one, since a spread fails on a hostile page with more headings than a call may have arguments.
      for (const heading of headings) blocks.push(heading);
      blocks.push(block);
      headings = [];
      length += block.length - block.linkLength;
    }
  }
  // Behind the title of a page without text, a banner is no text either.
  const isMost = length > 0 && before !== undefined && before.length > TIMES_BEFORE * length;
  if (before === undefined || (before.length < BEFORE_HEADING && !isMost)) return { blocks, length };
  return { blocks: before.blocks.concat(blocks), length: before.length + length };
}

/** Marks of parts that stand apart from the content. */
const APART = MARK.navigation | MARK.footer | MARK.cookie | MARK.aside | MARK.negative | MARK.form | MARK.comments;

function belongs(block: TextBlock, marks: number): boolean {
  if ((marks & APART) !== 0 || block.tag === TAG.figcaption) return false;
  if ((marks & MARK.header) === 0 || isHeading(block.tag)) return true;
  return block.length > 80 && block.linkLength / block.length < 0.3;
}

/** Lists of links are not text; linked cells of tables and linked sentences are. */
function isText({ tag, length, linkLength, words, punctuation }: TextBlock): boolean {
  const linked = linkLength / length;
  if (linked <= 0.6 || (tag === TAG.p && (length > 200 || (punctuation > 0 && linked < 0.9)))) return true;
  if (tag === TAG.td || tag === TAG.th || tag === TAG.dt) return true;
  return tag === TAG.li && words >= 6 && linked < 0.9;
}
