import type { Content } from "./content.ts";
import { MARK } from "./marks.ts";
import type { Block } from "./outline.ts";
import { blockText, type Scan } from "./scan.ts";
import { isHeading, TAG } from "./tags.ts";

const BOILERPLATE =
  /^(?:©|\(c\)|copyright\b|all rights reserved|share (?:this|on)|follow us|read more|learn more|click here|sign (?:in|up)|log ?in|subscribe|we use cookies|this (?:web)?site uses cookies|accept (?:all )?cookies|skip to|back to top|advertisement|loading|table of contents|on this page|edit this page|was this (?:page|article) helpful|previous|next|menu|search|home|print|email|tweet|comments?|related (?:articles|posts)|tags?:|posted (?:on|in|by)|published|last updated|updated|by:?$|javascript (?:is|must)|please enable|your browser|enable javascript)/i;
const COOKIES =
  /\b(?:we use cookies|uses? cookies|cookie (?:policy|settings|preferences)|accept (?:all )?cookies|your privacy choices|enable javascript|javascript (?:is (?:disabled|required)|must be enabled)|browser (?:is )?(?:not supported|out of date|does not support))/i;

/** Longer than this it says something, whatever it begins with. */
const BOILERPLATE_CHARACTERS = 300;

/** Scripts without spaces have few words of many characters. */
const isWithoutSpaces = ({ length, words }: Block): boolean => length / Math.max(1, words) > 20;

function isParagraph(block: Block): boolean {
  const isLong = block.words >= 9 || (isWithoutSpaces(block) && block.length > 40);
  return isLong && block.punctuation >= 1 && block.linkLength / block.length < 0.5 && block.tag !== TAG.th;
}

const isSentence = (block: Block): boolean => block.words >= 4 || (isWithoutSpaces(block) && block.length > 15);

const isProse = (block: Block): boolean =>
  !isHeading(block.tag) && block.tag !== TAG.pre && (block.marks & MARK.code) === 0;

/**
 * The first real paragraphs of the main content, about `characters` of them: the first is a paragraph and no
 * boilerplate; where there is none, the first sentence-like text. Empty where there is not even that.
 */
export function firstParagraphs(scanned: Scan, { blocks }: Content, characters: number): readonly string[] {
  const strict = blocks.findIndex((block) => isProse(block) && isParagraph(block) && !isBoilerplate(scanned, block));
  const start = strict >= 0 ? strict : blocks.findIndex((block) => isProse(block) && isSentence(block));
  if (start < 0) return [];
  const paragraphs: string[] = [];
  let length = 0;
  for (const block of blocks.slice(start)) {
    if (length >= characters) break;
    if (!isProse(block)) {
      if (length > characters / 2) break;
      continue;
    }
    if (!isSentence(block)) continue;
    const text = blockText(scanned, block);
    if (COOKIES.test(text)) continue;
    paragraphs.push(text);
    length += text.length + 1;
  }
  return paragraphs;
}

function isBoilerplate(scanned: Scan, block: Block): boolean {
  const text = blockText(scanned, block);
  return COOKIES.test(text) || (text.length < BOILERPLATE_CHARACTERS && BOILERPLATE.test(text));
}
