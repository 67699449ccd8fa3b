import { UNSPACED } from "@llmstxt-service/page/words";
import { withoutEnd } from "../trim.ts";

/** Least titles that begin or end alike … */
const LEAST_TITLES = 5;
/** … and least share of all titles, for the shared words to be cut off, though no separator stands between. */
const SHARE = 0.8;
/** Most runs of letters that are cut off. */
const MAX_RUNS = 8;

/** A run of letters with the space before it; scripts that put no spaces between words are runs of their own. Bound: linear, one class at a time. */
const RUN = new RegExp(`\\s*(?:[${UNSPACED}ー]+|[^\\s${UNSPACED}ー]+)`, "gu");

/** A rest that says nothing: a number, a letter. Bound: a title. */
const TELLS_NOTHING = /^\P{L}*\p{L}?\P{L}*$/u;
/** A rest that is no finished phrase: `Cats of`, `Cats (`. Bound: a title. */
const GOES_ON = /(?:^|\s)\p{Ll}{1,3}$|\([^)]*$/u;

/**
 * Takes away the words that nearly all titles begin or end with, with no separator: `GIF format spec for X` is `GIF`. What is
 * left of a title must say something, and begin as a title does; else it stays whole.
 */
export function withoutSharedWords(titles: readonly string[]): (title: string) => string {
  if (titles.length < LEAST_TITLES) return (title) => title;
  const least = Math.max(LEAST_TITLES, titles.length * SHARE);
  const runs = titles.map(runsOf);
  const end = longestShared(
    runs.map((one) => one.toReversed()),
    least,
  );
  const start = longestShared(runs, least);
  const cut = (title: string): string => {
    const own = runsOf(title);
    const from = startsWith(own, start) ? start.length : 0;
    const behind = startsWith(own.toReversed(), end) ? end.length : 0;
    return withoutEnd(
      own
        .slice(from, own.length - behind)
        .join("")
        .trim(),
      " -–—:：,·|",
    );
  };
  const isTitle = (rest: string, title: string) =>
    !TELLS_NOTHING.test(rest) && !GOES_ON.test(rest) && (title.startsWith(rest) || !/^[\p{Ll}\p{N}]/u.test(rest));
  // Titles are cut only if enough of them keep a meaning: those of a series keep nothing but a number (`Chapter 1`,
  // `Chapter 2`).
  const isUseful = titles.filter((title) => isTitle(cut(title), title)).length >= least;
  return isUseful ? (title) => (isTitle(cut(title), title) ? cut(title) : title) : (title) => title;
}

const runsOf = (title: string): string[] => title.match(RUN) ?? [];

function startsWith(runs: readonly string[], start: readonly string[]): boolean {
  return start.length < runs.length && start.every((run, at) => run === runs[at]?.trim());
}

/** The most words that `least` of the lists begin with; none where they differ at once. */
function longestShared(lists: readonly (readonly string[])[], least: number): string[] {
  let alike = lists;
  const shared: string[] = [];
  while (shared.length < MAX_RUNS) {
    const groups = Map.groupBy(
      alike.filter(({ length }) => length > shared.length),
      (list) => list[shared.length]?.trim() ?? "",
    );
    const [next] = [...groups].sort(([, a], [, b]) => b.length - a.length);
    if (next === undefined || next[1].length < least) break;
    shared.push(next[0]);
    alike = next[1];
  }
  return shared;
}
