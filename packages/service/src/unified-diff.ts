import { formatPatch, OMIT_HEADERS, structuredPatch } from "diff";

/** Lines around a change that are shown with it. */
const CONTEXT = 3;

/** Most lines removed and added, since time grows with their square; beyond it the whole text is one hunk. */
const MAX_EDITS = 1_000;

/** The hunks of two texts in the unified format of diff(1), as patch(1) takes them; empty where the texts are equal. */
export function unifiedDiff(before: string, after: string): string {
  if (before === after) return "";
  const options = { context: CONTEXT, maxEditLength: MAX_EDITS };
  const patch = structuredPatch("", "", before, after, undefined, undefined, options) ?? replacedWhole(before, after);
  return formatPatch(patch, OMIT_HEADERS);
}

/** A hunk that removes one text and adds the other. Comparing each with nothing takes no search. */
function replacedWhole(before: string, after: string) {
  const removed = structuredPatch("", "", before, "", undefined, undefined, { context: 0 });
  const added = structuredPatch("", "", "", after, undefined, undefined, { context: 0 });
  const [old, now] = [removed.hunks[0], added.hunks[0]];
  const hunk = {
    oldStart: 1,
    oldLines: old?.oldLines ?? 0,
    newStart: 1,
    newLines: now?.newLines ?? 0,
    lines: [...(old?.lines ?? []), ...(now?.lines ?? [])],
  };
  return { ...added, hunks: [hunk] };
}
