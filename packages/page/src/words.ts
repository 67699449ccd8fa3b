/** Longer ones are no words: addresses, hashes, base64. */
const MAX_WORD = 40;

/** Of a text; what comes after is not looked at. */
const MAX_CHARACTERS = 200_000;

/** Scripts that put no spaces between words, inside a class of a regular expression. */
export const UNSPACED =
  "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}";
/** Runs of letters in scripts that put no spaces between words, and what stands between such runs. Bound: linear, one class at a time. */
const RUNS = new RegExp(`[${UNSPACED}\\p{M}ー]+|[^${UNSPACED}ー]+`, "gu");
/** Bound: one character. */
const IS_UNSPACED = new RegExp(`[${UNSPACED}]`, "u");

/** A segmenter's time grows faster than its text: it gets so much at once. */
const MAX_SEGMENT = 500;

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** Characters between words; marks belong to the letter before them. */
const BETWEEN = /[^\p{L}\p{M}\p{N}]+/u;
const ASCII = /^[\0-\x7f]*$/;

/** The words of a text in their order, in one case; words of scripts without spaces are told apart, too. Linear; never throws. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  const start = text.slice(0, MAX_CHARACTERS);
  if (ASCII.test(start)) for (const word of start.toLowerCase().split(/[^a-z\d]+/)) add(word, words);
  else for (const part of start.normalize("NFKC").toLowerCase().split(BETWEEN)) addPart(part, words);
  return words;
}

function addPart(part: string, words: string[]): void {
  if (!IS_UNSPACED.test(part)) add(part, words);
  else for (const [run] of part.matchAll(RUNS)) addRun(run, words);
}

function addRun(run: string, words: string[]): void {
  if (!IS_UNSPACED.test(run)) add(run, words);
  else
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
