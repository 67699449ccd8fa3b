import { termLines } from "@llmstxt-service/page/terms";
import { wordsOf } from "@llmstxt-service/page/words";
import type { Item } from "../document.ts";
import type { Entry } from "../entry.ts";

/** A page and its line. */
export interface LinkLine {
  readonly item: Item;
  /** Entry of the page; undefined if only its line is known. */
  readonly entry: Entry | undefined;
}

/** A word of the site's pages. */
interface SiteWord {
  /** Number of pages with it. */
  pages: number;
  /** Times in the texts of all pages, headings and titles not counted. */
  times: number;
  /** True if it says nothing by itself: many pages have it, or it is spread evenly over them. */
  isEveryday: boolean;
  /** Logarithm of all pages by pages with it; 0 for a word that no question is likely to have. */
  rarity: number;
  /** Last line that has it. */
  line: number;
}

/** Gets a word of a page, with its weight and how often it stands in the text. A word may come several times. */
type AddWord = (word: SiteWord, weight: number, times: number) => void;

/** Weight of an occurrence in a heading, a title or an excerpt; one in the text counts 1. */
const IN_HEADING = 3;
/** `PageTerms` counts a word of prose twice. */
const IN_TERMS = 2;

/** Most pages of a site on which a word of most pages may still be the subject. */
const FEW_PAGES = 10;
/** Share of the pages, and number of pages, above which a word is everyday. */
const COMMON_SHARE = 0.3;
const LEAST_COMMON = 3;
/** Least pages with a word for its spread to be judged. */
const LEAST_SPREAD = 4;
/** Residual inverse document frequency below which a word is everyday (Church and Gale, 1995). */
const EVEN = 0.2;
/** Rarity below which a question does not have an everyday word. */
const LEAST_RARITY = 1.2;
/** Exponent on the weights of a page's words: above 1 a question is likelier to have the most telling ones. */
const POWER = 1.5;

/**
 * The words of all pages together. Everyday words are spread evenly over a site, words of a subject come in crowds: no list of a
 * language is needed. A page's words are read twice: kept, they would be the largest part of a long crawl's memory.
 */
export class SiteWords {
  readonly #words = new Map<string, SiteWord>();
  readonly #lines: readonly LinkLine[];
  readonly #headings: readonly ReadonlyMap<string, string>[];

  /** `headings` are each page's own. */
  constructor(lines: readonly LinkLine[], headings: readonly ReadonlyMap<string, string>[]) {
    this.#lines = lines;
    this.#headings = headings;
    for (const index of lines.keys())
      this.#read(index, (word, _, times) => {
        if (word.line !== index) word.pages++;
        word.line = index;
        word.times += times;
      });
    for (const [text, word] of this.#words) {
      word.isEveryday = isEveryday(word, lines.length);
      const rarity = Math.log((lines.length + 1) / word.pages);
      const isAsked = lines.length <= FEW_PAGES || rarity >= LEAST_RARITY || !word.isEveryday;
      if (isAsked && !/^\d+$/.test(text)) word.rarity = Math.max(0, rarity);
    }
  }

  #read(index: number, add: AddWord): void {
    const { entry, item } = this.#lines[index] ?? {};
    for (const line of termLines(entry?.page.terms.words ?? "")) {
      const words = line.split(" ");
      const times = Number(words[0]) / IN_TERMS;
      for (let at = 1; at < words.length; at++) add(this.#wordOf(words[at] ?? ""), times, times);
    }
    for (const word of wordsOf([item?.title, item?.excerpt, ...(this.#headings[index]?.values() ?? [])].join("\n")))
      if (word.length > 1) add(this.#wordOf(word), IN_HEADING, 0);
  }

  #wordOf(text: string): SiteWord {
    let word = this.#words.get(text);
    if (word === undefined) {
      word = { pages: 0, times: 0, isEveryday: false, rarity: 0, line: -1 };
      this.#words.set(text, word);
    }
    return word;
  }

  /** Number of pages with a word; 1 for one that none has. */
  pagesWith(word: string): number {
    return this.#words.get(word)?.pages ?? 1;
  }

  /** Mean number of times that a word stands in the text of a page that has it. */
  burst(word: string): number {
    return (this.#words.get(word)?.times ?? 0) / this.pagesWith(word);
  }

  isEveryday(word: string): boolean {
    return this.#words.get(word)?.isEveryday ?? false;
  }

  /** Likelihood that a question about a page has each word; together 1. */
  asked(line: number): (word: string) => number {
    const weights = new Map<SiteWord, number>();
    this.#read(line, (word, weight) => {
      if (word.rarity > 0) weights.set(word, (weights.get(word) ?? 0) + weight);
    });
    let sum = 0;
    for (const [word, weight] of weights) {
      const asked = (Math.log(1 + weight) * word.rarity) ** POWER;
      weights.set(word, asked);
      sum += asked;
    }
    return (text) => {
      const word = this.#words.get(text);
      const weight = word && weights.get(word);
      return weight === undefined ? 0 : weight / sum;
    };
  }
}

function isEveryday({ pages, times }: SiteWord, n: number): boolean {
  if (n > FEW_PAGES && pages > Math.max(LEAST_COMMON, n * COMMON_SHARE)) return true;
  return pages >= LEAST_SPREAD && Math.log(n / pages) + Math.log(1 - Math.exp(-times / n)) < EVEN;
}

/** Share of the pages, and number of pages, above which a topic is dropped as common: `Usage`, `See also`. */
const MAX_SHARE = 0.1;
const MAX_PAGES = 2;

/** Most pages of a site that share one topic. */
export const mostSharing = (pages: number): number => Math.max(MAX_PAGES, pages * MAX_SHARE);
