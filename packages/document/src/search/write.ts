import { percentDecoded } from "@llmstxt-service/page/address/percent";
import { wordsOf } from "@llmstxt-service/page/words";
import { LEVELS, postingsText, rarity, type SearchFile, type WordPosting, wordsText } from "./format.ts";
import { withoutMarks } from "./marks.ts";

/** A page as far as it is searched. */
export interface SearchedPage {
  /** Address of the page itself, without the origin where that is the site's. */
  readonly url: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
}

/**
 * Most impact of a word in its page's text, and the impact that its best place besides adds; text and title together
 * reach `LEVELS`.
 */
const IMPACTS = { text: 11, title: 5, heading: 2, address: 2 } as const;

/** BM25: how soon a repeated word says nothing more, and how much a long page counts less. */
const SATURATION = 2;
const LENGTH_SHARE = 0.75;

/** Most different words of a page that are indexed. */
const MAX_WORDS = 4_000;

/**
 * The text of a search.json. Of the words those are kept that tell pages apart best, as many as there is room for; addresses
 * and titles always are. The same pages give the same bytes.
 * @param maxBytes of UTF-8
 */
export function searchText(pages: readonly SearchedPage[], maxBytes: number): string {
  const postings = postingsOf(pages);
  const values = valuesOf(postings, pages.length);
  const bare = fileText(pages, []);
  const most = maxBytes - Buffer.byteLength(bare);
  // Costs are estimates: what the words really take corrects the room of the next try. Room for no word ends it.
  for (let room = most; room > 0; ) {
    const text = fileText(pages, keptAbove(leastValue(values, room), postings, pages.length));
    const taken = Buffer.byteLength(text) - Buffer.byteLength(bare);
    if (taken <= most) return text;
    room *= CAUTION * (most / taken);
  }
  return bare;
}

const CAUTION = 0.98;

/** Worth of a posting: the rarity of its word times its impact, in steps, so that there are not too many values. */
const worthOf = (posting: WordPosting, rare: number): number => Math.floor(rare * (posting % LEVELS) * 1_000);

/** For each worth, about how many bytes all postings of it take. */
function valuesOf(postings: ReadonlyMap<string, readonly WordPosting[]>, pages: number): ReadonlyMap<number, number> {
  const costs = new Map<number, number>();
  for (const [word, own] of postings) {
    const rare = rarity(pages, own.length);
    const each = Math.max(1, Math.log2((LEVELS * pages) / own.length) / 5) + (word.length / 2 + 2) / own.length;
    for (const posting of own) {
      const value = worthOf(posting, rare);
      costs.set(value, (costs.get(value) ?? 0) + each);
    }
  }
  return costs;
}

function leastValue(costs: ReadonlyMap<number, number>, room: number): number {
  let bytes = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [value, cost] of [...costs].sort(([a], [b]) => b - a)) {
    bytes += cost;
    if (bytes > room) break;
    least = value;
  }
  return least;
}

type PostingsOfWord = readonly [word: string, postings: readonly WordPosting[]];

function keptAbove(
  least: number,
  postings: ReadonlyMap<string, readonly WordPosting[]>,
  pages: number,
): readonly PostingsOfWord[] {
  return [...postings].flatMap(([word, own]): readonly PostingsOfWord[] => {
    const rare = rarity(pages, own.length);
    const kept = own.filter((posting) => worthOf(posting, rare) >= least);
    return kept.length === 0 ? [] : [[word, kept]];
  });
}

function fileText(pages: readonly SearchedPage[], words: readonly PostingsOfWord[]): string {
  const file: SearchFile = {
    version: 2,
    pages: pages.map(({ url, title }) => [url, title]),
    words: wordsText(words.map(([word]) => word)),
    postings: words.map(([, own]) => postingsText(own.map(Math.floor))).join(" "),
  };
  return `${JSON.stringify(file)}\n`;
}

/** Postings by word, words sorted by code units. */
function postingsOf(pages: readonly SearchedPage[]): ReadonlyMap<string, readonly WordPosting[]> {
  const counted = pages.map(countsOf);
  const mean = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, pages.length);
  const postings = new Map<string, WordPosting[]>();
  for (const [page, { counts, places, length }] of counted.entries()) {
    const saturation = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / Math.max(1, mean));
    for (const word of new Set([...places.keys(), ...counts.keys()])) {
      const count = counts.get(word) ?? 0;
      const impact = (places.get(word) ?? 0) + (IMPACTS.text * count) / (count + saturation);
      const posting = page * LEVELS + impact;
      const own = postings.get(word);
      if (own === undefined) postings.set(word, [posting]);
      else own.push(posting);
    }
  }
  return new Map([...postings].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Words of a page: how often they stand in its text, and the impact that the best of their other places gives. */
function countsOf({ url, title, headings, text }: SearchedPage) {
  const places = new Map<string, number>();
  const standIn = (part: string, impact: number) => {
    for (const word of wordsOf(withoutMarks(part)))
      if (places.has(word) || places.size < MAX_WORDS) places.set(word, Math.max(impact, places.get(word) ?? 0));
  };
  standIn(title, IMPACTS.title);
  standIn(percentDecoded(url.replace(/^https?:\/\//, "")), IMPACTS.address);
  for (const heading of headings) standIn(heading, IMPACTS.heading);
  const counts = new Map<string, number>();
  const words = wordsOf(withoutMarks(text));
  for (const word of words)
    if (counts.has(word) || counts.size < MAX_WORDS) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, places, length: words.length };
}
