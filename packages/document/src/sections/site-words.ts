import { listCounts } from "../counts.ts";
import { type Entry, textKey } from "../entry.ts";
import type { SitePages } from "../site.ts";
import { trySectionName } from "../wording/wording.ts";

/** The site's spelling of a folder's words: `vscode` is `VS Code`, `newsandupdates` is `News and Updates`. */
export type SpellingOf = (segment: string) => string | undefined;

/** Options of a command and calls in code are no names. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .&+#'’/-]*$/u;

/**
 * Links in menus, breadcrumbs, titles and first headings; the most frequent spelling counts, the longer of several. A folder may
 * go by the plural of its word: `case-study` is `Case Studies`.
 */
export function siteSpellings({ home, entries, titleOf }: SitePages): SpellingOf {
  const pages = home === undefined ? entries : [home, ...entries];
  // A menu's words stand on all pages: they are looked at once they are counted.
  const counts = listCounts(pages.map((entry) => textsOf(entry, titleOf(entry))));
  const names = [...counts].filter(([text]) => NAME.test(text));
  const spellings = Map.groupBy(names, ([text]) => squashed(text));
  return (segment) => {
    const word = squashed(segment);
    const known = [word, ...pluralsOf(word)].flatMap((one) => spellings.get(one) ?? []);
    const [best] = known.toSorted(([a, x], [b, y]) => y - x || b.length - a.length || (a < b ? -1 : 1));
    return best === undefined ? undefined : trySectionName(best[0]);
  };
}

function* textsOf({ page }: Entry, title: string): Iterable<string> {
  yield title;
  for (const { text } of page.breadcrumbs) yield text;
  for (const { text, level } of page.headings.slice(0, 1)) if (level === 1) yield text;
  for (const { text, place } of page.links) if (place === "navigation") yield text;
}

/** Letters and digits alone: the words of a folder often stand without a space. */
function squashed(text: string): string {
  return textKey(text.slice(0, 60)).replaceAll(" ", "");
}

/** Words of fewer letters are too often the beginning of another. */
const LEAST_LETTERS = 4;

/** Plurals that a word may have. */
const pluralsOf = (word: string): readonly string[] =>
  word.length < LEAST_LETTERS
    ? []
    : [...["s", "es", "n", "en", "e"].map((end) => word + end), word.replace(/y$/, "ies"), word.replace(/o$/, "i")];
