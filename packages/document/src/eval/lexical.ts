import MiniSearch from "minisearch";
import { wordsOf } from "../words.ts";
import type { FileLink, ListedFile } from "./listed-file.ts";

/** Words of a question that are looked for. */
const MAX_QUESTION_WORDS = 32;

/** Findings of a search by words in one file. */
export interface Found {
  /** Keys of the pages found, the best first; of two that fit alike the one asked for comes last. */
  readonly keys: readonly string[];
  /** Place of the page asked for, from 1; undefined where it is not found. */
  readonly rank?: number;
}

/** Searches one file as a reader does that goes by words: BM25 over title, section and note of each item. */
export class LexicalReader {
  readonly #index = new MiniSearch<{ id: number } & FileLink>({
    fields: ["title", "section", "note"],
    tokenize: wordsOf,
    processTerm: (word) => word,
  });
  readonly #items: readonly FileLink[];

  constructor({ items }: Pick<ListedFile, "items">) {
    // Averages are summed up on the way: the order of the file must not show in them.
    this.#items = [...items].sort(byContent);
    this.#index.addAll(this.#items.map((item, id) => ({ id, ...item })));
  }

  search(question: string, key: string): Found {
    const query = wordsOf(question).slice(0, MAX_QUESTION_WORDS).join(" ");
    const best = new Map<string, number>();
    for (const { id, score } of this.#index.search(query)) {
      const page = this.#items[id]?.key;
      if (page !== undefined && !best.has(page)) best.set(page, score);
    }
    // Of those that fit alike nothing tells a reader which one is meant: the right one counts as the last of them.
    const last = (page: string) => (page === key ? 1 : 0);
    const keys = [...best]
      .sort(([a, x], [b, y]) => y - x || last(a) - last(b) || (a < b ? -1 : 1))
      .map(([page]) => page);
    const at = keys.indexOf(key);
    return at < 0 ? { keys } : { keys, rank: at + 1 };
  }
}

function byContent(a: FileLink, b: FileLink): number {
  const [x, y] = [textOf(a), textOf(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

const textOf = ({ key, url, title, section, note }: FileLink): string => [key, url, title, section, note].join("\n");
