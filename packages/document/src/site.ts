import type { Entry } from "./entry.ts";

/** The pages that have a place in the document, and what is known of all of them together. */
export interface SitePages {
  /** undefined: nothing was crawled, or its address cannot stand in a link. */
  readonly home: Entry | undefined;
  /** Pages of the document, without the homepage. */
  readonly entries: readonly Entry[];
  readonly name: string;
  /** A page's title without the site's name. */
  titleOf(entry: Entry): string;
}
