/** An owner's changes to the crawl's result. Plain JSON; the same keys as in its file (docs/how-to/overlay.md). */
export interface Overlay {
  readonly name?: string | undefined;
  /** Empty: no summary. */
  readonly summary?: string | undefined;
  /** Paragraphs below the summary. */
  readonly notes?: readonly string[] | undefined;
  /** The first sections, in this order; the others follow. */
  readonly sections?: readonly (string | SectionChange)[] | undefined;
  readonly pages?: readonly PageChange[] | undefined;
}

export interface SectionChange {
  /** As the crawl calls it. */
  readonly name: string;
  readonly as?: string | undefined;
}

/** Has either `url` or `path`. */
export interface PageChange {
  readonly url?: string | undefined;
  /** On the site's host, with a slash in front. */
  readonly path?: string | undefined;
  readonly title?: string | undefined;
  /** Empty: none. */
  readonly description?: string | undefined;
  /** By its new name or its old one; one that is neither is new. */
  readonly section?: string | undefined;
  /** Stands before the others of its section; pinned ones in the order of the list. */
  readonly pin?: boolean | undefined;
  readonly hide?: boolean | undefined;
}

/** True if there is anything to apply. */
export const hasChanges = (overlay: Overlay): boolean => changeCount(overlay) > 0;

/** As a person counts them. A renamed section stands behind all that come before it, which are no changes. */
export function changeCount({ name, summary, notes = [], sections = [], pages = [] }: Overlay): number {
  const texts = [name, summary].filter((text) => text !== undefined).length + Math.min(1, notes.length);
  const isRenamed = (entry: string | SectionChange) => typeof entry !== "string" && entry.as !== undefined;
  const isOrdered = sections.length > sections.findLastIndex(isRenamed) + 1;
  return texts + sections.filter(isRenamed).length + (isOrdered ? 1 : 0) + pages.length;
}

/** The page as it is written in the overlay. */
export const addressOf = ({ url, path }: PageChange): string => url ?? path ?? "";
