import type { ProseToken } from "./prose-token.ts";
import { type Met, newPhrase, type Phrase, type Vocabulary } from "./vocabulary.ts";

const MAX_PHRASE_WORDS = 3;

/** Distinct phrases of a page that are counted. */
const MAX_COUNTED = 12_000;

/** Behind every place of a text. */
const MOST = 2 ** 30;

/** Phrases of one length by the place of their last word; undefined where none is counted. */
type Ends = readonly (Phrase | undefined)[];

/** Counts the phrases of a page's text. */
export class PhraseCount {
  readonly #vocabulary: Vocabulary;
  readonly #page: number;
  /** Words in their order; undefined between two that do not stand together. */
  readonly #words: (Met | undefined)[] = [];
  readonly #startsSentence: boolean[] = [];
  /** Distinct phrases of the page. */
  #known = 0;
  /** Longer phrases by the numbers of the phrase without the last word, and of that word. */
  readonly #longerPhrases = new Map<number, Phrase>();

  /** @param page number of the page in the vocabulary */
  constructor(vocabulary: Vocabulary, page: number) {
    this.#vocabulary = vocabulary;
    this.#page = page;
  }

  /** Adds a word that stands behind another one. */
  add(met: Met, before: ProseToken): void {
    const at = this.#words.length;
    this.#words.push(met);
    this.#startsSentence.push(before.endsSentence);
    this.#count(met.alone, at, at);
  }

  /** Ends a run: the next word does not stand together with the last one. */
  end(): void {
    if (this.#words.at(-1) === undefined) return;
    this.#words.push(undefined);
    this.#startsSentence.push(false);
  }

  /**
   * Phrases of the text in their order, without rare ones that cannot be names. A phrase stands no more often than its
   * parts, so longer ones are counted only if their parts are frequent (Agrawal and Srikant 1994, Apriori). Linear.
   */
  phrases(): readonly Phrase[] {
    const ofOne = this.#words.map((met) => this.#met(met?.alone));
    const ofTwo = this.#longer(ofOne, 2);
    const ofThree = this.#longer(ofTwo, MAX_PHRASE_WORDS);
    const inOrder: Phrase[] = [];
    for (let last = 0; last < this.#words.length; last++)
      for (let length = 1; length <= MAX_PHRASE_WORDS; length++) {
        const phrase = (length === 1 ? ofOne : length === 2 ? ofTwo : ofThree)[last];
        if (phrase?.order === orderOf(last, length)) inOrder.push(phrase);
      }
    return inOrder;
  }

  /** Text of a phrase, as written. */
  textOf({ first, last }: Phrase): string {
    return this.#joined(first, last, "text");
  }

  /** Phrases that are one word longer than these, if they are frequent or named. */
  #longer(shorter: Ends, length: number): Ends {
    const longer = new Array<Phrase | undefined>(this.#words.length).fill(undefined);
    for (let last = length - 1; last < longer.length; last++) {
      const first = last - length + 1;
      if (this.#mayCount(shorter, first, last)) longer[last] = this.#counted(shorter, first, last);
    }
    return longer;
  }

  #mayCount(shorter: Ends, first: number, last: number): boolean {
    const start = this.#words[first]?.token;
    const between = this.#words[last - 1]?.token;
    if (start === undefined || between === undefined || this.#words[last] === undefined) return false;
    const isFrequent = isRepeated(shorter[last - 1]) && isRepeated(shorter[last]);
    return isFrequent || start.space === "" || between.space === "" || this.#isNamed(first);
  }

  #counted(shorter: Ends, first: number, last: number): Phrase | undefined {
    const before = shorter[last - 1];
    const alone = this.#met(this.#words[last]?.alone);
    const isSpaced = this.#isSpaced(last) && this.#isSpaced(last - 1) && this.#isSpaced(first);
    // Phrases without spaces may be the same text, whatever words they are made of.
    if (!isSpaced) return this.#count(this.#vocabulary.phrase(this.#joined(first, last, "lower")), first, last);
    if (before === undefined || alone === undefined) return undefined;
    return this.#count(this.#longerPhrase(before.index * MAX_COUNTED + alone.index), first, last);
  }

  #isSpaced(at: number): boolean {
    return this.#words[at]?.token.space !== "";
  }

  #longerPhrase(key: number): Phrase {
    const known = this.#longerPhrases.get(key);
    if (known !== undefined) return known;
    const phrase = newPhrase();
    this.#longerPhrases.set(key, phrase);
    return phrase;
  }

  #joined(first: number, last: number, form: "text" | "lower"): string {
    let text = "";
    for (let at = first; at <= last; at++) {
      const word = this.#words[at]?.token;
      if (word !== undefined) text += at === last ? word[form] : word[form] + word.space;
    }
    return text;
  }

  /** True for a word that has a capital within a sentence. */
  #isNamed(at: number): boolean {
    return this.#words[at]?.token.isCapital === true && this.#startsSentence[at] === false;
  }

  /** The phrase if the page has it. */
  #met(phrase: Phrase | undefined): Phrase | undefined {
    return phrase?.page === this.#page ? phrase : undefined;
  }

  /** Counts a phrase once more; undefined where the page has too many others. */
  #count(phrase: Phrase | undefined, first: number, last: number): Phrase | undefined {
    if (phrase === undefined || !this.#begin(phrase)) return undefined;
    const isCapital = this.#words[first]?.token.isCapital === true;
    const isNamed = this.#isNamed(first);
    if (phrase.count === 0 || (!phrase.isLower && (isNamed || !isCapital))) {
      phrase.first = first;
      phrase.last = last;
    }
    phrase.count++;
    phrase.order = Math.min(phrase.order, orderOf(last, last - first + 1));
    if (isNamed) phrase.capitals++;
    if (!isCapital) phrase.isLower = true;
    return phrase;
  }

  /** Clears what other pages have of a phrase. @returns false where this page has too many others */
  #begin(phrase: Phrase): boolean {
    if (phrase.page === this.#page) return true;
    if (this.#known >= MAX_COUNTED) return false;
    phrase.page = this.#page;
    phrase.count = phrase.capitals = 0;
    phrase.order = MOST;
    phrase.isLower = false;
    phrase.index = this.#known++;
    return true;
  }
}

const orderOf = (last: number, length: number): number => last * MAX_PHRASE_WORDS + length;

const isRepeated = (phrase: Phrase | undefined): boolean => phrase !== undefined && phrase.count > 1;
