import type { Content } from "./content/content.ts";
import { excerpt } from "./excerpt.ts";
import type { TextBlock } from "./scan/scan.ts";
import { blockText, headingLevel, isHeading, MARK, type Scan, TAG, tag } from "./scan/scan.ts";

/** Opening of a page: its own words before anything else. */
export interface Opening {
  /** The line below the first h1. */
  readonly subtitle?: string;
  /** The first paragraph of the main content, where no smaller heading, list or card stands before it. */
  readonly opening?: string;
}

const CHARACTERS = 2_000;
const SURROUNDINGS =
  MARK.hidden | MARK.navigation | MARK.footer | MARK.aside | MARK.form | MARK.code | MARK.cookie | MARK.unshown;
const LI = tag("li");
const ARTICLE = tag("article");

export function openingOf(scanned: Scan, content: Content): Opening {
  const subtitle = subtitleOf(scanned);
  const opening = firstParagraph(scanned, content);
  return {
    ...(subtitle !== undefined && { subtitle: excerpt(blockText(scanned, subtitle), CHARACTERS) }),
    ...(opening !== undefined && { opening: excerpt(blockText(scanned, opening), CHARACTERS) }),
  };
}

function subtitleOf({ blocks }: Scan): TextBlock | undefined {
  const at = blocks.findIndex((block) => block.tag === TAG.h1);
  const next = at < 0 ? undefined : blocks[at + 1];
  if (next === undefined || next.tag === TAG.h1 || (next.marks & SURROUNDINGS) !== 0) return undefined;
  // A short heading below the first one is a section of the page.
  const [least, most] = isHeading(next.tag) ? [5, 30] : [3, 60];
  return isWorded(next, least) && next.words <= most ? next : undefined;
}

function firstParagraph(scanned: Scan, { blocks }: Content): TextBlock | undefined {
  for (const [index, block] of blocks.entries()) {
    if (isHeading(block.tag)) {
      if (headingLevel(block.tag) > 1 && (index > 0 || scanned.firstHeading !== "")) return undefined;
    } else if ((block.marks & SURROUNDINGS) !== 0 || !isWorded(block, 6) || block.punctuation === 0) continue;
    else return isInCard(scanned, block) ? undefined : block;
  }
  return undefined;
}

/** Scripts without spaces have few words of many characters. */
function isWorded({ words, length, linkLength }: TextBlock, least: number): boolean {
  const isLongEnough = words >= least || (length / Math.max(1, words) > 20 && length > least * 2);
  return isLongEnough && linkLength * 2 < length;
}

/** An item of a list, or an article beside others. */
function isInCard({ containers }: Scan, { container }: TextBlock): boolean {
  for (let index = container; index > 0; index = containers[index]?.parent ?? 0) {
    const held = containers[index];
    if (held?.tag === LI) return true;
    if (held?.tag === ARTICLE)
      return containers.some(
        ({ tag: id, parent, index: other }) => id === ARTICLE && parent === held.parent && other !== index,
      );
  }
  return false;
}
