/** Most characters of a word; longer runs are addresses, hashes or base64 and are dropped. */
const MAX_WORD = 40;

/** Most characters of a text that are split into words; the rest is ignored. */
const MAX_CHARACTERS = 200_000;

/** Scripts that put no spaces between words, to be put into a character class of a regular expression. */
export const UNSPACED =
  "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}";
/** Runs of letters in scripts that put no spaces between words, and what stands between such runs. Bound: linear, one class at a time. */
const RUNS = new RegExp(`[${UNSPACED}\\p{M}ー]+|[^${UNSPACED}ー]+`, "gu");
/** Bound: one character. */
const IS_UNSPACED = new RegExp(`[${UNSPACED}]`, "u");

/** Most characters that the segmenter gets at once: its time grows faster than the length of its text. */
const MAX_SEGMENT = 500;

/** Made when a text needs it: that takes 4 ms. */
let segmenter: Intl.Segmenter | undefined;

/** Characters between words; marks belong to the letter before them. */
const BETWEEN = /[^\p{L}\p{M}\p{N}]+/u;
const ASCII = /^[\0-\x7f]*$/;

/** The words of a text in their order, in one case; words of scripts without spaces are told apart, too. Linear; never throws. */
export const wordsOf = (text: string): string[] => wordsBy(addSegments, text);

/**
 * The words of a text without those of scripts without spaces, whose segmenter costs fifty times as much as the rest.
 */
export const spacedWordsOf = (text: string): string[] => wordsBy(() => {}, text);

type AddRun = (run: string, words: string[]) => void;

function wordsBy(addUnspaced: AddRun, text: string): string[] {
  const words: string[] = [];
  const start = text.slice(0, MAX_CHARACTERS);
  if (ASCII.test(start)) for (const word of start.toLowerCase().match(/[a-z\d]+/g) ?? []) add(word, words);
  else
    for (const part of folded(start).split(BETWEEN)) {
      if (!IS_UNSPACED.test(part)) add(part, words);
      else for (const [run] of part.matchAll(RUNS)) (IS_UNSPACED.test(run) ? addUnspaced : add)(run, words);
    }
  return words;
}

/** A text in the case and the spelling of its words. */
export const folded = (text: string): string => text.normalize("NFKC").toLowerCase();

function addSegments(run: string, words: string[]): void {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
  for (let at = 0; at < run.length; at += MAX_SEGMENT) {
    for (const { segment, isWordLike } of segmenter.segment(run.slice(at, at + MAX_SEGMENT)))
      if (isWordLike) add(segment, words);
  }
}

function add(word: string, words: string[]): void {
  if (word !== "" && word.length <= MAX_WORD) words.push(word);
}

/** True if a text has letters of a script that puts no spaces between words. */
export const hasUnspaced = (text: string): boolean => IS_UNSPACED.test(text);

/** True if a word alone can say something: no number, no single letter of a script that spells words out. */
export const isTelling = (word: string): boolean =>
  !/^\d+$/.test(word) && (word.length > 2 || IS_UNSPACED.test(word)) && !/^[\p{sc=Hiragana}]{1,2}$/u.test(word);
