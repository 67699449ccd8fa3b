/** Place in an overlay, as keys and 0-based indexes: `["pages", 3, "title"]`. */
export type OverlayPath = readonly (string | number)[];

export type TextField = "name" | "summary" | "notes" | "sections" | "title" | "description" | "section";

/** Entries of an overlay without an effect, or with another one than they say. The overlay itself stays as it is. */
export type OverlayFinding = {
  readonly path: OverlayPath;
} /** The document does not list it any more, or never did. */ & (
  | { readonly code: "pageGone"; readonly page: string }
  /** The page is the homepage, which is the head of the document and no item. */
  | { readonly code: "pageIsHome"; readonly page: string }
  /** An earlier change is about the same page; where both set a field, the earlier one wins. */
  | { readonly code: "pageRepeated"; readonly page: string; readonly first: number }
  | { readonly code: "pageUnchanged"; readonly page: string }
  | { readonly code: "pinnedAndHidden"; readonly page: string }
  | { readonly code: "sectionGone"; readonly section: string }
  | { readonly code: "sectionRepeated"; readonly section: string }
  /** Two sections have one name now, and are one. */
  | { readonly code: "sectionsJoined"; readonly section: string; readonly as: string }
  /** `Optional` stays the last section, as readers expect it there. */
  | { readonly code: "optionalIsLast"; readonly section: string }
  | { readonly code: "textCut"; readonly field: TextField; readonly characters: number; readonly max: number }
  /** Nothing of the text may stand in a document; the crawl's text stays. */
  | { readonly code: "textEmpty"; readonly field: TextField }
  /** Links, tags or invisible characters were removed from the text. */
  | { readonly code: "textCleaned"; readonly field: TextField }
  /** The homepage is listed, as no document is without a link. */
  | { readonly code: "everythingHidden" }
);
