/** Something a page is about, beyond its title and its excerpt. */
export interface Topic {
  /** Harmless on a line of a document. */
  readonly text: string;
  /** Gain for its length; of two the larger goes first. */
  readonly worth: number;
}

/** On how many of a site's pages words stand. */
export interface Spread {
  readonly pages: number;
  readonly of: ReadonlyMap<string, number>;
}

/** A topic on more pages than this tells none of them from the others: `Usage`, `See also`. */
const MAX_SHARE = 0.1;
const MAX_PAGES = 2;

export const isShared = (word: string, { pages, of }: Spread): boolean =>
  (of.get(word) ?? 0) > Math.max(MAX_PAGES, pages * MAX_SHARE);

/** Measure of how well a word tells a page from the others; 0 and more. */
export const rarity = (word: string, { pages, of }: Spread): number => Math.log((pages + 1) / (of.get(word) ?? 1));

/** In how many of the sets each word stands. */
export function spreadOf(sets: readonly Iterable<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const set of sets) for (const word of set) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
