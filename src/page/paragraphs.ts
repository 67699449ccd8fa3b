import { MARK } from "./marks.ts";
import { onOneLine } from "./one-line.ts";
import type { Block } from "./outline.ts";
import { isHeading, TAG } from "./tags.ts";

const BOILERPLATE =
  /^(?:©|\(c\)|copyright\b|all rights reserved|share (?:this|on)|follow us|read more|learn more|click here|sign (?:in|up)|log ?in|subscribe|we use cookies|this (?:web)?site uses cookies|accept (?:all )?cookies|skip to|back to top|advertisement|loading|table of contents|on this page|edit this page|was this (?:page|article) helpful|previous|next|menu|search|home|print|email|tweet|comments?|related (?:articles|posts)|tags?:|posted (?:on|in|by)|published|last updated|updated|by:?$|javascript (?:is|must)|please enable|your browser|enable javascript)/i;
const COOKIES =
  /\b(?:we use cookies|uses? cookies|cookie (?:policy|settings|preferences)|accept (?:all )?cookies|your privacy choices|enable javascript|javascript (?:is (?:disabled|required)|must be enabled)|browser (?:is )?(?:not supported|out of date|does not support))/i;

/** Longer than this it says something, whatever it begins with. */
const BOILERPLATE_CHARACTERS = 300;

/** How sentences end, in scripts that mark it; a footnote's number may follow. */
const SENTENCE_END = /[.!?…:。！？؟।።][\s"”’»」』)\]]*\d*$/u;
/** No sentence's end is longer, and looking for it in all of a text costs more than reading the text. */
const SENTENCE_END_CHARACTERS = 40;
/** Fewer characters of paragraphs than this are filled up with what is no more than sentence-like. */
const FEW = 200;

/** A block of content with its text. */
interface Piece {
  readonly block: Block;
  readonly text: string;
}

/**
 * The first real paragraphs of the main content, about `characters` of them; where they are few, sentence-like text
 * as well. Empty where there is not even that. `texts` are those of `blocks`, in their order.
 */
export function firstParagraphs(
  blocks: readonly Block[],
  texts: readonly string[],
  characters: number,
): readonly string[] {
  const pieces = blocks.map((block, index) => ({ block, text: texts[index] ?? "" }));
  const prose = pieces.filter(isProse);
  const paragraphs = take(prose.filter(isLong), characters, isParagraph);
  if (lengthOf(paragraphs) >= FEW) return paragraphs;
  const first = prose.findIndex((piece) => isLong(piece) && piece.text === paragraphs[0]);
  const sentences = take(
    prose.slice(Math.max(0, first)).filter(isSentence),
    characters,
    (text) => !isBoilerplate(text),
  );
  // A manual page is nothing but preformatted text.
  return sentences.length > 0 ? sentences : take(pieces.filter(isLong), characters, isParagraph);
}

function take(from: readonly Piece[], until: number, isWanted: (text: string) => boolean): readonly string[] {
  const texts: string[] = [];
  let length = 0;
  for (const piece of from) {
    if (length >= until) break;
    // Only code keeps its lines.
    const text = onOneLine(piece.text);
    if (!isWanted(text)) continue;
    texts.push(text);
    length += text.length + 1;
  }
  return texts;
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

const isProse = ({ block }: Piece): boolean =>
  !isHeading(block.tag) && block.tag !== TAG.pre && (block.marks & MARK.code) === 0;

/** Scripts without spaces have few words of many characters. */
const isWithoutSpaces = ({ length, words }: Block): boolean => length / Math.max(1, words) > 20;

function isLong({ block }: Piece): boolean {
  const isLongEnough = block.words >= 9 || (isWithoutSpaces(block) && block.length > 40);
  return isLongEnough && block.punctuation >= 1 && block.linkLength / block.length < 0.5 && block.tag !== TAG.th;
}

const isSentence = ({ block }: Piece): boolean => block.words >= 4 || (isWithoutSpaces(block) && block.length > 15);

const isParagraph = (text: string): boolean =>
  SENTENCE_END.test(text.slice(-SENTENCE_END_CHARACTERS)) && !isBoilerplate(text);

const isBoilerplate = (text: string): boolean =>
  COOKIES.test(text) || (text.length < BOILERPLATE_CHARACTERS && BOILERPLATE.test(text));
