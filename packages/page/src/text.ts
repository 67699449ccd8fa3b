// Helpers for short texts: one line, cut, counted.

/** Collapses and trims white space; a quick test comes first, since most text has none to collapse. */
export function onOneLine(text: string): string {
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 || (code === 32 && before === 32) || (code >= 0xa0 && isWideSpace(code)))
      return text.replace(/\s+/g, " ").trim();
    before = code;
  }
  return text.trim();
}

/** White space of ECMAScript beyond ASCII. */
const isWideSpace = (code: number): boolean =>
  code === 0xa0 || (code >= 0x1680 && /\s/.test(String.fromCharCode(code)) && code !== 0x180e);

/**
 * A copy of a text that shares no memory with its source: the engine cuts without copying, and a kept title would keep
 * its whole page. Shorter cuts are copied by the engine.
 */
export const own = (text: string): string => (text.length < 13 ? text : [text.slice(0, 1), text.slice(1)].join(""));

/** The start of a text, at most `units` UTF-16 units, never ending with half a character; as a copy. */
export const clip = (text: string, units: number): string =>
  own(text.length <= units ? text : text.slice(0, units).replace(/[\ud800-\udbff]$/, ""));

const ENDER = /(?:[\p{Sentence_Terminal}…](?=["'”’)\]»」』]*(?:\s|$))|[。！？．｡])["'”’)\]»」』]*/uy;
const ABBREVIATION =
  /(?:^|[\s("“‘])(?:Mr|Mrs|Ms|Dr|Prof|St|vs|e\.g|i\.e|cf|al|No|Nr|Fig|Eq|Vol|approx|ca|z\.B|d\.h|bzw|[A-Z]|\d{1,2})\.$/;

/** A text of at most this many characters: cut after a sentence if that keeps enough, else after a word, with `…`. */
export function excerpt(text: string, most: number): string {
  if (text.length <= most) return own(text);
  const start = clip(text, most - 1);
  for (let at = start.length - 1; at + 1 >= 0.4 * most; at--) {
    ENDER.lastIndex = at;
    const isAbbreviation = start.charAt(at) === "." && ABBREVIATION.test(start.slice(Math.max(0, at - 10), at + 1));
    if (ENDER.test(start) && !isAbbreviation) return start.slice(0, ENDER.lastIndex);
  }
  const space = start.lastIndexOf(" ");
  // Bound: the most characters that the text may have.
  return `${start.slice(0, space >= most / 2 ? space : start.length).replace(/[\s,;:、，；：–—([{"“‘«-]+$/u, "")}…`;
}

/**
 * A whole number with commas: `1,234,567`. `toLocaleString` gives the same; its first call takes 10 ms. Bound: digits
 * of a number.
 */
export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
