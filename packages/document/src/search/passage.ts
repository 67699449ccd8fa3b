import { wordsOf } from "@llmstxt-service/page/words";

/** Weight of a question's word that the index has dropped: it stands on many pages. */
const USUAL = 1;

/** Characters of a block: a longer paragraph is looked at in pieces. */
const MAX_BLOCK = 300;
// Bound: linear, any characters, so many at a time.
const PIECES = new RegExp(`[^]{1,${MAX_BLOCK}}`, "gu");

interface AskedPassage {
  readonly question: string;
  /** Of its words, from `SearchIndex.weights`. */
  readonly weights: ReadonlyMap<string, number>;
  /** Characters. */
  readonly most: number;
}

/** The lines of a page's Markdown that fit a question best, below their heading; empty where none has a word of it. */
export function passageOf(markdown: string, { question, weights, most }: AskedPassage): string {
  const asked = new Map([...wordsOf(question).map((word) => [word, USUAL] as const), ...weights]);
  let best = { score: 0, heading: "", at: 0 };
  let heading = "";
  const blocks = blocksOf(markdown);
  for (const [at, block] of blocks.entries()) {
    if (/^#{1,6} /.test(block)) heading = block;
    const words = new Set(wordsOf(block));
    let score = 0;
    for (const word of words) score += asked.get(word) ?? 0;
    if (score > best.score) best = { score, heading, at };
  }
  if (best.score === 0) return "";
  let passage = best.heading === blocks[best.at] ? "" : best.heading;
  for (const block of blocks.slice(best.at)) {
    if (passage.length + block.length > most && passage !== best.heading) break;
    passage += `${passage === "" ? "" : "\n"}${block}`;
  }
  return passage.length <= most ? passage : `${passage.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Paragraphs, and the lines of long ones. */
function blocksOf(markdown: string): readonly string[] {
  return markdown
    .split(/\n{2,}/)
    .flatMap((block) => (block.length <= MAX_BLOCK ? [block] : block.split("\n")))
    .flatMap((line) => line.match(PIECES) ?? [])
    .filter((block) => block.trim() !== "");
}
