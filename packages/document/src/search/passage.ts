import { folded, hasUnspaced, spacedWordsOf, wordsOf } from "@llmstxt-service/page/words";
import { withoutMarks } from "./marks.ts";

/** Weight of a question's word that the index has dropped: it stands on many pages. */
const USUAL = 1;

/** Most characters of a page in which a passage is looked for; the index holds no more of its words. */
export const MAX_LOOKED = 200_000;

/** Most characters of a block; a longer paragraph is scored in pieces. */
const MAX_BLOCK = 300;
// Bound: MAX_BLOCK characters at a time, back to the last space among them, if there is one.
const PIECES = new RegExp(`[^]{1,${MAX_BLOCK}}(?=\\s|$)|[^]{1,${MAX_BLOCK}}`, "gu");

interface AskedPassage {
  readonly question: string;
  /** Weights of the question's words, from `SearchIndex.weights`. */
  readonly weights: ReadonlyMap<string, number>;
  /** Most characters of the passage. */
  readonly most: number;
}

/** The start of a page's file and of its parts, their end, and the title: who is shown a passage has them already. */
const FRAME = /^(?:# |> All pages of this site are listed in \[llms\.txt\]|This page goes on in \[part |Source: \S+$)/;

/**
 * The lines of a page's Markdown that fit a question best, below their heading; its first lines where none has a word of it.
 */
export function passageOf(markdown: string, { question, weights, most }: AskedPassage): string {
  const scoreOf = scoring(
    new Map([...wordsOf(withoutMarks(question)).map((word) => [word, USUAL] as const), ...weights]),
  );
  const blocks = blocksOf(markdown.slice(0, MAX_LOOKED));
  let best = { score: 0, heading: "", at: Math.max(0, blocks.findIndex(isText)) };
  let heading = "";
  for (const [at, block] of blocks.entries()) {
    if (!isText(block)) heading = block.text;
    const score = scoreOf(block.text);
    if (score > best.score) best = { score, heading, at };
  }
  let passage = best.heading === blocks[best.at]?.text ? "" : best.heading;
  for (const { text } of blocks.slice(best.at)) {
    if (passage.length + text.length >= most && passage !== best.heading) break;
    passage += `${passage === "" ? "" : "\n"}${text}`;
  }
  return passage.length <= most ? passage : `${passage.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Sums the weights of the words that a text has. In scripts without spaces a word counts wherever its letters stand. */
function scoring(asked: ReadonlyMap<string, number>): (text: string) => number {
  const unspaced = [...asked].filter(([word]) => hasUnspaced(word));
  return (shown) => {
    const text = withoutMarks(shown);
    let score = 0;
    for (const word of new Set(spacedWordsOf(text))) score += asked.get(word) ?? 0;
    const letters = unspaced.length === 0 ? "" : folded(text);
    for (const [word, weight] of unspaced) if (letters.includes(word)) score += weight;
    return score;
  };
}

interface PassageBlock {
  readonly text: string;
  /** True for code in a fence, where `#` begins no heading. */
  readonly isCode: boolean;
}

const isText = ({ text, isCode }: PassageBlock): boolean => isCode || !/^#{1,6} /.test(text);

/** Paragraphs, and the lines of long ones, without what stands around a page. */
function blocksOf(markdown: string): readonly PassageBlock[] {
  const blocks: PassageBlock[] = [];
  let isCode = false;
  for (const paragraph of markdown.split(/\n{2,}/)) {
    const lines = paragraph.length <= MAX_BLOCK ? [paragraph] : paragraph.split("\n");
    for (const piece of lines.flatMap((line) => line.match(PIECES) ?? [])) {
      const text = piece.trim();
      if (text !== "" && (isCode || !FRAME.test(text))) blocks.push({ text, isCode });
      if ((piece.match(/^(?:```|~~~)/gm) ?? []).length % 2 === 1) isCode = !isCode;
    }
  }
  return blocks;
}
