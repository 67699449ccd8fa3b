import type { ProseToken } from "./prose-token.ts";

/** Words that stand together, at most three of them, in any case. */
export interface Phrase {
  count: number;
  /** Place in the text: of phrases that end with the same word, the shorter one is first. */
  order: number;
  isLower: boolean;
  /** Times it stands within a sentence, with a capital. */
  capitals: number;
  /** Stretch that it is written as: without a capital if it stands so somewhere, else with the one within a sentence. */
  first: number;
  last: number;
  /** Number of phrases met before it. */
  readonly index: number;
}

/** A word, and the phrase that it is alone; undefined where that is not counted. */
export interface PhraseWord {
  readonly token: ProseToken;
  readonly alone: Phrase | undefined;
}

const MAX_PHRASE_WORDS = 3;

/** Distinct phrases of a page that are counted. */
const MAX_COUNTED = 12_000;

/** Behind every place of a text. */
const MOST = 2 ** 30;

/** Phrases of one length by the place of their last word; undefined where none is counted. */
type Ends = readonly (Phrase | undefined)[];

/** Counts the phrases of a text. */
export class PhraseCount {
  /** Words in their order; undefined between two that do not stand together. */
  readonly #words: (ProseToken | undefined)[] = [];
  readonly #startsSentence: boolean[] = [];
  readonly #ofOne: (Phrase | undefined)[] = [];
  /**
   * Phrases by their text where it is one word or has words without spaces, which may be the same text as others; else by
   * the numbers of the phrase without the last word, and of that word.
   */
  readonly #phrases = new Map<string | number, Phrase>();

  /** The phrase that a word is alone, wherever it stands. */
  alone(token: ProseToken): Phrase | undefined {
    return this.#known(token.lower);
  }

  /** Adds a word that stands behind another one. */
  add({ token, alone }: PhraseWord, before: ProseToken): void {
    const at = this.#words.length;
    this.#words.push(token);
    this.#startsSentence.push(before.endsSentence);
    this.#ofOne.push(this.#count(alone, at, at));
  }

  /** Ends a run: the next word does not stand together with the last one. */
  end(): void {
    if (this.#words.at(-1) === undefined) return;
    this.#words.push(undefined);
    this.#startsSentence.push(false);
    this.#ofOne.push(undefined);
  }

  /**
   * Phrases of the text in their order, without rare ones that cannot be names. A phrase stands no more often than its
   * parts, so longer ones are counted only if their parts are frequent (Agrawal and Srikant 1994, Apriori). Linear.
   */
  phrases(): readonly Phrase[] {
    const ofTwo = this.#longer(this.#ofOne, 2);
    const ofThree = this.#longer(ofTwo, MAX_PHRASE_WORDS);
    const inOrder: Phrase[] = [];
    for (let last = 0; last < this.#words.length; last++)
      for (let length = 1; length <= MAX_PHRASE_WORDS; length++) {
        const phrase = (length === 1 ? this.#ofOne : length === 2 ? ofTwo : ofThree)[last];
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
    const start = this.#words[first];
    const between = this.#words[last - 1];
    if (start === undefined || between === undefined || this.#words[last] === undefined) return false;
    const isFrequent = isRepeated(shorter[last - 1]) && isRepeated(shorter[last]);
    return isFrequent || start.space === "" || between.space === "" || this.#isNamed(first);
  }

  #counted(shorter: Ends, first: number, last: number): Phrase | undefined {
    const before = shorter[last - 1];
    const alone = this.#ofOne[last];
    const isSpaced =
      this.#words[last]?.space !== "" && this.#words[last - 1]?.space !== "" && this.#words[first]?.space !== "";
    if (!isSpaced) return this.#count(this.#known(this.#joined(first, last, "lower")), first, last);
    if (before === undefined || alone === undefined) return undefined;
    return this.#count(this.#known(before.index * MAX_COUNTED + alone.index), first, last);
  }

  #joined(first: number, last: number, form: "text" | "lower"): string {
    let text = "";
    for (let at = first; at <= last; at++) {
      const word = this.#words[at];
      if (word !== undefined) text += at === last ? word[form] : word[form] + word.space;
    }
    return text;
  }

  /** True for a word that has a capital within a sentence. */
  #isNamed(at: number): boolean {
    return this.#words[at]?.isCapital === true && this.#startsSentence[at] === false;
  }

  #known(key: string | number): Phrase | undefined {
    const known = this.#phrases.get(key);
    const index = this.#phrases.size;
    if (known !== undefined || index >= MAX_COUNTED) return known;
    const fresh = { count: 0, order: MOST, isLower: false, capitals: 0, first: 0, last: 0, index };
    this.#phrases.set(key, fresh);
    return fresh;
  }

  #count(phrase: Phrase | undefined, first: number, last: number): Phrase | undefined {
    if (phrase === undefined) return undefined;
    const isCapital = this.#words[first]?.isCapital === true;
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
}

const orderOf = (last: number, length: number): number => last * MAX_PHRASE_WORDS + length;

const isRepeated = (phrase: Phrase | undefined): boolean => phrase !== undefined && phrase.count > 1;
