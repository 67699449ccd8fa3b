// Reads the text of a page's pieces.
import { onOneLine } from "../text.ts";
import { type Block, CLOSES, PIECE } from "./blocks.ts";
import { IS } from "./names.ts";
import type { Scan } from "./scan.ts";
import { readable } from "./source.ts";

/** The text of a block: on one line, except for code. It may keep the page in memory: `clip` makes a copy. */
export function blockText(scan: Scan, { first, last, isPlain, bits }: Block): string {
  if ((bits & IS.code) !== 0)
    return readable(cut(scan, first, last))
      .replace(/^[\r\n]+/, "")
      .trimEnd();
  if (!isPlain) return onOneLine(readable(cut(scan, first, last)));
  return cut(scan, first, last).trim();
}

/** The text of some pieces on one line. */
export const textOf = (scan: Scan, first: number, last: number): string =>
  first === last ? "" : onOneLine(readable(cut(scan, first, last)));

/** Text that is not in the source, in the encoding of the source. */
const inSource = ({ literals }: Scan, index: number): string =>
  Buffer.from((literals[index] ?? "").replaceAll("&", "&amp;"), "utf8").toString("latin1");

function cut(scan: Scan, first: number, last: number): string {
  const { pieces, html } = scan;
  let text = "";
  for (let at = first; at < last; at += 2) {
    const piece = pieces[at] ?? 0;
    const operand = pieces[at + 1] ?? 0;
    if (piece >= 0) text += html.slice(piece, operand);
    else if (piece === PIECE.break) text += "\n";
    else if (piece === PIECE.literal) text += inSource(scan, operand);
    else if (piece === PIECE.tex) text += `$${inSource(scan, operand)}$`;
    else if ((piece === PIECE.sup || piece === PIECE.sub) && at + 2 < last) {
      const next = pieces[at + 2] ?? 0;
      const isNote = next === PIECE.link || (next >= 0 && html.charCodeAt(next) === 91);
      if (piece === PIECE.sup && isNote) at = endOfSup(pieces, at, last);
      else if (next >= 0 && at > first && (pieces[at - 2] ?? -1) >= 0)
        text += raised(html.charCodeAt((pieces[at - 1] ?? 0) - 1), html.charCodeAt(next), piece);
    }
  }
  return text;
}

/** Skips a footnote's number, which is not part of the word before it. */
function endOfSup(pieces: readonly number[], from: number, last: number): number {
  let at = from;
  while (at < last && pieces[at] !== PIECE.sup - CLOSES) at += 2;
  return at < last ? at : from;
}

/** Writes powers and indices with a sign: 10^6, 101_2. */
function raised(last: number, next: number, piece: number): string {
  const isDigit = last >= 48 && last <= 57;
  const isWord = isDigit || (last | 32) >= 97 || last === 41;
  const isPower = (next >= 48 && next <= 57) || next === 43 || next === 45;
  if (piece === PIECE.sub) return isDigit && isPower ? "_" : "";
  return isWord && isPower ? "^" : "";
}
