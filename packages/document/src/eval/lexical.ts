import { wordsOf } from "@llmstxt-service/page/words";
import MiniSearch from "minisearch";
import { type FileLink, type ListedFile, pagesOf } from "./listed-file.ts";

/** Most words of a question that are searched for. */
const MAX_QUESTION_WORDS = 32;

/** A page that a search leads to. */
interface MetPage {
  readonly key: string;
  /** Code points of the parts that were opened since the page before it. */
  readonly parts: number;
  /** Weight of the question's words in its item: BM25, of its own file. */
  readonly score: number;
}

/** Findings of a search by words in one file. */
export interface Found {
  /** The best first; of two that fit alike the one asked for comes last. */
  readonly pages: readonly MetPage[];
  /** Place of the page asked for, from 1; undefined where it is not found. */
  readonly rank?: number;
}

/**
 * Searches one file as a reader does that goes by words: BM25 over title, section and note of each item. Where a part of the
 * file fits best it is opened, and what it holds is searched in the same way before the reader goes on.
 */
export class LexicalReader {
  readonly #index = new MiniSearch<Pick<FileLink, "title" | "section" | "note"> & { readonly id: number }>({
    fields: ["title", "section", "note"],
    tokenize: wordsOf,
    processTerm: (word) => word,
  });
  readonly #items: readonly FileLink[];
  readonly #parts: ReadonlyMap<FileLink, LexicalReader>;
  readonly #pages: ReadonlySet<string>;
  readonly #characters: number;

  constructor(file: Pick<ListedFile, "items" | "characters">) {
    // Sorted, since the index sums averages as it goes: the order of the file must not change them.
    this.#items = [...file.items].sort(byContent);
    this.#index.addAll(this.#items.map(({ title, section, note }, id) => ({ id, title, section, note })));
    this.#parts = new Map(
      file.items.flatMap((item) => (item.part === undefined ? [] : [[item, new LexicalReader(item.part)]])),
    );
    this.#pages = new Set(pagesOf(file).map(({ key }) => key));
    this.#characters = file.characters;
  }

  search(question: string, key: string): Found {
    const query = wordsOf(question).slice(0, MAX_QUESTION_WORDS).join(" ");
    const met = new Map<string, MetPage>();
    let parts = 0;
    for (const { key: page, size, score } of this.#steps(query, key)) {
      parts += size;
      if (page === undefined || met.has(page)) continue;
      met.set(page, { key: page, parts, score });
      parts = 0;
    }
    const at = [...met.keys()].indexOf(key);
    const pages = [...met.values()];
    return at < 0 ? { pages } : { pages, rank: at + 1 };
  }

  /** Pages met and parts opened, in the order of a reader who looks for `key`. */
  #steps(
    query: string,
    key: string,
  ): readonly (Partial<MetPage> & { readonly size: number; readonly score: number })[] {
    const found = this.#index.search(query).flatMap(({ id, score }) => {
      const item = this.#items[id];
      if (item === undefined) return [];
      const part = this.#parts.get(item);
      // Among items of equal score the right one is ranked last, since nothing tells a reader which one is meant.
      const isLast = part === undefined ? item.key === key : part.#pages.has(key);
      return [{ id, item, part, score, isLast }];
    });
    return found
      .sort((a, b) => b.score - a.score || Number(a.isLast) - Number(b.isLast) || a.id - b.id)
      .flatMap(({ item, part, score }) =>
        part === undefined
          ? { key: item.key, size: 0, score }
          : [{ size: part.#characters, score }, ...part.#steps(query, key)],
      );
  }
}

function byContent(a: FileLink, b: FileLink): number {
  const [x, y] = [textOf(a), textOf(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

const textOf = ({ key, url, title, section, note }: FileLink): string => [key, url, title, section, note].join("\n");
