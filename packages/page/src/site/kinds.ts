/**
 * Kind of a page. A page alone shows `content`: something to read; `list`: mostly links to other pages, or items that
 * lead to them; `stub`: hardly a text; `form`: a form and hardly a text, as to contact somebody; `utility`: a login or a
 * search; `frameset`: nothing but frames. Its site shows more: `facet`, a list that arranges again what other pages
 * lead to (a tag, an author, a filter); `archive`, the same by time or by number (a year, page 2).
 */
export type PageKind = "content" | "list" | "facet" | "archive" | "stub" | "form" | "utility" | "frameset";

/**
 * Evidence for the kind of a page: the shape of its address, the number of addresses of that shape, and the kinds of
 * those read.
 */
export interface KindEvidence {
  readonly kind: PageKind;
  readonly like: string;
  readonly known: number;
  readonly read: Readonly<Partial<Record<PageKind, number>>>;
}
