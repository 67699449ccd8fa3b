import { type Entry, textKey } from "../entry.ts";
import type { Site } from "../site.ts";
import { trySectionName } from "../wording/wording.ts";

/** How the site writes the words of a folder: `vscode` is `VS Code`, `newsandupdates` is `News and Updates`. */
export type SpellingOf = (segment: string) => string | undefined;

/** Options of a command and calls in code are no names. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .&+#'’/-]*$/u;

/** Links in menus, breadcrumbs, titles and first headings; the most frequent spelling counts, the longer of several. */
export function siteSpellings({ home, entries, titleOf }: Site): SpellingOf {
  const spellings = new Map<string, Map<string, number>>();
  const note = (texts: Iterable<string>) => {
    for (const text of new Set(texts)) {
      if (!NAME.test(text)) continue;
      const key = squashed(text);
      const known = spellings.get(key) ?? new Map<string, number>();
      known.set(text, (known.get(text) ?? 0) + 1);
      spellings.set(key, known);
    }
  };
  for (const entry of home === undefined ? entries : [home, ...entries]) note(textsOf(entry, titleOf(entry)));
  return (segment) => {
    const known = [...(spellings.get(squashed(segment)) ?? [])];
    const [best] = known.sort(([a, x], [b, y]) => y - x || b.length - a.length || (a < b ? -1 : 1));
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
