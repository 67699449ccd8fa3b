import type { Page } from "@llmstxt-service/page";
import { hasUnspaced, isTelling, wordsOf } from "../words.ts";
import { isShared, rarity, type Spread, type Topic } from "./topic.ts";

/** Words of a page that are named. */
const MAX_WORDS = 8;

/** A page deals with a word when it stands in so many of its lines: paragraphs, items, lines of code. */
const LEAST_LINES = 3;

/** Of a page's text; what comes after is not counted. */
const MAX_CHARACTERS = 20_000;

/** Of all pages together, in scripts without spaces: telling their words apart takes three microseconds a character. */
const MAX_UNSPACED = 300_000;

/** Of fewer pages nobody can tell which words are ordinary. */
const LEAST_PAGES = 5;

/** Topics of a site's pages, as far as single words show them. */
export interface SiteWords {
  readonly spread: Spread;
  /** Words of each page that stand in many of its lines, with the number of these. */
  readonly frequent: readonly ReadonlyMap<string, number>[];
}

/** Linear; of all words only their number is kept. */
export function siteWords(pages: readonly Page[]): SiteWords {
  const of = new Map<string, number>();
  const frequent = pages.map(({ text }) => {
    const counts = countsOf(textOf(text, pages.length));
    for (const word of counts.keys()) of.set(word, (of.get(word) ?? 0) + 1);
    return new Map([...counts].filter(([, count]) => count >= LEAST_LINES));
  });
  return { spread: { pages: pages.length, of }, frequent };
}

function textOf(text: string, pages: number): string {
  const start = text.slice(0, MAX_CHARACTERS);
  return hasUnspaced(start) ? start.slice(0, Math.ceil(MAX_UNSPACED / pages)) : start;
}

/** In how many lines each word stands. */
function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split("\n"))
    for (const word of new Set(wordsOf(line))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

interface TopicContext {
  /** Title, excerpt and headings: what stands there need not be said again. */
  readonly said: string;
  readonly spread: Spread;
}

/** Words that a page has in many of its lines and hardly another page has, the most telling first, spelt as there. */
export function wordTopics(
  { text }: Page,
  frequent: ReadonlyMap<string, number>,
  { said, spread }: TopicContext,
): readonly Topic[] {
  if (spread.pages < LEAST_PAGES) return [];
  const known = new Set(wordsOf(said));
  const lines = text.slice(0, MAX_CHARACTERS);
  const lower = lines.toLowerCase();
  return [...frequent]
    .filter(([word]) => isName(word) && !known.has(word) && !isShared(word, spread))
    .map(([word, count]) => ({ word, weight: Math.log1p(count) * rarity(word, spread) }))
    .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
    .slice(0, MAX_WORDS)
    .map(({ word }, index) => ({ text: spelling(word, lines, lower), worth: 1 / (index + 2) }));
}

/** Numbers and what is half a number name examples, versions, keys. */
const isName = (word: string): boolean => isTelling(word) && !/\d/.test(word);

/** A word as the page writes it first: `GriffeLoader`. */
function spelling(word: string, text: string, lower: string): string {
  const at = lower.length === text.length ? lower.indexOf(word) : -1;
  const written = text.slice(at, at + word.length);
  return at >= 0 && written.toLowerCase() === word ? written : word;
}
