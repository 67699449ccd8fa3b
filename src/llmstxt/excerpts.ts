import { decodeHTMLStrict } from "entities";
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
  const summary = textKey(summaryOf(home, "") ?? "");
  const isHomes = (key: string) => summary.length > 40 && key.startsWith(summary);
  const used = new Set<string>();
  return (entry, title) => {
    for (const text of candidates(entry)) {
      if (shared.has(textKey(text)) || isHomes(textKey(text)) || !describes(text, title, entry)) continue;
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

/** A site's texts in the specification's order; what else describes the page comes after. */
function candidates({ page }: Entry): string[] {
  const { meta, openGraph, jsonLd, paragraph } = page.descriptions;
  const written = [meta, openGraph].map((text) => text && whole(unescaped(text), paragraph));
  const others = [paragraph, jsonLd && unescaped(jsonLd), page.description, page.excerpt].filter((text) =>
    isProse(text),
  );
  return [...new Set([...written, ...others].filter((text) => text !== undefined))];
}

/** Generators write the beginning of the first paragraph for a description and stop anywhere. */
function whole(text: string, paragraph = ""): string {
  return textKey(paragraph).startsWith(textKey(text)) && isProse(paragraph) ? paragraph : text;
}

/** Attributes are often escaped twice; text that a reader sees is not. */
function unescaped(text: string): string {
  return decodeHTMLStrict(text);
}

/** Words, not a signature or an option: `(int | None, default: None) –`, `-h, --help`. */
function isProse(text = ""): boolean {
  return /^[\s"'“‘«„`]*[\p{L}\p{N}]/u.test(text) || /^[「『《【（]/.test(text);
}

function describes(text: string, title: string, { page }: Entry): boolean {
  const key = textKey(text);
  const heads = page.headings.some((heading) => textKey(heading.text) === key);
  return key !== "" && key !== textKey(title) && key !== textKey(page.title) && !heads && !isBoilerplate(text.trim());
}

/** A sentence that introduces a list or code is cut off without it: it goes where others stand before it. */
function ending(text: string): string {
  if (!/[:：]$/u.test(text)) return text;
  const before = /^.*[^.\s]{2}[.!?。！？]["'”’)]*(?=\s|(?<=[。！？]))/u.exec(text.slice(0, -1));
  return before?.[0] ?? text.replace(/\s*[:：]$/u, "");
}

function sharedTexts(pages: readonly Entry[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const entry of pages) {
    for (const key of new Set(candidates(entry).map(textKey))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > 1).map(([key]) => key));
}
