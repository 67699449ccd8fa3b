import { wordsOf } from "@llmstxt-service/page/words";
import type { Item } from "../document.ts";
import type { Entry } from "../entry.ts";

/** A page and its line. */
export interface LinkLine {
  readonly item: Item;
  /** Entry of the page; undefined if only its line is known. */
  readonly entry: Entry | undefined;
}

/** Facts about the words of all pages together. */
export interface SiteWords {
  readonly pages: number;
  /** Number of pages with each word. */
  readonly of: ReadonlyMap<string, number>;
  /** True for a word that says nothing by itself: many pages have it, or it is spread evenly over them. */
  isEveryday(word: string): boolean;
  /** Mean number of times that it stands in the text of a page that has it. */
  burst(word: string): number;
}

/** Words of one page with how often they stand in its text, headings, title and excerpt. */
export interface LineWords {
  readonly counts: ReadonlyMap<string, number>;
  /** Times in the text alone. */
  readonly inText: ReadonlyMap<string, number>;
}

/** Weight of an occurrence in a heading, a title or an excerpt; one in the text counts 1. */
const IN_HEADING = 3;
/** `PageTerms` counts a word of prose twice. */
const IN_TERMS = 2;

/** Words of a page with how much it is about them. `headings` are the page's own. */
export function pageWords({ entry, item: { title, excerpt = "" } }: LinkLine, headings: readonly string[]): LineWords {
  const inText = new Map<string, number>();
  for (const [count, words] of entry?.page.terms.words ?? [])
    for (const word of words.split(" ")) inText.set(word, count / IN_TERMS);
  const counts = new Map(inText);
  for (const word of wordsOf([title, excerpt, ...headings].join("\n")))
    if (word.length > 1) counts.set(word, (counts.get(word) ?? 0) + IN_HEADING);
  return { counts, inText };
}

/** Most pages of a site on which a word of most pages may still be the subject. */
const FEW_PAGES = 10;
/** Share of the pages, and number of pages, above which a word is everyday. */
const COMMON_SHARE = 0.3;
const LEAST_COMMON = 3;
/** Least pages with a word for its spread to be judged. */
const LEAST_SPREAD = 4;
/** Residual inverse document frequency below which a word is everyday (Church and Gale, 1995). */
const EVEN = 0.2;

/** Everyday words are spread evenly over a site, words of a subject come in crowds: no list of a language is needed. */
export function siteWords(pages: readonly LineWords[]): SiteWords {
  const n = pages.length;
  const of = new Map<string, number>();
  const total = new Map<string, number>();
  for (const { counts, inText } of pages) {
    for (const word of counts.keys()) of.set(word, (of.get(word) ?? 0) + 1);
    for (const [word, count] of inText) total.set(word, (total.get(word) ?? 0) + count);
  }
  const isCommon = (spread: number) => n > FEW_PAGES && spread > Math.max(LEAST_COMMON, n * COMMON_SHARE);
  const everyday = new Set<string>();
  for (const [word, spread] of of) {
    const expected = 1 - Math.exp(-(total.get(word) ?? 0) / n);
    const isEven = spread >= LEAST_SPREAD && Math.log(n / spread) + Math.log(expected) < EVEN;
    if (isEven || isCommon(spread)) everyday.add(word);
  }
  return {
    pages: n,
    of,
    burst: (word) => (total.get(word) ?? 0) / (of.get(word) ?? 1),
    isEveryday: (word) => everyday.has(word),
  };
}

/** Exponent on the weights of a page's words: above 1 a question is likelier to have the most telling ones. */
const POWER = 1.5;

/** Likelihood that a question about the page has each of its words; together 1. */
export function askedWords({ counts }: LineWords, { pages, of, isEveryday }: SiteWords): ReadonlyMap<string, number> {
  const asked = new Map<string, number>();
  let sum = 0;
  for (const [word, count] of counts) {
    const rarity = Math.log((pages + 1) / (of.get(word) ?? 1));
    if (rarity <= 0 || /^\d+$/.test(word) || (pages > FEW_PAGES && isEveryday(word) && rarity < 1.2)) continue;
    const weight = (Math.log(1 + count) * rarity) ** POWER;
    asked.set(word, weight);
    sum += weight;
  }
  for (const [word, weight] of asked) asked.set(word, weight / sum);
  return asked;
}

/** Share of the pages, and number of pages, above which a topic is dropped as common: `Usage`, `See also`. */
const MAX_SHARE = 0.1;
const MAX_PAGES = 2;

export const isShared = (spread: number, pages: number): boolean => spread > Math.max(MAX_PAGES, pages * MAX_SHARE);
