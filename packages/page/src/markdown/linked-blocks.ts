import type { Content } from "../content/content.ts";
import { endOfContainer } from "../content/content.ts";
import type { Scan, TextBlock } from "../scan/scan.ts";
import { isHeading, MARK, TAG, tagSet } from "../scan/scan.ts";

/** Marks of elements whose text is never shown as text. */
export const NOT_SHOWN = MARK.hidden | MARK.unshown | MARK.noscript | MARK.inert;
/** Marks of elements that surround content. */
export const APART =
  MARK.navigation | MARK.footer | MARK.cookie | MARK.aside | MARK.negative | MARK.form | MARK.comments | MARK.header;

const HOLDERS = tagSet("li p dd dt td th blockquote");
const LISTED = tagSet("li dd");

/**
 * Blocks of links that are no running text, and so no part of the content, but belong to it: lists that lead on from a
 * chapter, sources, what to see beside it; each with the headings it stands under. Tables of contents lead nowhere else
 * and stay out.
 */
export function linkedBlocks(
  scanned: Scan,
  content: Content,
  isKept: (block: TextBlock) => boolean,
): readonly TextBlock[] {
  const { blocks, containers } = scanned;
  const end = endOfContainer(containers, content.root);
  const leadsOn = leadingOn(scanned);
  const isNamed = ((containers[content.root]?.own ?? 0) & (MARK.main | MARK.article | MARK.positive)) !== 0;
  const last = content.blocks.at(-1)?.first ?? -1;
  const found: TextBlock[] = [];
  let headings: TextBlock[] = [];
  let hasBegun = false;
  const behind: TextBlock[][] = [];
  for (const block of blocks) {
    if (block.container < content.root || block.container >= end) continue;
    const isOut = (block.marks & NOT_SHOWN) !== 0 || ((content.marks[block.container] ?? 0) & APART) !== 0;
    if (isKept(block)) {
      hasBegun = true;
      headings = [];
    } else if (isHeading(block.tag)) {
      if (block.tag === TAG.h1) hasBegun = true;
      else if (!isOut) headings.push(block);
    } else if (hasBegun && !isOut && leadsOn(block) && HOLDERS[block.tag] === 1) {
      // Blocks behind the last words of a page often belong to other pages.
      if (block.first > last && !isNamed) continue;
      headings.push(block);
      if (block.first > last && LISTED[block.tag] === 0) behind.push(headings);
      // One by one: a page may have more headings than a call takes arguments.
      else for (const one of headings) found.push(one);
      headings = [];
    }
  }
  // One paragraph there ends the page; several are a pager or teasers.
  return behind.length === 1 ? [...found, ...behind.flat()] : found;
}

/** True if a link to another page stands in a block; blocks have to be asked about in their order. */
function leadingOn({ links }: Scan): (block: TextBlock) => boolean {
  let next = 0;
  return (block) => {
    while ((links[next]?.last ?? Number.POSITIVE_INFINITY) <= block.first) next++;
    for (let at = next; (links[at]?.first ?? Number.POSITIVE_INFINITY) < block.last; at++) {
      if (!/^(?:#|javascript:)/i.test(links[at]?.href ?? "#")) return true;
    }
    return false;
  };
}
