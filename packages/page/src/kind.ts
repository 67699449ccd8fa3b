import type { Content } from "./content/content.ts";
import type { Scan } from "./scan/scan.ts";

/**
 * Kind of a page by its elements and its text, not by its address. `document`: it has something to read.
 * `login`, `search`, `form`: a form of that kind and hardly a text. `thin`: hardly a text and no form, as an empty cart.
 * `frameset`: nothing but frames.
 */
export type PageKind = "document" | "login" | "search" | "form" | "thin" | "frameset";

/** A form's own words: labels, a hint, terms to agree to. */
const MAX_FORM_CHARACTERS = 800;
const MAX_THIN_CHARACTERS = 200;

/** Judges what is left when the title, navigation and footer are taken away; links count as text. */
export function kindOfPage({ fields, frames }: Scan, { blocks }: Content): PageKind {
  const characters = blocks.reduce((sum, { length }) => sum + length, 0);
  if (frames > 0 && characters < MAX_THIN_CHARACTERS) return "frameset";
  if (characters < MAX_FORM_CHARACTERS) {
    if (fields.has("password")) return "login";
    if (fields.has("search")) return "search";
    if (fields.has("text")) return "form";
  }
  return characters < MAX_THIN_CHARACTERS ? "thin" : "document";
}
