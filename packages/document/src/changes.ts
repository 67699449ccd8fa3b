/** An owner's changes to the crawl's result. Plain JSON; the same keys as in its file (docs/how-to/overlay.md). */
export interface Overlay {
  readonly name?: string | undefined;
  /** Summary of the document; an empty one removes it. */
  readonly summary?: string | undefined;
  /** Paragraphs below the summary. */
  readonly notes?: readonly string[] | undefined;
  /** The first sections, in this order; the others follow. */
  readonly sections?: readonly (string | SectionChange)[] | undefined;
  readonly pages?: readonly PageChange[] | undefined;
}

export interface SectionChange {
  /** Name of the section as the crawl found it. */
  readonly name: string;
  readonly as?: string | undefined;
}

/** Changes to one page, which is named by either `url` or `path`. */
export interface PageChange {
  readonly url?: string | undefined;
  /** Path of the page on the site's host, with a slash in front. */
  readonly path?: string | undefined;
  readonly title?: string | undefined;
  /** Description of the page; an empty one removes it. */
  readonly description?: string | undefined;
  /** Section of the page, by its new name or its old one; any other name makes a new section. */
  readonly section?: string | undefined;
  /** Stands before the others of its section; pinned ones in the order of the list. */
  readonly pin?: boolean | undefined;
  readonly hide?: boolean | undefined;
}

/** True if there is anything to apply. */
export const hasChanges = (overlay: Overlay): boolean => changeCount(overlay) > 0;

/**
 * Number of changes as a person counts them; sections named only to keep the order before a renamed one are no changes.
 */
export function changeCount({ name, summary, notes = [], sections = [], pages = [] }: Overlay): number {
  const texts = [name, summary].filter((text) => text !== undefined).length + Math.min(1, notes.length);
  const isRenamed = (entry: string | SectionChange) => typeof entry !== "string" && entry.as !== undefined;
  const isOrdered = sections.length > sections.findLastIndex(isRenamed) + 1;
  return texts + sections.filter(isRenamed).length + (isOrdered ? 1 : 0) + pages.length;
}

/** The page as it is written in the overlay. */
export const addressOf = ({ url, path }: PageChange): string => url ?? path ?? "";
