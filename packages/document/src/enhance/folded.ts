/** First digits of the decimal scripts that NFKC leaves as they are. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
  0x1040, 0x17e0, 0x1810, 0x19d0, 0x1a80, 0x1b50, 0x1bb0, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xaa50, 0xabf0,
];

/** Accents, Arabic vowel signs and the stretched line: what one writer sets and the next leaves out. */
const OPTIONAL_MARKS = /[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;

/**
 * A text in the form in which words are compared: one case, without accents, digits as 0 to 9. The Turkish `İ` and `ı` are the
 * letter i, in whatever case a page writes them.
 */
export function folded(text: string): string {
  const digits = text.normalize("NFKC").replace(/\p{Nd}/gu, latinDigit);
  return digits
    .toLowerCase()
    .replaceAll("ı", "i")
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(OPTIONAL_MARKS, "")
    .normalize("NFC");
}

function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.findLast((first) => first <= code) ?? 0x30;
  return code - zero < 10 && code >= zero ? String(code - zero) : digit;
}
