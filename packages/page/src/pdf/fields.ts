import type { TextPiece } from "./lines.ts";

/** Fields and characters of a PDF's form that are read. */
const MAX_FIELDS = 2_000;
const MAX_VALUE = 10_000;

/** Most pieces of a page times fields on it: beyond that values stand at the page's end. */
const MAX_COMPARED = 2_000_000;

/** Size of a value's letters where no text stands beside it. */
const USUAL_SIZE = 10;

/** The value of a field, and the rectangle of its page in which it is drawn: left, lower, right and upper edge. */
interface FilledField {
  readonly value: string;
  readonly rect: readonly number[];
}

/** Fields with a text by the numbers of their pages, from 1. `objects` are those of pdf.js, as a stranger's file gives them. */
export function filledFields(objects: unknown): ReadonlyMap<number, readonly FilledField[]> {
  const all = typeof objects === "object" && objects !== null ? Object.values(objects).flat().slice(0, MAX_FIELDS) : [];
  const filled = all.flatMap((object: unknown) => {
    if (typeof object !== "object" || object === null) return [];
    const { value, rect, page, type, hidden, password }: Record<string, unknown> = { ...object };
    const isText = type === "text" || type === "combobox" || type === "listbox";
    if (!isText || hidden === true || password === true || typeof page !== "number" || !Array.isArray(rect)) return [];
    const text = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string").join(", ");
    if (text.trim() === "" || rect.length !== 4 || !rect.every(Number.isFinite)) return [];
    return [{ page: page + 1, value: text.slice(0, MAX_VALUE), rect: rect.map(Number) }];
  });
  return Map.groupBy(filled, ({ page }) => page);
}

/** A page's pieces with each value behind the text that stands before its field, as a reader sees it. */
export function withValues(pieces: readonly TextPiece[], fields: readonly FilledField[]): readonly TextPiece[] {
  const isMuch = pieces.length * fields.length > MAX_COMPARED;
  const behind = Map.groupBy(fields, ({ rect }) => (isMuch ? -1 : labelOf(pieces, rect)));
  const placed = (index: number) => (behind.get(index) ?? []).map((field) => pieceOf(field, pieces[index]));
  return [...pieces.flatMap((piece, index) => [piece, ...placed(index)]), ...placed(-1)];
}

/** Place of the piece nearest before a field on its line; -1 where there is none. */
function labelOf(pieces: readonly TextPiece[], [left = 0, low = 0, , high = 0]: readonly number[]): number {
  let nearest = -1;
  let at = Number.NEGATIVE_INFINITY;
  for (const [index, { str, transform }] of pieces.entries()) {
    const [, , , , x = 0, y = 0] = transform;
    if (str.trim() === "" || y < low - 1 || y > high || x > left || x < at) continue;
    nearest = index;
    at = x;
  }
  return nearest;
}

function pieceOf({ value, rect }: FilledField, label: TextPiece | undefined): TextPiece {
  const [left = 0, low = 0, right = 0] = rect;
  const [a = USUAL_SIZE, b = 0, c = 0, d = USUAL_SIZE, , y = low] = label?.transform ?? [];
  const { height, fontName } = label ?? { height: USUAL_SIZE, fontName: "" };
  return { str: value, transform: [a, b, c, d, left, y], width: Math.max(0, right - left), height, fontName };
}
