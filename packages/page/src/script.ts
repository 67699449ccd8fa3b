// Tells a text's language by its script.

/** Scripts of few languages, each by the commonest of them. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ["ko", /[\uac00-\ud7af]/g],
  ["ru", /[\u0400-\u04ff]/g],
  ["ar", /[\u0600-\u06ff]/g],
  ["el", /[\u0370-\u03ff]/g],
  ["he", /[\u0590-\u05ff]/g],
  ["th", /[\u0e00-\u0e7f]/g],
  ["hi", /[\u0900-\u097f]/g],
];
/** Scripts without spaces between words. */
export const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const [KANA, HAN] = [/[\u3040-\u30ff]/g, /[\u4e00-\u9fff]/g];
/** Least share of a script in a text that has foreign names, too. */
const SHARE = 0.2;
/** Least share of kana in Japanese, which has Chinese characters, too. */
const KANA_SHARE = 0.1;

const countOf = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/** Code of the commonest language that is written so; "" for Latin letters. */
export function scriptOf(text: string): string {
  const [kana, han] = [countOf(text, KANA), countOf(text, HAN)];
  const least = text.length * SHARE;
  if (kana + han > least) return kana > han * KANA_SHARE ? "ja" : "zh";
  return SCRIPTS.find(([, letters]) => countOf(text, letters) > least)?.[0] ?? "";
}
