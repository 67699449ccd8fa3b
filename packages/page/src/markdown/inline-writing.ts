// Writes finished inline elements. Markdown has rules of its own about their ends.
import { escapeAddress, escapeBrackets } from "./escape.ts";
import type { GrowingText } from "./growing-text.ts";

/** A run of inline text that ended: a paragraph's, or lines of code that stood one by one. */
export type EndedRun =
  | { readonly type: "nothing" }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "code"; readonly code: string };

export const NOTHING: EndedRun = { type: "nothing" };

export const WORD = /[\p{L}\p{N}]/u;
/** Signs that may stand outside of `**` as well as inside: none that is Markdown's own. */
const MOVABLE = /[^\P{P}*_`[\]()\\<>~$!#&]/u;

/** Small text above or below the line; a footnote has a form of its own. */
export const raised = (inner: string, name: string): string =>
  inner.startsWith("[^") ? inner : `<${name}>${inner}</${name}>`;

export function link(inner: string, href: string): string {
  const text = linesOf(inner).join(" ");
  const image = /^!\[(?:[^\]\\]|\\.)*\]\(([^()\s]*)\)$/.exec(text)?.[1];
  // Pictures that lead to themselves, larger.
  if (image !== undefined && (image === href || /\.(?:png|jpe?g|gif|svg|webp|avif)$/i.test(href))) return text;
  if (text === href) return `<${href}>`;
  return `[${escapeBrackets(text)}](${escapeAddress(href)})`;
}

/** Number of signs at the start of emphasised text that move before it: between a letter and a sign `**` opens nothing. */
export function leadOf(inner: string): number {
  let at = 0;
  while (at < inner.length && MOVABLE.test(inner.charAt(at))) at++;
  return at;
}

/** `a.**` before a letter closes nothing: the sign goes behind it. */
export function moveEnd(text: GrowingText, marker: string): void {
  const { end } = text;
  let at = end.length - marker.length;
  while (at > 0 && MOVABLE.test(end.charAt(at - 1))) at--;
  const signs = end.slice(at, end.length - marker.length);
  if (signs !== "" && !end.slice(0, at).endsWith(marker)) text.replaceEnd(signs.length + marker.length, marker + signs);
}

export const linesOf = (text: string): readonly string[] => text.split("\n").map((line) => line.trim());
