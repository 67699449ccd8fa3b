import type { Source } from "./source.ts";

const TAB = 9;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const AMPERSAND = 38;
const CJK_MARKS = 0xe3;

/** ASCII letters and the signs between and behind them. */
const isLetter = (code: number): boolean => code >= 64 && code < 127;

/** Counts of a block's text while it is read. Lengths count code points that are no white space. */
export class Tally {
  length = 0;
  /** Part of `length` that is link text. */
  linkLength = 0;
  words = 0;
  punctuation = 0;
  /** True if the text equals its source: ASCII without references, its words one space apart. */
  isPlain = true;
  isBehindSpace = true;
  /** True if the current white space is anything but one space. */
  #isGapOdd = false;
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  clear(): void {
    this.length = this.linkLength = this.words = this.punctuation = 0;
    this.isPlain = this.isBehindSpace = true;
    this.#isGapOdd = false;
  }

  lineBreak(): void {
    this.isBehindSpace = this.#isGapOdd = true;
  }

  /** Takes in a stretch of text. */
  count(from: number, to: number, isLink: boolean): void {
    const { html, isBytes } = this.#source;
    let length = 0;
    let behindSpace = this.isBehindSpace;
    for (let at = from; at < to; at++) {
      const code = html.charCodeAt(at);
      if (code <= SPACE) {
        if (code !== SPACE || behindSpace) this.#isGapOdd = true;
        // A control character is no space that could be trimmed away.
        if (code !== SPACE && (code < TAB || code > CARRIAGE_RETURN)) this.isPlain = false;
        behindSpace = true;
        continue;
      }
      if (behindSpace) this.#beginWord();
      behindSpace = false;
      if (isLetter(code)) {
        // Most of any text: passed over at three times the speed.
        const start = at;
        while (at + 1 < to && isLetter(html.charCodeAt(at + 1))) at++;
        length += at + 1 - start;
        continue;
      }
      // , . ? ! ; and the ideographic comma and full stop
      if (code === 44 || code === 46 || code === 63 || code === 33 || code === 59) this.punctuation++;
      else if (code === AMPERSAND) this.isPlain = false;
      else if (code >= 0x80) {
        this.isPlain = false;
        if (isBytes && code < 0xc0) continue;
        if (code === 0x3001 || code === 0x3002 || code === 0xff0c) this.punctuation++;
        else if (isBytes && code === CJK_MARKS && this.#isIdeographicStop(at)) this.punctuation++;
      }
      length++;
    }
    this.isBehindSpace = behindSpace;
    this.length += length;
    if (isLink) this.linkLength += length;
  }

  /** White space before the first word is trimmed away. */
  #beginWord(): void {
    if (this.#isGapOdd && this.words > 0) this.isPlain = false;
    this.#isGapOdd = false;
    this.words++;
  }

  /** U+3001 and U+3002 in UTF-8: E3 80 81, E3 80 82. */
  #isIdeographicStop(at: number): boolean {
    const last = this.#source.html.charCodeAt(at + 2);
    return this.#source.html.charCodeAt(at + 1) === 0x80 && (last === 0x81 || last === 0x82);
  }
}
