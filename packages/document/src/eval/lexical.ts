import { wordsOf } from "@llmstxt-service/page/words";
import MiniSearch from "minisearch";
import { type FileLink, type ListedFile, pagesOf } from "./listed-file.ts";

/** Words of a question that are looked for. */
const MAX_QUESTION_WORDS = 32;

/** A page that a search leads to. */
interface MetPage {
  readonly key: string;
  /** Code points of the parts that were opened since the page before it. */
  readonly parts: number;
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
    // Averages are summed up on the way: the order of the file must not show in them.
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
    const pages = new Map<string, number>();
    let parts = 0;
    for (const { key: page, size } of this.#steps(query, key)) {
      parts += size;
      if (page === undefined || pages.has(page)) continue;
      pages.set(page, parts);
      parts = 0;
    }
    const at = [...pages.keys()].indexOf(key);
    const found = [...pages].map(([page, opened]) => ({ key: page, parts: opened }));
    return at < 0 ? { pages: found } : { pages: found, rank: at + 1 };
  }

  /** Pages met and parts opened, in the order of a reader who looks for `key`. */
  #steps(query: string, key: string): readonly { readonly key?: string; readonly size: number }[] {
    const found = this.#index.search(query).flatMap(({ id, score }) => {
      const item = this.#items[id];
      if (item === undefined) return [];
      const part = this.#parts.get(item);
      // Of those that fit alike nothing tells a reader which one is meant: the right one counts as the last of them.
      const isLast = part === undefined ? item.key === key : part.#pages.has(key);
      return [{ id, item, part, score, isLast }];
    });
    return found
      .sort((a, b) => b.score - a.score || Number(a.isLast) - Number(b.isLast) || a.id - b.id)
      .flatMap(({ item, part }) =>
        part === undefined ? { key: item.key, size: 0 } : [{ size: part.#characters }, ...part.#steps(query, key)],
      );
  }
}

function byContent(a: FileLink, b: FileLink): number {
  const [x, y] = [textOf(a), textOf(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

const textOf = ({ key, url, title, section, note }: FileLink): string => [key, url, title, section, note].join("\n");
