const WHITE_SPACE = /[\s\u0085]+/g;
const ODD_SPACE = /[\t-\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]| {2}/;
/** Scripts that put no spaces between words: a line end in the source is none either. */
const WIDE = "[\\u2e80-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\uff01-\\uff60]";
/** Bound: it begins behind a wide character only, so that each stretch of spaces is looked at once. */
const WIDE_LINE_END = new RegExp(`(?<=${WIDE})[ \\t]*\\r?\\n[ \\t]*(?=${WIDE})`, "g");

/** Running text: any white space is one space, a line end between ideographs nothing. */
export function joinWords(text: string): string {
  if (!ODD_SPACE.test(text)) return text;
  return text.replace(WIDE_LINE_END, "").replace(WHITE_SPACE, " ");
}

/** Text that keeps its lines: one kind of line end, no character that only some readers take for one. */
export function keepLines(text: string): string {
  if (!/[\r\v\f\u0085\u00a0\u2028\u2029]/.test(text)) return text;
  return text.replace(/\r\n?/g, "\n").replace(/[\v\f\u0085\u00a0\u2028\u2029]/g, " ");
}
