// Searches a site's pages by the words of a question, with the best passage of each.
import { UNSPACED } from "@llmstxt-service/page/script";
import MiniSearch from "minisearch";
import { gist } from "../text.ts";

export interface SearchedPage {
  readonly url: string;
  readonly title: string;
  /** Its Markdown, or its excerpt in a list. */
  readonly text: string;
}

export interface SearchHit {
  readonly title: string;
  readonly url: string;
  /** The best matching lines, below their heading. */
  readonly passage: string;
}

export type Search = (question: string, most: number) => readonly SearchHit[];

/** Most characters of a page that are searched, of a question that is read, and of a passage. */
const MAX = { text: 200_000, question: 1_000, passage: 400 } as const;

/** Indexes these pages; of two equally good pages the first one wins. */
export function openSearch(pages: readonly SearchedPage[]): Search {
  const index = new MiniSearch<{ id: number; title: string; address: string; headings: string; text: string }>({
    fields: ["title", "address", "headings", "text"],
    tokenize: wordsOf,
    processTerm: (word) => word,
    searchOptions: {
      boost: { title: 4, address: 2, headings: 2 },
      prefix: (word) => word.length >= 4,
      weights: { prefix: 0.3, fuzzy: 0 },
    },
  });
  index.addAll(
    pages.map(({ url, title, text }, id) => ({
      id,
      title,
      address: URL.parse(url)?.pathname.replace(/\.(?:md|html?)$/, "") ?? url,
      headings:
        text
          .slice(0, MAX.text)
          .match(/^#{2,6} .*$/gm)
          ?.join("\n") ?? "",
      text: text.slice(0, MAX.text),
    })),
  );
  return (question, most) => {
    const asked = question.slice(0, MAX.question);
    const words = new Set(wordsOf(asked).flatMap(stemsOf));
    const stems = [...words].join(" ");
    const found = index.search(stems === "" ? asked : stems).slice(0, most);
    return found.flatMap(({ id }) => {
      const page = pages[Number(id)];
      return page === undefined ? [] : [{ title: page.title, url: page.url, passage: passageOf(page.text, words) }];
    });
  };
}

/** A word, and a long word also without its last letters, since endings differ. */
const stemsOf = (word: string): string[] =>
  word.length > 5 ? [word, word.slice(0, Math.max(4, word.length - 3))] : [word];

/** Words without accents; scripts without spaces give pairs of characters. */
function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}])\p{M}+/gu, "");
  const words =
    plain
      .toLowerCase()
      .normalize("NFC")
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.flatMap((word) => {
    if (!UNSPACED.test(word)) return [word.replaceAll("ß", "ss")];
    const letters = [...word];
    return letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
  });
}

/** Lines around a page's Markdown; the answer shows them elsewhere. */
const FRAME = /^(?:# |> All pages of this site are listed in \[llms\.txt\]|Source: \S+$)/;

/** The paragraph with most of the words, below its heading, and following text as far as there is room. */
function passageOf(markdown: string, words: ReadonlySet<string>): string {
  const blocks = markdown
    .slice(0, MAX.text)
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => gist(block) !== "" && !FRAME.test(block));
  let best = { score: 0, at: blocks.findIndex((block) => !block.startsWith("#")) };
  for (const [at, block] of blocks.entries()) {
    const own = new Set(wordsOf(block).flatMap(stemsOf));
    const score = block.startsWith("#") ? 0 : [...words].filter((word) => own.has(word)).length;
    if (score > best.score) best = { score, at };
  }
  const heading = blocks.slice(0, Math.max(0, best.at)).findLast((block) => block.startsWith("#"));
  let passage = heading?.slice(0, MAX.passage / 2) ?? "";
  for (const block of blocks.slice(Math.max(0, best.at))) {
    if (passage !== (heading ?? "") && passage.length + block.length > MAX.passage) break;
    passage += `${passage === "" ? "" : "\n"}${block}`;
  }
  return passage.length <= MAX.passage
    ? passage
    : `${passage.slice(0, MAX.passage - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
