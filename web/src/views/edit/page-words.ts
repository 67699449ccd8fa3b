import type { ShownPage } from "../../protocol/types.ts";

/** Owner's changes of a page, in words. */
export function marksOf({ change, pinned, title, description, was }: ShownPage, at: Place): readonly string[] {
  if (change === null) return [];
  return [
    at.isHidden && "Hidden",
    pinned && "Pinned",
    !at.isHidden && at.from !== was.section && "Moved here",
    title !== was.title && "Your title",
    description !== was.description && "Your text",
  ].filter((mark) => mark !== false);
}

/** Place where a page is shown. */
export interface Place {
  /** The crawl's name of the section; null for a new section. */
  readonly from: string | null;
  readonly isHidden: boolean;
}
