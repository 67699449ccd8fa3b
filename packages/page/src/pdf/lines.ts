/** A piece of text as unpdf (pdf.js) returns it. */
export interface TextPiece {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
}

/** A line, placed in the direction in which it is read: `start` to `end` along it, `base` downwards. */
export interface PlacedLine {
  text: string;
  size: number;
  start: number;
  end: number;
  readonly base: number;
  /** Direction of the baseline, in quarter turns. */
  readonly turn: number;
  /** True if all of it is in a typewriter's font. */
  isCode: boolean;
  /** True of pieces that stand apart, as the cells of a table do. */
  isSpread: boolean;
}

/**
 * Gaps between two pieces of a line, in font sizes: above the first they are two words, above the second two words if
 * the PDF has a space between them, above the third two cells of a table.
 */
const WORD_GAP = 0.2;
const SPACE_GAP = 0.08;
const CELL_GAP = 2;
/** Dots that lead to the number of a page. Bound: a line. */
const LEADERS = / ?(?:\. ?){5,}/g;
/** Letters that are all of one width in any font. */
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/;
/** Most distance of a piece from the baseline of its line, in font sizes: indices and small capitals stand off it. */
const OFF_BASE = 0.5;

/** The lines of a page, in the order in which they were written. Linear. */
export function linesOf(items: readonly TextPiece[], isCodeFont: (name: string) => boolean): readonly PlacedLine[] {
  const lines: PlacedLine[] = [];
  let isApart = false;
  let longest = 0;
  for (const item of items) {
    // pdf.js returns spaces as pieces of their own.
    if (item.str.trim() === "") {
      isApart ||= item.str !== "";
      continue;
    }
    const piece = placed(item);
    const isCode = isCodeFont(item.fontName);
    const line = lines.at(-1);
    const gap = line === undefined ? 0 : Math.max(piece.start - line.end, line.start - piece.end);
    if (line === undefined || !isOnLine(piece, line, gap)) {
      lines.push({ ...piece, text: item.str, isCode, isSpread: false });
      longest = item.str.length;
    } else {
      const space = gap > (isApart ? SPACE_GAP : WORD_GAP) * piece.size ? " " : "";
      line.text += space + item.str;
      line.isSpread ||= gap > CELL_GAP * piece.size;
      line.isCode &&= isCode;
      line.start = Math.min(line.start, piece.start);
      line.end = Math.max(line.end, piece.end);
      if (item.str.length > longest) line.size = piece.size;
      longest = Math.max(longest, item.str.length);
    }
    isApart = false;
  }
  for (const line of lines) {
    const text = line.text.replace(/\s+/g, " ").trim();
    line.text = text.replace(LEADERS, " … ");
    line.isSpread ||= line.text !== text;
    line.isCode &&= !WIDE.test(text);
  }
  return lines;
}

function placed({ transform, width, height }: TextPiece) {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform;
  const length = Math.hypot(a, b) || 1;
  const [x, y] = [a / length, b / length];
  const start = e * x + f * y;
  const turn = Math.round(Math.atan2(b, a) / (Math.PI / 2));
  return { size: Math.hypot(c, d) || height || 1, start, end: start + width, base: e * y - f * x, turn };
}

function isOnLine({ base, size, turn }: ReturnType<typeof placed>, line: PlacedLine, gap: number): boolean {
  const isLevel = Math.abs(base - line.base) <= OFF_BASE * Math.max(size, line.size);
  return turn === line.turn && isLevel && gap > -size;
}
