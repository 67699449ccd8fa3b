import { wordsOf } from "@llmstxt-service/page/words";
import { levelsOf, rarity, readPostings, type SearchFile, searchFile, wordsIn } from "./format.ts";
import { withoutMarks } from "./marks.ts";

export { MAX_PAGES } from "./format.ts";
export { MAX_LOOKED, passageOf } from "./passage.ts";
export { type SearchedPage, searchText } from "./write.ts";

/** A page that the search index holds, and that a search can find. */
export interface IndexedPage {
  /** Address of the page, without the origin where that is the site's. */
  readonly url: string;
  readonly title: string;
}

/** Most words of a question that are searched for. */
const MAX_WORDS = 32;

/**
 * Weight of a related word (same start, another ending), most such words, least letters of a start, most letters of an
 * ending.
 */
const RELATED_SHARE = 0.33;
const MAX_RELATED = 8;
const MIN_START = 4;
const MAX_ENDING = 3;

/** Ranks a site's pages by the words of a question: BM25 over the index that was made when the site was published. */
export class SearchIndex {
  readonly pages: readonly IndexedPage[];
  readonly #words: readonly string[];
  readonly #postings: readonly string[];
  readonly #levels: number;

  /** @throws Error for a text that is no search.json */
  constructor(text: string) {
    const { version, pages, words, postings }: SearchFile = searchFile.parse(JSON.parse(text));
    this.#levels = levelsOf(version);
    this.pages = pages.map(([url, title]) => ({ url, title }));
    this.#words = words === "" ? [] : wordsIn(words);
    this.#postings = postings === "" ? [] : postings.split(" ");
  }

  /** The pages that fit best, at most `most`; of those that fit alike the first. */
  find(question: string, most: number): readonly IndexedPage[] {
    const scores = new Map<number, number>();
    for (const [place, weight] of this.#places(question))
      readPostings(this.#postings[place] ?? "", this.#size, (page, impact) =>
        scores.set(page, (scores.get(page) ?? 0) + weight * impact),
      );
    return [...scores]
      .sort(([a, x], [b, y]) => y - x || a - b)
      .slice(0, most)
      .flatMap(([page]) => this.pages[page] ?? []);
  }

  /** Weights of a question's words, by word; those that the index does not have are left away. */
  weights(question: string): ReadonlyMap<string, number> {
    return new Map([...this.#places(question)].map(([place, weight]) => [this.#words[place] ?? "", weight]));
  }

  get #size() {
    return { pages: this.pages.length, levels: this.#levels };
  }

  #places(question: string): ReadonlyMap<number, number> {
    const weights = new Map<number, number>();
    const add = (place: number, share: number) => {
      let found = 0;
      readPostings(this.#postings[place] ?? "", this.#size, () => found++);
      weights.set(place, Math.max(weights.get(place) ?? 0, share * rarity(this.pages.length, found)));
    };
    for (const word of new Set(wordsOf(withoutMarks(question)).slice(0, MAX_WORDS))) {
      const place = this.#placeOf(word);
      if (this.#words[place] === word) add(place, 1);
      for (const related of this.#related(word)) add(related, RELATED_SHARE);
    }
    return weights;
  }

  /** Places of words that differ from this one in their last characters only. */
  #related(word: string): readonly number[] {
    const start = word.slice(0, Math.max(MIN_START, word.length - MAX_ENDING));
    if (word.length < MIN_START) return [];
    const related: number[] = [];
    for (let at = this.#placeOf(start); related.length < MAX_RELATED; at++) {
      const found = this.#words[at];
      if (found === undefined || !found.startsWith(start)) break;
      if (found !== word && found.length <= word.length + MAX_ENDING) related.push(at);
    }
    return related;
  }

  /** Place of the first word that is not before `word`. */
  #placeOf(word: string): number {
    let [low, high] = [0, this.#words.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#words[middle] ?? "") < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
