import { PhraseCount } from "./phrases.ts";
import { BEGINNING, type ProseToken } from "./prose-token.ts";
import { isHeading, MARK, ownText, type TextBlock } from "./scan/scan.ts";
import { type Met, type Phrase, Vocabulary, type WordCount } from "./vocabulary.ts";
import { hasUnspaced, wordsOf } from "./words.ts";

export { isCodeName } from "./prose-token.ts";

/** Words and names of a page's main text, without its headings: what a list of pages can say of it. Kept between crawls. */
export interface PageTerms {
  /**
   * The words in one case, a line for those that stand equally often, behind their number: twice for prose, once for code. The
   * most frequent first.
   */
  readonly words: string;
  /** Names of code in prose, a line each, in its order, as written: `max_tries`, `--depth`, `fetch()`; at most 60. */
  readonly names: string;
  /** Phrases of one to three words that the text repeats, and proper names, a line each, in its order; at most 300. */
  readonly phrases: string;
}

/** The lines of a page's terms, which are one string each: it takes a third of the memory that strings of their own would. */
export const termLines = (lines: string): readonly string[] => (lines === "" ? [] : lines.split("\n"));

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

const vocabulary = new Vocabulary();

/** Counts the words, names and phrases of one page, with nothing else between its texts. */
class Counting {
  readonly #page = vocabulary.begin();
  /** Words of the page, each once. */
  readonly #counts: WordCount[] = [];
  readonly #names = new Map<string, string>();
  readonly #phrases = new PhraseCount(vocabulary, this.#page);
  #inside = 0;
  #capitals = 0;

  addCode(text: string): void {
    for (const word of wordsOf(text)) this.#count(vocabulary.countOf(word), 1);
  }

  /** Adds a text on one line. */
  addProse(text: string): void {
    this.#phrases.end();
    let before = BEGINNING;
    for (const written of text.split(" ")) {
      if (written === "") continue;
      const met = vocabulary.met(written);
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

  #add(met: Met, before: ProseToken): void {
    const { token } = met;
    for (const count of met.counts) this.#count(count, 2);
    // Capitals beside capitals are a loud sentence.
    if (token.isName && !(token.isLoud && before.isLoud)) this.#name(token);
    if (!token.isPlain || token.beginsAnew) this.#phrases.end();
    if (token.isPlain) {
      const startsSentence = before.endsSentence;
      this.#phrases.add(met, before);
      if (!startsSentence && token.isCased) this.#inside++;
      if (!startsSentence && token.isCapital) this.#capitals++;
    }
    if (token.ends) this.#phrases.end();
  }

  get terms(): PageTerms {
    return { words: this.#words(), names: this.#ownNames(), phrases: this.#told() };
  }

  #words(): string {
    const groups = new Map<number, string[]>();
    for (const { word, times } of this.#counts) {
      const same = groups.get(times);
      if (same === undefined) groups.set(times, [word]);
      else same.push(word);
    }
    let left = MAX_WORDS;
    const lines = [...groups]
      .sort(([a], [b]) => b - a)
      .map(([times, all]) => {
        const words = all.slice(0, left);
        left -= words.length;
        return words.length === 0 ? [] : [times, ...words];
      });
    return linesOf(lines.filter(({ length }) => length > 0).map((line) => line.join(" ")));
  }

  #count(count: WordCount, times: number): void {
    if (count.page !== this.#page) {
      count.page = this.#page;
      count.times = 0;
      this.#counts.push(count);
    }
    count.times += times;
  }

  #name({ text }: ProseToken): void {
    const key = text.toLowerCase();
    if (this.#names.size < MAX_COUNTED && !this.#names.has(key)) this.#names.set(key, text);
  }

  /** Names that differ in their numbers alone are a series of examples: `row_1`, `row_2`, `row_3`. */
  #ownNames(): string {
    const series = new Map<string, number>();
    for (const key of this.#names.keys()) series.set(serial(key), (series.get(serial(key)) ?? 0) + 1);
    const own = [...this.#names].filter(([key]) => (series.get(serial(key)) ?? 0) < 3);
    return linesOf(own.slice(0, MAX_NAMES).map(([, text]) => text));
  }

  #told(): string {
    const tellsNames = this.#capitals <= this.#inside * CAPITALS_SHARE;
    const isName = ({ isLower, capitals }: Phrase) => tellsNames && !isLower && capitals > 0;
    const told = this.#phrases.phrases().filter((one) => isName(one) || one.count >= LEAST);
    const texts = mostFrequent(told, MAX_PHRASES).map((one) => {
      const text = this.#phrases.textOf(one);
      return tellsNames && !one.isLower && !isName(one) ? uncapitalised(text) : text;
    });
    return linesOf(texts);
  }
}

const linesOf = (texts: readonly string[]): string => ownText(texts.join("\n"));

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
export const NO_TERMS: PageTerms = { words: "", names: "", phrases: "" };
