// Reads elements with a language of their own: formulas, drawings, hidden addresses, form fields.
import { onOneLine } from "../text.ts";
import { ATTRIBUTES as A, type Attributes, attributeAt } from "./html.ts";
import { decode } from "./source.ts";

/** Most characters of one such element. */
export const LITERAL_CHARACTERS = 4_000;

/** The TeX inside MathML, else its symbols. @param opening the offset of its tag */
export function texOf(html: string, opening: number, from: number, to: number): string {
  const inside = html.slice(from, Math.min(to, from + 10 * LITERAL_CHARACTERS));
  const mark = inside.indexOf("application/x-tex");
  const begin = inside.indexOf(">", mark) + 1;
  const tex =
    mark >= 0
      ? inside.slice(begin, inside.indexOf("<", begin))
      : attributeAt(html, opening, "alttext") || inside.replace(/<[^<>]*>/g, "");
  return onOneLine(decode(tex)).slice(0, LITERAL_CHARACTERS);
}

/** Links of a drawing, with the offsets of the words in them. */
export function* linksInDrawing(html: string, from: number, to: number) {
  const drawing = html.slice(from, to);
  for (let at = drawing.indexOf("<a "); at >= 0; at = drawing.indexOf("<a ", at + 1)) {
    const href = decode(attributeAt(html, from + at, "(?:xlink:)?href")).trim();
    const inside = drawing.slice(at, at + LITERAL_CHARACTERS);
    const [begin, end] = [inside.indexOf(">") + 1, inside.indexOf("</a")];
    yield { href, words: end < 0 ? ([0, 0] as const) : ([from + at + begin, from + at + end] as const) };
  }
}

/** Decodes an e-mail address that a CDN has hidden: its first byte is the key. */
export function hiddenText(hex: string): string {
  const bytes = Buffer.from(hex.slice(0, LITERAL_CHARACTERS), "hex");
  const [key = 0] = bytes;
  return Buffer.from(bytes.subarray(1).map((byte) => byte ^ key)).toString();
}

/** Kind of a form field. */
export type Field = "password" | "search" | "text";
const SEARCH_NAME = /^(?:q|query|s|search\w*|keywords?)$/i;
const TEXT_TYPES = new Set(["", "text", "email", "tel", "url", "number", "date", "file"]);

/** The purpose of an `<input>`; undefined for buttons and hidden ones. */
export function fieldOf(has: Attributes): Field | "box" | undefined {
  const type = has.lower(A.type);
  if (type === "checkbox") return "box";
  if (type === "password" || type === "search") return type;
  if (!TEXT_TYPES.has(type)) return undefined;
  return SEARCH_NAME.test(has.raw(A.name).trim()) ? "search" : "text";
}
