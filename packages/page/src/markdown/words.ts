import { visibleText } from "../visible.ts";

const WHITE_SPACE = /[\s\u0085]+/g;
const ODD_SPACE = /[\t-\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]| {2}/;
/**
 * Characters of scripts without spaces between words (Chinese, Japanese): a line end between two of them is no space.
 */
const WIDE = "[\\u2e80-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\uff01-\\uff60]";
/** Bound: a match begins behind a wide character only, so that each stretch of spaces is looked at once. */
const WIDE_LINE_END = new RegExp(`(?<=${WIDE})[ \\t]*\\r?\\n[ \\t]*(?=${WIDE})`, "g");

/** Running text: only what is seen, any white space is one space, a line end between ideographs nothing. */
export function joinWords(written: string): string {
  const text = visibleText(written);
  if (!ODD_SPACE.test(text)) return text;
  return text.replace(WIDE_LINE_END, "").replace(WHITE_SPACE, " ");
}

/** Text that keeps its lines, and only what is seen of them. */
export const keepLines = (text: string): string => visibleText(text).replaceAll("\u00a0", " ");
