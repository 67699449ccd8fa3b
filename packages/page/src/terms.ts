import { type Phrase, PhraseCount, type PlainWord } from "./phrases.ts";
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

/** A run of characters between white space as it counts wherever it stands in a text. */
interface Met {
  readonly token: ProseToken;
  readonly counts: readonly WordCount[];
  /** undefined where it can stand in no phrase. */
  readonly plain: PlainWord | undefined;
  /** Words of a run in a script without spaces; empty for other runs. */
  readonly parts: readonly Met[];
}

interface WordCount {
  times: number;
}

class Counting {
  readonly #counts = new Map<string, WordCount>();
  readonly #names = new Map<string, string>();
  readonly #phrases = new PhraseCount();
  readonly #met = new Map<string, Met>();
  #inside = 0;
  #capitals = 0;

  addCode(text: string): void {
    for (const word of wordsOf(text)) this.#countOf(word).times++;
  }

  /** Adds a text on one line. */
  addProse(text: string): void {
    this.#phrases.end();
    let before = BEGINNING;
    for (const written of text.split(" ")) {
      if (written === "") continue;
      const met = this.#met.get(written) ?? this.#meet(written);
      if (met.parts.length === 0) {
        this.#add(met, before);
        before = met.token;
      } else
        for (const part of met.parts) {
          this.#add(part, before);
          before = part.token;
        }
    }
  }

  #meet(written: string): Met {
    const met = this.#metOf(tokenOf(written));
    this.#met.set(written, met);
    return met;
  }

  #metOf(token: ProseToken): Met {
    return {
      token,
      counts: token.words.map((word) => this.#countOf(word)),
      plain: token.isPlain ? this.#phrases.wordOf(token) : undefined,
      parts: token.parts.map((part) => this.#metOf(part)),
    };
  }

  #add({ token, counts, plain }: Met, before: ProseToken): void {
    for (const count of counts) count.times += 2;
    // Capitals beside capitals are a loud sentence.
    if (token.isName && !(token.isLoud && before.isLoud)) this.#name(token);
    if (plain === undefined || token.beginsAnew) this.#phrases.end();
    if (plain !== undefined) {
      const startsSentence = before.endsSentence;
      this.#phrases.add(plain, before);
      if (!startsSentence && token.isCased) this.#inside++;
      if (!startsSentence && token.isCapital) this.#capitals++;
    }
    if (token.ends) this.#phrases.end();
  }

  get terms(): PageTerms {
    const groups = new Map<number, string[]>();
    for (const [word, { times }] of this.#counts) {
      const same = groups.get(times);
      if (same === undefined) groups.set(times, [word]);
      else same.push(word);
    }
    const words: WordGroup[] = [];
    let left = MAX_WORDS;
    for (const [count, all] of [...groups].sort(([a], [b]) => b - a)) {
      const same = all.slice(0, left);
      left -= same.length;
      if (same.length > 0) words.push([count, same.join(" ")]);
    }
    return { words, names: this.#ownNames(), phrases: this.#told() };
  }

  #countOf(word: string): WordCount {
    let count = this.#counts.get(word);
    if (count === undefined) {
      count = { times: 0 };
      this.#counts.set(word, count);
    }
    return count;
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
    const told = this.#phrases.phrases().filter((one) => isName(one) || one.count >= LEAST);
    return mostFrequent(told, MAX_PHRASES).map((one) => {
      const text = this.#phrases.textOf(one);
      return ownText(tellsNames && !one.isLower && !isName(one) ? uncapitalised(text) : text);
    });
  }
}

/** The most frequent phrases, as many as there is room for, in their order; of equally frequent ones the first. */
function mostFrequent(phrases: readonly Phrase[], most: number): readonly Phrase[] {
  if (phrases.length <= most) return phrases;
  const least =
    Uint32Array.from(phrases, ({ count }) => count)
      .sort()
      .at(-most) ?? 0;
  let left = most - phrases.filter(({ count }) => count > least).length;
  return phrases.filter(({ count }) => count > least || (count === least && left-- > 0));
}

/** A capital that stands at the beginning of sentences alone is no part of the word. */
const uncapitalised = (text: string): string => text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());

const serial = (name: string): string => name.replace(/\d+/g, "0");

/** PageTerms of a page that has no text. */
export const NO_TERMS: PageTerms = { words: [], names: [], phrases: [] };
