import * as z from "zod/mini";

/** Steps of a posting's impact: 1 to 16. */
export const LEVELS = 16;

/** The steps in a file of this version: an index that was published before is searched as it is. */
export const levelsOf = (version: SearchFile["version"]): number => (version === 1 ? 8 : LEVELS);

/** Most pages of an index, and most characters of a text in it: more than any site of this service has. */
export const MAX_PAGES = 100_000;
const MAX_TEXT = 64 * 2 ** 20;

const text = (most: number) => z.string().check(z.maxLength(most));

/**
 * A search.json. `pages`: address and title. `words`: sorted by code units, with a space between; of each the number of
 * characters it shares with the one before, as a digit of base 36, and the rest. `postings`: for each word a run of numbers:
 * sixteen times the distance to the last page that has it, plus its impact from 0.
 */
export const searchFile = z.object({
  version: z.literal([1, 2]),
  pages: z.array(z.tuple([text(8_192), text(2_000)])).check(z.maxLength(MAX_PAGES)),
  words: text(MAX_TEXT),
  postings: text(MAX_TEXT),
});
export type SearchFile = z.infer<typeof searchFile>;

/** One word of one page: sixteen times the page's place, plus the impact, 0 to 16; written without its fraction. */
export type WordPosting = number;

/** BM25's weight of a word that stands on `found` of `pages` pages. */
export const rarity = (pages: number, found: number): number => Math.log(1 + (pages - found + 0.5) / (found + 0.5));

/** Five bits a digit, the lowest first; a sixth says that more follow. Each is a character that JSON does not escape. */
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUES = Array.from({ length: 128 }, (_, code) => Math.max(0, DIGITS.indexOf(String.fromCharCode(code))));

function numberText(number: number): string {
  let digits = "";
  let rest = number;
  do {
    digits += DIGITS[(rest % 32) + (rest < 32 ? 0 : 32)];
    rest = Math.floor(rest / 32);
  } while (rest > 0);
  return digits;
}

/** @param postings sorted */
export function postingsText(postings: readonly WordPosting[]): string {
  let next = 0;
  let written = "";
  for (const posting of postings) {
    written += numberText(posting - next * LEVELS);
    next = Math.floor(posting / LEVELS) + 1;
  }
  return written;
}

/** Calls back for each page below `pages`; whatever the text is, in order and none twice. Linear. */
export function readPostings(
  written: string,
  { pages, levels }: { readonly pages: number; readonly levels: number },
  found: (page: number, impact: number) => void,
): void {
  let next = 0;
  let number = 0;
  let unit = 1;
  for (let at = 0; at < written.length; at++) {
    const value = VALUES[written.charCodeAt(at)] ?? 0;
    number += (value % 32) * unit;
    unit *= 32;
    if (value >= 32 && unit < MAX_UNIT) continue;
    const page = next + Math.floor(number / levels);
    if (page >= pages) return;
    found(page, (number % levels) + 1);
    next = page + 1;
    number = 0;
    unit = 1;
  }
}

/** Largest unit of a digit that is read; a longer number is none that this program wrote. */
const MAX_UNIT = 2 ** 40;

/** Most characters that a word shares with the one before: one digit of base 36. */
const MAX_SHARED = 35;

/** @param words sorted */
export function wordsText(words: readonly string[]): string {
  return words
    .map((word, at) => {
      const before = words[at - 1] ?? "";
      let shared = 0;
      while (shared < MAX_SHARED && shared < before.length && word[shared] === before[shared]) shared++;
      return shared.toString(36) + word.slice(shared);
    })
    .join(" ");
}

export function wordsIn(written: string): readonly string[] {
  let before = "";
  return written.split(" ").map((part) => {
    before = before.slice(0, Number.parseInt(part[0] ?? "0", 36) || 0) + part.slice(1);
    return before;
  });
}
