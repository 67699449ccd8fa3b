import { type Phrase, PhraseCount } from "./phrases.ts";
import { BEGINNING, type ProseToken, tokenOf } from "./prose-token.ts";
import { isHeading, MARK, ownText, type TextBlock } from "./scan/scan.ts";
import { hasUnspaced, wordsOf } from "./words.ts";

export { isCodeName } from "./prose-token.ts";

/** Words and names of a page's main text, without its headings: what a list of pages can say of it. Kept between crawls. */
export interface PageTerms {
  /** The words in one case by how often they stand there, the most frequent first: twice for prose, once for code. */
  readonly words: readonly WordGroup[];
  /** Names of code in prose, in its order, as written: `max_tries`, `--depth`, `fetch()`; at most 60. */
  readonly names: readonly string[];
  /** Phrases of one to three words that the text repeats, and proper names, in its order; at most 300. */
  readonly phrases: readonly string[];
}

/** Words that stand equally often in a text, separated by spaces. */
export type WordGroup = readonly [count: number, words: string];

/** Most characters of a page's text that terms are taken from; the rest hardly changes them. */
const MAX_CHARACTERS = 20_000;
/** Most of these characters in scripts without spaces, whose words cost a microsecond a character to find. */
const MAX_UNSPACED = 5_000;
/** Distinct words of a page that are kept. */
const MAX_WORDS = 1_000;
const MAX_NAMES = 60;
const MAX_PHRASES = 300;
/** Distinct names of a page that are looked at. */
const MAX_COUNTED = 12_000;

/** Least times that a phrase stands in the text; names need only one. */
const LEAST = 2;

/**
 * Largest share of capitalised words within sentences at which a capital marks a name; above it (German) capitals are
 * grammar.
 */
const CAPITALS_SHARE = 0.2;

/** PageTerms of the main content's blocks, of which `texts` are the texts. Linear. */
export function termsOf(blocks: readonly TextBlock[], texts: readonly string[]): PageTerms {
  const counting = new Counting();
  let left = MAX_CHARACTERS;
  let unspaced = MAX_UNSPACED;
  for (const [index, block] of blocks.entries()) {
    if (left <= 0) break;
    if (isHeading(block.tag)) continue;
    let text = (texts[index] ?? "").slice(0, left);
    left -= text.length;
    if (hasUnspaced(text)) {
      text = text.slice(0, unspaced);
      unspaced -= text.length;
    }
    if (isCode(block)) counting.addCode(text);
    else counting.addProse(text);
  }
  return counting.terms;
}

const isCode = ({ marks }: TextBlock): boolean => (marks & MARK.code) !== 0;

class Counting {
  readonly #counts = new Map<string, { times: number }>();
  readonly #names = new Map<string, string>();
  readonly #phrases = new PhraseCount();
  #inside = 0;
  #capitals = 0;

  addCode(text: string): void {
    for (const word of wordsOf(text)) this.#count(word, 1);
  }

  addProse(text: string): void {
    this.#phrases.end();
    let before = BEGINNING;
    for (const written of text.split(SPACE)) {
      if (written === "") continue;
      const token = tokenOf(written);
      if (token.parts.length === 0) this.#add(token, before);
      for (const [index, part] of token.parts.entries()) this.#add(part, token.parts[index - 1] ?? before);
      before = token.parts.at(-1) ?? token;
    }
  }

  #add(token: ProseToken, before: ProseToken): void {
    for (const word of token.words) this.#count(word, 2);
    // Capitals beside capitals are a loud sentence.
    if (token.isName && !(token.isLoud && before.isLoud)) this.#name(token);
    if (!token.isPlain || token.beginsAnew) this.#phrases.end();
    if (token.isPlain) {
      const startsSentence = before.endsSentence;
      this.#phrases.add({ token, startsSentence });
      if (!startsSentence && token.isCased) this.#inside++;
      if (!startsSentence && token.isCapital) this.#capitals++;
    }
    if (token.ends) this.#phrases.end();
  }

  get terms(): PageTerms {
    const groups = Map.groupBy(this.#counts, ([, { times }]) => times);
    const words: WordGroup[] = [];
    let left = MAX_WORDS;
    for (const count of [...groups.keys()].sort((a, b) => b - a)) {
      const same = (groups.get(count) ?? []).slice(0, left).map(([word]) => word);
      left -= same.length;
      if (same.length > 0) words.push([count, same.join(" ")]);
    }
    return { words, names: this.#ownNames(), phrases: this.#told() };
  }

  #count(word: string, by: number): void {
    const known = this.#counts.get(word);
    if (known === undefined) this.#counts.set(word, { times: by });
    else known.times += by;
  }

  #name({ text }: ProseToken): void {
    const key = text.toLowerCase();
    if (this.#names.size < MAX_COUNTED && !this.#names.has(key)) this.#names.set(key, text);
  }

  /** Names that differ in their numbers alone are a series of examples: `row_1`, `row_2`, `row_3`. */
  #ownNames(): readonly string[] {
    const series = new Map<string, number>();
    for (const key of this.#names.keys()) series.set(serial(key), (series.get(serial(key)) ?? 0) + 1);
    const own = [...this.#names].filter(([key]) => (series.get(serial(key)) ?? 0) < 3);
    return own.slice(0, MAX_NAMES).map(([, text]) => ownText(text));
  }

  #told(): readonly string[] {
    const tellsNames = this.#capitals <= this.#inside * CAPITALS_SHARE;
    const isName = ({ isLower, capitals }: Phrase) => tellsNames && !isLower && capitals > 0;
    return this.#phrases.phrases
      .filter((one) => isName(one) || one.count >= LEAST)
      .sort((a, b) => b.count - a.count || a.order - b.order)
      .slice(0, MAX_PHRASES)
      .sort((a, b) => a.order - b.order)
      .map((one) => ownText(tellsNames && !isName(one) ? uncapitalised(one.text) : one.text));
  }
}

/** A capital that stands at the beginning of sentences alone is no part of the word. */
const uncapitalised = (text: string): string => text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());

const serial = (name: string): string => name.replace(/\d+/g, "0");

const SPACE = /\s+/u;

/** PageTerms of a page that has no text. */
export const NO_TERMS: PageTerms = { words: [], names: [], phrases: [] };
