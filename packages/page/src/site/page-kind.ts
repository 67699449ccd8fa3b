import { isFile } from "../address/files.ts";
import { isForumAction, isMember, isTopic } from "../address/forum.ts";
import { partsOf } from "../address/page-url.ts";
import { type Content, endOfContainer, MAX_TEXT_OF_LIST } from "../content/content.ts";
import type { Link } from "../links.ts";
import type { Scan } from "../scan/scan.ts";
import type { PageKind } from "./kinds.ts";

/** Most characters of a form page's text: labels, a hint, terms to agree to. */
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

/** Least share of a list's text in links and in items with a link … */
const LIST_SHARE = 0.6;
/** … and least share in links of a long list, whose items are not looked for: rows have dates and numbers as well. */
const ROWS_SHARE = 0.4;
/** Most characters of prose that introduce a list, least words of a sentence … */
const MAX_LIST_PROSE = 800;
const SENTENCE_WORDS = 6;
/** … and least characters of a sentence: a day with its time is none (`Wed Aug 27, 2014 10:41 pm`). */
const SENTENCE_CHARACTERS = 30;

/**
 * Least pages of the own site that a list links to; it also links to no more pages elsewhere. Places on the page itself,
 * members of a forum and its forms are none: what was written is to be read here.
 */
export const MIN_LISTED = 3;

function leadsOn({ url, links }: ReadLinks, least: number): boolean {
  if (isTopic(url)) return false;
  const { origin } = partsOf(url);
  const inside = new Set<string>();
  const outside = new Set<string>();
  for (const { url: link, place } of links) {
    const [to = ""] = link.split("#", 1);
    if (place !== "content" || to === url || isMember(to) || isForumAction(to)) continue;
    (to.startsWith(`${origin}/`) && !isFile(to) ? inside : outside).add(to);
  }
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
