import { MAX_TOKEN, type ProseToken, tokenOf } from "./prose-token.ts";
import { ownText } from "./scan/scan.ts";

/** A word, and how often the page that was last counted has it. */
export interface WordCount {
  readonly word: string;
  /** Number of that page. */
  page: number;
  times: number;
}

/** Words that stand together, at most three of them, in any case; and what the page that was last counted has of them. */
export interface Phrase {
  /** Number of that page. */
  page: number;
  count: number;
  /** Place in the text: of phrases that end with the same word, the shorter one is first. */
  order: number;
  isLower: boolean;
  /** Times it stands within a sentence, with a capital. */
  capitals: number;
  /** Stretch that it is written as: without a capital if it stands so somewhere, else with the one within a sentence. */
  first: number;
  last: number;
  /** Number of phrases of the page met before it. */
  index: number;
}

/** A run of characters between white space as it counts wherever it stands in a text. */
export interface Met {
  readonly token: ProseToken;
  readonly counts: readonly WordCount[];
  /** The phrase that it is alone; undefined where it stands in none. */
  readonly alone: Phrase | undefined;
  /** Words of a run in a script without spaces; empty for other runs. */
  readonly parts: readonly Met[];
}

/** Runs, words and phrases that are kept from page to page, of each kind. */
const MAX_KNOWN = 20_000;

const NO_PARTS: readonly Met[] = [];

/**
 * Words met before, on any page: words repeat, and are analysed once. Their counts are those of one page at a time, which
 * is known by its number: counts of another number count as none.
 */
export class Vocabulary {
  readonly #met = new Map<string, Met>();
  readonly #counts = new Map<string, WordCount>();
  readonly #phrases = new Map<string, Phrase>();
  #page = 0;

  /** Begins a page. @returns its number */
  begin(): number {
    const known = [this.#met, this.#counts, this.#phrases];
    if (known.some(({ size }) => size >= MAX_KNOWN)) for (const one of known) one.clear();
    return ++this.#page;
  }

  met(written: string): Met {
    const known = this.#met.get(written);
    if (known !== undefined) return known;
    const own = ownText(written);
    const met = this.#metOf(tokenOf(own));
    // Long runs, and those without spaces, hardly come again.
    if (own.length <= MAX_TOKEN && met.parts.length === 0) this.#met.set(own, met);
    return met;
  }

  countOf(word: string): WordCount {
    const known = this.#counts.get(word);
    if (known !== undefined) return known;
    const count = { word: ownText(word), page: 0, times: 0 };
    this.#counts.set(count.word, count);
    return count;
  }

  /** The phrase with a text in one case. */
  phrase(lower: string): Phrase {
    const known = this.#phrases.get(lower);
    if (known !== undefined) return known;
    const phrase = newPhrase();
    this.#phrases.set(lower, phrase);
    return phrase;
  }

  #metOf(token: ProseToken): Met {
    return {
      token,
      counts: token.words.map((word) => this.countOf(word)),
      alone: token.isPlain ? this.phrase(token.lower) : undefined,
      parts: token.parts.length === 0 ? NO_PARTS : token.parts.map((part) => this.#metOf(part)),
    };
  }
}

/** A phrase of no page. */
export const newPhrase = (): Phrase => ({
  page: 0,
  count: 0,
  order: 0,
  isLower: false,
  capitals: 0,
  first: 0,
  last: 0,
  index: 0,
});
