import type { ProseToken } from "./prose-token.ts";

/** A plain word of a text. */
export interface PlainWord {
  readonly token: ProseToken;
  readonly startsSentence: boolean;
}

/** Words that stand together, at most three of them, in any case. */
export interface Phrase {
  /** As written: without a capital if it stands so somewhere, else with the one that it has within a sentence. */
  text: string;
  count: number;
  /** Place in the text: of phrases that end with the same word, the shorter one is first. */
  order: number;
  isLower: boolean;
  /** Times it stands within a sentence, with a capital. */
  capitals: number;
}

const MAX_PHRASE_WORDS = 3;

/** Distinct phrases of a page that are counted. */
const MAX_COUNTED = 12_000;

/** Counts the phrases of a text. */
export class PhraseCount {
  /** Words in their order; undefined between two that do not stand together. */
  readonly #words: (PlainWord | undefined)[] = [];
  readonly #phrases = new Map<string, Phrase>();

  add(word: PlainWord): void {
    this.#words.push(word);
  }

  /** Ends a run: the next word does not stand together with the last one. */
  end(): void {
    if (this.#words.at(-1) !== undefined) this.#words.push(undefined);
  }

  /**
   * Phrases of the text, without rare ones that cannot be names. A phrase stands no more often than its parts, so longer
   * ones are counted only if their parts are frequent (Agrawal and Srikant 1994, Apriori). Linear.
   */
  get phrases(): readonly Phrase[] {
    const words = this.#words;
    let shorter: readonly (Phrase | undefined)[] = [];
    for (let length = 1; length <= MAX_PHRASE_WORDS; length++) {
      const counted: (Phrase | undefined)[] = [];
      for (let end = length - 1; end < words.length; end++) {
        const isFrequent = length === 1 || (isRepeated(shorter[end]) && isRepeated(shorter[end - 1]));
        counted.push(this.#counted(end, { length, isFrequent }));
      }
      // Indexes are those of the words: no phrase ends before.
      shorter = [...new Array<undefined>(length - 1).fill(undefined), ...counted];
    }
    return [...this.#phrases.values()];
  }

  /** Counts the phrase that ends at a word; undefined if there is none, or it is neither frequent nor a name. */
  #counted(end: number, { length, isFrequent }: { readonly length: number; readonly isFrequent: boolean }) {
    const last = this.#words[end];
    const first = this.#words[end - length + 1];
    const between = length === MAX_PHRASE_WORDS ? this.#words[end - 1] : first;
    if (last === undefined || first === undefined || between === undefined) return undefined;
    const isNamed = first.token.isCapital && !first.startsSentence;
    // Without spaces a phrase may be the same text as another one, of other words.
    const isUnspaced = first.token.space === "" || between.token.space === "";
    if (!isFrequent && !isNamed && !isUnspaced) return undefined;
    let key = last.token.lower;
    let text = last.token.text;
    for (let at = end - 1; at > end - length; at--) {
      const token = this.#words[at]?.token ?? last.token;
      key = `${token.lower}${token.space}${key}`;
      text = `${token.text}${token.space}${text}`;
    }
    return this.#count(key, {
      text,
      order: end * MAX_PHRASE_WORDS + length,
      isCapital: first.token.isCapital,
      isNamed,
    });
  }

  #count(key: string, { text, order, isCapital, isNamed }: Occurrence): Phrase | undefined {
    let phrase = this.#phrases.get(key);
    if (phrase === undefined) {
      if (this.#phrases.size >= MAX_COUNTED) return undefined;
      phrase = { text, count: 0, order, isLower: false, capitals: 0 };
      this.#phrases.set(key, phrase);
    }
    phrase.count++;
    phrase.order = Math.min(phrase.order, order);
    if (isNamed) phrase.capitals++;
    if (!phrase.isLower && (isNamed || !isCapital)) phrase.text = text;
    if (!isCapital) phrase.isLower = true;
    return phrase;
  }
}

interface Occurrence {
  readonly text: string;
  readonly order: number;
  readonly isCapital: boolean;
  /** True if it has a capital within a sentence. */
  readonly isNamed: boolean;
}

const isRepeated = (phrase: Phrase | undefined): boolean => phrase !== undefined && phrase.count > 1;
