import { type Content, endOfContainer } from "../content/content.ts";
import type { Scan } from "../scan/scan.ts";

/**
 * Kind of a page. A page alone shows `content`: something to read; `list`: mostly links to other pages, or items that
 * lead to them; `stub`: hardly a text; `form`: a form and hardly a text, as to contact somebody; `utility`: a login or a
 * search; `frameset`: nothing but frames. Its site shows more: `facet`, a list that arranges again what other pages
 * lead to (a tag, an author, a filter); `archive`, the same by time or by number (a year, page 2).
 */
export type PageKind = "content" | "list" | "facet" | "archive" | "stub" | "form" | "utility" | "frameset";

/** A form's own words: labels, a hint, terms to agree to. */
const MAX_FORM_CHARACTERS = 800;
const MAX_STUB_CHARACTERS = 200;

/** Judges what is left when the title, navigation and footer are taken away; links count as text. */
export function kindOfPage(scanned: Scan, content: Content): PageKind {
  const { fields, frames } = scanned;
  const { linked, characters, prose } = textOfLinks(scanned, content);
  if (frames > 0 && characters < MAX_STUB_CHARACTERS) return "frameset";
  if (characters < MAX_FORM_CHARACTERS) {
    if (fields.has("password") || fields.has("search")) return "utility";
    if (fields.has("text")) return "form";
  }
  if (linked >= LIST_SHARE * characters && prose <= MAX_LIST_PROSE) return "list";
  return characters < MAX_STUB_CHARACTERS ? "stub" : "content";
}

/** Links, and items that are led on by a link, make up this much of a list. */
const LIST_SHARE = 0.6;
/** A list may be introduced. */
const MAX_LIST_PROSE = 800;
const SENTENCE_WORDS = 6;

/** Characters of the content: all, those that are linked or stand in a listed item, and those of other sentences. */
function textOfLinks({ containers }: Scan, { blocks, items }: Content) {
  let [characters, linked, prose] = [0, 0, 0];
  let at = 0;
  for (const { container, length, linkLength, words } of blocks) {
    characters += length;
    while (at < items.length && endOfContainer(containers, items[at] ?? 0) <= container) at++;
    const isItem = (items[at] ?? Number.POSITIVE_INFINITY) <= container;
    linked += isItem ? length : linkLength;
    if (!isItem && words >= SENTENCE_WORDS) prose += Math.max(0, length - 2 * linkLength);
  }
  return { characters, linked, prose };
}
