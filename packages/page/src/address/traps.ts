import { partsOf } from "./page-url.ts";
import { segmentsOf } from "./path.ts";

/** A sorted, filtered or otherwise arranged list shows again what is elsewhere. Bound: a URL, 2,048 characters. */
const ARRANGED =
  /[?&](sort|sort_?by|order|order_?by|dir|direction|filter|filters|facets?|view|display|layout|per_?page|limit|offset)(\[[^=\]]*\])?=/i;

/** Heritrix's limits against addresses that grow by themselves. */
const MAX_SEGMENTS = 20;
const MAX_REPETITIONS = 2;

/** More parameters than this are combinations, not pages. */
const MAX_PARAMETERS = 5;

/** True if an address looks made up by the site: arranged, combined, or grown by itself. */
export function isTrap(address: string): boolean {
  const { search } = partsOf(address);
  if (ARRANGED.test(search) || search.split("&").length > MAX_PARAMETERS) return true;
  const segments = segmentsOf(address);
  return segments.length > MAX_SEGMENTS || isRepetitive(segments);
}

/** True if a run of one to three segments follows upon itself too often: `/a/b/a/b/a/b`. */
function isRepetitive(segments: readonly string[]): boolean {
  return [1, 2, 3].some((length) => longestRun(segments, length) >= MAX_REPETITIONS * length);
}

/** Number of segments in a row that equal the one `length` before them. */
function longestRun(segments: readonly string[], length: number): number {
  let longest = 0;
  let run = 0;
  for (const [index, segment] of segments.entries()) {
    run = index >= length && segment === segments[index - length] ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
