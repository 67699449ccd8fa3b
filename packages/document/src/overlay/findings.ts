/** Place in an overlay, as keys and 0-based indexes: `["pages", 3, "title"]`. */
export type OverlayPath = readonly (string | number)[];

export type TextField = "name" | "summary" | "notes" | "sections" | "title" | "description" | "section";

/** Entries of an overlay without an effect, or with another one than they say. The overlay itself stays as it is. */
export type OverlayFinding = {
  readonly path: OverlayPath;
} /** The document does not list it any more, or never did. */ & (
  | { readonly code: "pageGone"; readonly page: string }
  /** It is the head of the document and no item. */
  | { readonly code: "pageIsHome"; readonly page: string }
  /** An earlier change is about the same page: what both say, the earlier one says. */
  | { readonly code: "pageRepeated"; readonly page: string; readonly first: number }
  | { readonly code: "pageUnchanged"; readonly page: string }
  | { readonly code: "pinnedAndHidden"; readonly page: string }
  | { readonly code: "sectionGone"; readonly section: string }
  | { readonly code: "sectionRepeated"; readonly section: string }
  /** Two sections have one name now, and are one. */
  | { readonly code: "sectionsJoined"; readonly section: string; readonly as: string }
  /** Readers expect it last. */
  | { readonly code: "optionalIsLast"; readonly section: string }
  | { readonly code: "textCut"; readonly field: TextField; readonly characters: number; readonly max: number }
  /** Nothing of it can stand in a document: what the crawl found stays. */
  | { readonly code: "textEmpty"; readonly field: TextField }
  /** Links, tags, or what no reader sees went. */
  | { readonly code: "textCleaned"; readonly field: TextField }
  /** The homepage is listed, as no document is without a link. */
  | { readonly code: "everythingHidden" }
);
