import { onOneLine } from "./one-line.ts";

/** A cut behind a sentence, a clause or a word is taken when it keeps this share of what is allowed. */
const SENTENCE_SHARE = 0.4;
const CLAUSE_SHARE = 0.7;
const WORD_SHARE = 0.5;
/** Characters behind a cut that the segmenter gets, to find the end of the word at the cut. */
const WORD_CHARACTERS = 50;

/** `.` `!` `?` `…` and the full stops of other scripts that are followed by a space. */
const ENDER = /[.!?…؟۔।॥։።។။]/;
/** CJK enders need no space behind them. */
const CJK_ENDER = /[。！？｡]/;
const ANY_ENDER = /[.!?…؟۔।॥։።។။。！？｡]/g;
const CLOSERS = /["'”’)\]»」』）】〉》]/;
const CLAUSE_END = /[,;:،؛]$/;
const CJK_CLAUSE_END = /[、，；：]/;
/** Bound: an excerpt, at most as long as it may be. */
const TRAILING = /[\s,;:،؛、，；：\-–—([{"'“‘«「『（]+$/u;
const SURROGATE = /[\ud800-\udfff]/;
const JOINING = /^(?:\p{M}|\u200d|\ufe0e|\ufe0f)/u;
const ABBREVIATION =
  /(?:^|[\s("“‘])(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|e\.g|i\.e|cf|al|Inc|Ltd|Co|Corp|No|Nr|Fig|Eq|Vol|Ch|Sec|pp?|approx|ca|dept|est|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|U\.S|U\.K|D\.C|a\.m|p\.m|z\.B|d\.h|bzw|usw|ggf|[A-Z]|\d{1,2})\.$/i;

/**
 * The text on one line, cut to at most `maxCharacters` code points (the `…` included) behind a sentence, else a
 * clause, else a word, never inside a grapheme. Cut anywhere but behind a sentence it ends with `…`.
 */
export function excerpt(text: string, maxCharacters: number): string {
  const line = onOneLine(text);
  const limit = offsetOf(line, maxCharacters);
  if (limit === line.length) return line;
  const sentence = sentenceEnd(line, limit);
  if (sentence > 0) return line.slice(0, sentence);
  const room = offsetOf(line, Math.max(0, maxCharacters - 1));
  if (room === limit) return "";
  return `${line.slice(0, clauseEnd(line, room) || wordEnd(line, room)).replace(TRAILING, "")}…`;
}

/** The first sentence of a text on one line; all of it where it has but one. */
export function firstSentence(line: string): string {
  for (let at = nextEnder(line, 1); at >= 0; at = nextEnder(line, at + 1)) {
    let end = at + 1;
    while (CLOSERS.test(line.charAt(end))) end++;
    if (CJK_ENDER.test(line.charAt(at)) || endsSentence(line, at, end)) return line.slice(0, end);
  }
  return line;
}

/** Index of the next sign that may end a sentence; -1 if there is none. */
function nextEnder(line: string, from: number): number {
  ANY_ENDER.lastIndex = from;
  return ANY_ENDER.test(line) ? ANY_ENDER.lastIndex - 1 : -1;
}

/** Offset in UTF-16 units behind the first `characters` code points. */
function offsetOf(line: string, characters: number): number {
  if (line.length <= characters) return line.length;
  if (!SURROGATE.test(line.slice(0, characters))) return Math.floor(characters);
  let offset = 0;
  for (let left = Math.floor(characters); left > 0 && offset < line.length; left--) {
    offset += (line.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}

function sentenceEnd(line: string, limit: number): number {
  for (let at = limit - 1; at >= limit * SENTENCE_SHARE; at--) {
    const character = line.charAt(at);
    const isCjk = CJK_ENDER.test(character);
    if (!isCjk && !ENDER.test(character)) continue;
    let end = at + 1;
    while (end < limit && CLOSERS.test(line.charAt(end))) end++;
    if (JOINING.test(line.slice(end, end + 2))) continue;
    if (isCjk || endsSentence(line, at, end)) return end;
  }
  return 0;
}

function endsSentence(line: string, at: number, end: number): boolean {
  if (end < line.length && line.charAt(end) !== " ") return false;
  const next = line.charAt(end + 1);
  if (next !== "" && next !== next.toUpperCase()) return false;
  return line.charAt(at) !== "." || !ABBREVIATION.test(line.slice(Math.max(0, at - 12), at + 1));
}

function clauseEnd(line: string, room: number): number {
  const least = room * CLAUSE_SHARE;
  for (let at = room - 1; at >= least; at--) {
    const character = line.charAt(at);
    if (CJK_CLAUSE_END.test(character)) return at;
    if (character === " " && CLAUSE_END.test(line.charAt(at - 1))) return at - 1;
  }
  return 0;
}

function wordEnd(line: string, room: number): number {
  const space = line.lastIndexOf(" ", room);
  if (space >= room * WORD_SHARE) return space;
  const start = line.slice(0, room + WORD_CHARACTERS);
  const word = new Intl.Segmenter(undefined, { granularity: "word" }).segment(start).containing(room)?.index ?? 0;
  if (word >= room * WORD_SHARE) return word;
  return new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(start).containing(room)?.index ?? 0;
}
