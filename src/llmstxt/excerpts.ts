import { isBoilerplate } from "./boilerplate.ts";
import { type Entry, textKey } from "./entry.ts";
import { noteText } from "./text.ts";

/** A text that describes one page and no other, at most `length` code points; undefined where the page has none. */
export type ExcerptOf = (entry: Entry, title: string) => string | undefined;

/**
 * Meta description, og:description, then the first paragraph; passed over is what repeats the title or the homepage, stands
 * on another page too, or is boilerplate.
 */
export function excerptReader(home: Entry | undefined, entries: readonly Entry[], length: number): ExcerptOf {
  const shared = sharedTexts(home === undefined ? entries : [home, ...entries]);
  const used = new Set<string>();
  return (entry, title) => {
    for (const text of candidates(entry)) {
      if (shared.has(textKey(text)) || !describes(text, title, entry)) continue;
      const excerpt = ending(noteText(text, length));
      const key = excerpt.toLowerCase();
      if (textKey(excerpt) === "" || textKey(excerpt) === textKey(title) || isBoilerplate(excerpt) || used.has(key))
        continue;
      used.add(key);
      return excerpt;
    }
    return undefined;
  };
}

/** One line on the site, at most 300 code points: the homepage's own description. */
export function summaryOf(home: Entry | undefined, name: string): string | undefined {
  if (home === undefined) return undefined;
  const text = candidates(home).find((candidate) => describes(candidate, name, home));
  return text === undefined ? undefined : ending(noteText(text, 300)) || undefined;
}

function candidates({ page }: Entry): string[] {
  const { meta, openGraph, jsonLd, paragraph } = page.descriptions;
  const texts = [meta, openGraph, paragraph, jsonLd, page.description, page.excerpt].filter(
    (text) => text !== undefined,
  );
  return [...new Set(texts)];
}

function describes(text: string, title: string, { page }: Entry): boolean {
  const key = textKey(text);
  return key !== "" && key !== textKey(title) && key !== textKey(page.title) && !isBoilerplate(text.trim());
}

/** A paragraph that introduces a list ends in a colon; without the list it is a full stop's place. */
function ending(text: string): string {
  return text.replace(/\s*[:：]$/u, "");
}

function sharedTexts(pages: readonly Entry[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const entry of pages) {
    for (const key of new Set(candidates(entry).map(textKey))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > 1).map(([key]) => key));
}
