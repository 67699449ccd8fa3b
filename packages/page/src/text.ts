// Short texts: on one line, cut, counted.

/** White space collapsed and trimmed; a look at the characters first, since most text has none to collapse. */
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
 * A copy of a text that shares no memory with the one it was cut from: the engine cuts without copying, and a title that
 * is kept would keep the page it stood in. Shorter cuts it copies itself.
 */
export const own = (text: string): string => (text.length < 13 ? text : ` ${text}`.slice(1));

/** The start of a text, at most `units` UTF-16 units, never ending with half a character; a text of its own. */
export const clip = (text: string, units: number): string =>
  own(text.length <= units ? text : text.slice(0, units).replace(/[\ud800-\udbff]$/, ""));

const ENDER = /[.!?…؟۔।॥።](?=["'”’)\]»」』]*(?:\s|$))|[。！？｡]/g;
const ABBREVIATION =
  /(?:^|[\s("“‘])(?:Mr|Mrs|Ms|Dr|Prof|St|vs|e\.g|i\.e|cf|al|No|Nr|Fig|Eq|Vol|approx|ca|z\.B|d\.h|bzw|[A-Z]|\d{1,2})\.$/;

/** A text of at most so many characters: cut behind a sentence where that keeps enough of it, else behind a word, with `…`. */
export function excerpt(text: string, most: number): string {
  if (text.length <= most) return own(text);
  const start = clip(text, most - 1);
  let end = 0;
  for (const { index, 0: sign } of start.matchAll(ENDER)) {
    if (sign === "." && ABBREVIATION.test(start.slice(Math.max(0, index - 10), index + 1))) continue;
    end = index + 1;
    while (/["'”’)\]»」』]/.test(start.charAt(end))) end++;
  }
  if (end >= 0.4 * most) return start.slice(0, end);
  const space = start.lastIndexOf(" ");
  // Bound: the most characters that the text may have.
  return `${start.slice(0, space >= most / 2 ? space : start.length).replace(/[\s,;:、，；：–—([{"“‘«-]+$/u, "")}…`;
}

/**
 * A whole number as English text shows it: `1,234,567`. `toLocaleString` says the same; its first call takes 10 ms.
 * Bound: digits of a number.
 */
export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
