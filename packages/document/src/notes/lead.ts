import { excerpt as cut, firstSentence } from "@llmstxt-service/page/excerpt";

/** A piece of an excerpt behind which the excerpt may stop. */
interface LeadPiece {
  readonly text: string;
  /** Offset of its end in the excerpt, in UTF-16 units. */
  readonly end: number;
  /** True if it ends a sentence. */
  readonly isEnd: boolean;
}

/** One of the beginnings that a note may have: the one before it and one more piece, or one more sentence of the page. */
export interface Lead {
  /** The whole beginning. */
  readonly text: string;
  /** The signs between it and what the page covers. */
  readonly behind: string;
  /** The piece or sentence at its end. */
  readonly added: string;
  /** True for a sentence behind the excerpt. */
  readonly isFurther: boolean;
}

/** Beginnings of a note, from the shortest to the longest. `further` are sentences that may follow the whole excerpt. */
export function leadsOf({ excerpt, further }: { excerpt: string; further: readonly string[] }): readonly Lead[] {
  const pieces = leadPieces(excerpt).map((piece) => ({
    ...beginning(leadText(excerpt, piece)),
    added: piece.text,
    isFurther: false,
  }));
  let before = excerpt;
  const sentences = further.flatMap((sentence) => {
    const text = joined(before, sentence);
    const own = leadPieces(sentence).map((piece) => ({
      ...beginning(joined(before, leadText(sentence, piece))),
      added: piece.text,
      isFurther: true,
    }));
    before = text;
    return own;
  });
  return [...pieces, ...sentences];
}

/** The note of a page that says nothing but what it covers. */
export const NO_LEAD: Lead = { text: "", behind: "", added: "", isFurther: false };

/** A beginning that ends like a title is told apart from what follows by a dash. */
const beginning = (text: string) => ({ text, behind: END.test(text) ? " " : " – " });

/** The end of a whole sentence. */
const END = /[.!?…。！？؟।]["'”’»」』)]*$/u;
/** The same in scripts that put no space behind it. */
const UNSPACED_END = /[。！？]["'”’»」』)]*$/u;

/** A text with a sentence behind it. A text that ends like a title gets a full stop, so that the two are not one sentence. */
function joined(text: string, sentence: string): string {
  const whole = END.test(text) ? text : `${text}${UNSPACED_END.test(sentence) ? "。" : "."}`;
  return `${whole}${UNSPACED_END.test(whole) ? "" : " "}${sentence}`;
}

/** Least characters of a piece of a sentence, and of the rest behind it. */
const LEAST_PIECE = 60;
const LEAST_REST = 30;
/** Most characters of a piece without punctuation to stop at; a longer one is cut between words. */
const MAX_PIECE = 160;
/** Most pieces of an excerpt; the last one holds all the rest. */
const MAX_PIECES = 24;

/** An excerpt in its order: sentences, long ones also behind a comma, a colon or a dash outside brackets. Linear. */
export function leadPieces(excerpt: string): readonly LeadPiece[] {
  const ends: { end: number; isEnd: boolean }[] = [];
  for (let from = 0; from < excerpt.length && ends.length < MAX_PIECES; ) {
    const end = from + (firstSentence(excerpt.slice(from)).length || excerpt.length);
    for (const stop of stopsIn(excerpt.slice(from, end))) ends.push({ end: from + stop, isEnd: false });
    ends.push({ end: Math.min(end, excerpt.length), isEnd: true });
    from = end;
  }
  const last = ends.at(-1);
  if (last !== undefined) last.end = excerpt.length;
  return ends.map(({ end, isEnd }, index) => ({ text: excerpt.slice(ends[index - 1]?.end ?? 0, end), end, isEnd }));
}

const PLACES = /[,;:–—](?=\s)|[，；：、]|[([{«“「『（【)\]}»”」』）】]/gu;
const OPENING = /[([{«“「『（【]/u;
const CLOSING = /[)\]}»”」』）】]/u;

/** Offsets within a sentence at which it may stop. */
function stopsIn(sentence: string): readonly number[] {
  const stops: number[] = [];
  let from = 0;
  let open = 0;
  for (const { 0: sign, index } of sentence.matchAll(PLACES)) {
    if (OPENING.test(sign)) open++;
    else if (CLOSING.test(sign)) open = Math.max(0, open - 1);
    else if (open === 0 && index + 1 - from >= LEAST_PIECE && sentence.length - index > LEAST_REST) {
      addWordStops(sentence, { from, end: index + 1, stops });
      from = index + 1;
      stops.push(from);
    }
  }
  addWordStops(sentence, { from, end: sentence.length, stops });
  return stops;
}

interface Clause {
  readonly from: number;
  readonly end: number;
  readonly stops: number[];
}

function addWordStops(sentence: string, { from, end, stops }: Clause): void {
  for (let at = from; end - at > MAX_PIECE + LEAST_REST; ) {
    const clause = sentence.slice(at, end);
    const start = cut(clause, MAX_PIECE).replace(/…$/u, "");
    const isOpen = start.split(OPENING).length > start.split(CLOSING).length;
    if (start === "" || isOpen || !clause.trimStart().startsWith(start)) return;
    at += clause.length - clause.trimStart().length + start.length;
    stops.push(at);
  }
}

/** An excerpt up to a piece, with a `…` where it stops within a sentence. */
const leadText = (excerpt: string, { end, isEnd }: Pick<LeadPiece, "end" | "isEnd">): string => {
  const text = excerpt.slice(0, end).trim();
  // Bound: an excerpt, whose white space is single.
  return isEnd ? text : `${text.replace(/[\s,;:–—，；：、]+$/u, "")}…`;
};
