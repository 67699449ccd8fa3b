import { isFile } from "../address/files.ts";
import { partsOf } from "../address/page-url.ts";
import { type Content, endOfContainer, MAX_TEXT_OF_LIST } from "../content/content.ts";
import type { Link } from "../links.ts";
import type { Scan } from "../scan/scan.ts";
import type { PageKind } from "./kinds.ts";

/** A form's own words: labels, a hint, terms to agree to. */
const MAX_FORM_CHARACTERS = 800;
export const MAX_STUB_CHARACTERS = 200;

interface ReadLinks {
  readonly url: string;
  readonly links: readonly Link[];
}

/** Judges what is left when the title, navigation and footer are taken away; links count as text. */
export function kindOfPage(scanned: Scan, content: Content, read: ReadLinks): PageKind {
  const { fields, frames } = scanned;
  const { linked, characters, prose } = textOfLinks(scanned, content);
  if (frames > 0 && characters < MAX_STUB_CHARACTERS) return "frameset";
  const share = characters > MAX_TEXT_OF_LIST ? ROWS_SHARE : LIST_SHARE;
  const least = characters < MAX_STUB_CHARACTERS ? 1 : MIN_LISTED;
  if (linked >= share * characters && prose <= MAX_LIST_PROSE && leadsOn(read, least)) return "list";
  if (characters < MAX_FORM_CHARACTERS) {
    if (fields.has("password") || fields.has("search")) return "utility";
    if (fields.has("text")) return "form";
  }
  return characters < MAX_STUB_CHARACTERS ? "stub" : "content";
}

/** Links, and items that are led on by a link, make up this much of a list. */
const LIST_SHARE = 0.6;
/** … and links alone of a long one, whose items are not looked for: rows have dates and numbers beside them. */
const ROWS_SHARE = 0.4;
/** A list may be introduced. */
const MAX_LIST_PROSE = 800;
const SENTENCE_WORDS = 6;
/** … and a day with its time is none: `Wed Aug 27, 2014 10:41 pm`. */
const SENTENCE_CHARACTERS = 30;

/** A list leads to so many pages of its site, and to more of them than elsewhere; one with no other text to fewer. */
export const MIN_LISTED = 3;

function leadsOn({ url, links }: ReadLinks, least: number): boolean {
  const { origin } = partsOf(url);
  const inside = new Set<string>();
  const outside = new Set<string>();
  for (const { url: to, place } of links)
    if (place === "content" && to !== url) (to.startsWith(`${origin}/`) && !isFile(to) ? inside : outside).add(to);
  return inside.size >= least && inside.size >= outside.size;
}

/** Characters of the content: all, those that are linked or stand in a listed item, and those of other sentences. */
function textOfLinks({ containers }: Scan, { blocks, items }: Content) {
  let [characters, linked, prose] = [0, 0, 0];
  let at = 0;
  for (const { container, length, linkLength, words } of blocks) {
    characters += length;
    while (at < items.length && endOfContainer(containers, items[at] ?? 0) <= container) at++;
    const isItem = (items[at] ?? Number.POSITIVE_INFINITY) <= container;
    linked += isItem ? length : linkLength;
    if (!isItem && words >= SENTENCE_WORDS && length >= SENTENCE_CHARACTERS)
      prose += Math.max(0, length - 2 * linkLength);
  }
  return { characters, linked, prose };
}
