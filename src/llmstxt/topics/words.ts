import type { Page } from "../../page/page.ts";
import { isTelling, wordsOf } from "../words.ts";
import { isShared, rarity, type Spread, type Topic } from "./topic.ts";

/** Words of a page that are named. */
const MAX_WORDS = 8;

/** A page deals with a word when it stands in so many of its lines: paragraphs, items, lines of code. */
const LEAST_LINES = 3;

/** Of a page's text; what comes after is not counted. */
const MAX_CHARACTERS = 20_000;

/** Of fewer pages nobody can tell which words are ordinary. */
const LEAST_PAGES = 5;

/** In how many lines of a page each word stands. */
export function wordCounts({ text }: Page): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.slice(0, MAX_CHARACTERS).split("\n"))
    for (const word of new Set(wordsOf(line))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

interface Surroundings {
  /** Title, excerpt and headings: what stands there need not be said again. */
  readonly said: string;
  readonly spread: Spread;
}

/** Words that a page has in many of its lines and hardly another page has, the most telling first, spelt as there. */
export function wordTopics(
  { text }: Page,
  counts: ReadonlyMap<string, number>,
  { said, spread }: Surroundings,
): readonly Topic[] {
  if (spread.pages < LEAST_PAGES) return [];
  const known = new Set(wordsOf(said));
  const lines = text.slice(0, MAX_CHARACTERS);
  const lower = lines.toLowerCase();
  return [...counts]
    .filter(([word, count]) => count >= LEAST_LINES && isName(word) && !known.has(word) && !isShared(word, spread))
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
