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
  const keyOf = keyReader();
  const known = new Map(entries.map((entry) => [entry, candidates(entry, keyOf)]));
  const shared = sharedKeys([...(home === undefined ? [] : [candidates(home, keyOf)]), ...known.values()]);
  const summary = textKey(summaryOf(home, "") ?? "");
  const isHomes = (key: string) => summary.length > 40 && key.startsWith(summary);
  // Of paragraphs put together the first stands for all: methods that every class inherits.
  const goesOn = (key: string, { page }: Entry) => {
    const first = keyOf(page.descriptions.paragraph ?? "");
    return first !== "" && shared.has(first) && key.startsWith(first);
  };
  const used = new Set<string>();
  return (entry, title) => {
    for (const candidate of known.get(entry) ?? []) {
      if (shared.has(candidate.key) || isHomes(candidate.key) || goesOn(candidate.key, entry)) continue;
      if (!describes(candidate, title, entry)) continue;
      const excerpt = ending(noteText(candidate.text, length));
      const key = textKey(excerpt);
      if (key === "" || key === textKey(title) || isBoilerplate(excerpt) || used.has(excerpt.toLowerCase())) continue;
      used.add(excerpt.toLowerCase());
      return excerpt;
    }
    return undefined;
  };
}

/** One line on the site, at most 300 code points: the homepage's own description. */
export function summaryOf(home: Entry | undefined, name: string): string | undefined {
  if (home === undefined) return undefined;
  const found = candidates(home, textKey).find((candidate) => describes(candidate, name, home));
  return found === undefined ? undefined : ending(noteText(found.text, 300)) || undefined;
}

/** What the homepage says beyond the summary: its excerpt where it is itself the only item. */
export function excerptBeyondSummary(home: Entry, name: string, length: number): string | undefined {
  const summary = summaryOf(home, name) ?? "";
  for (const { text } of candidates(home, textKey)) {
    const note = noteText(text, 4_000);
    const rest = note.startsWith(summary) ? note.slice(summary.length) : note;
    const repeats = summary.endsWith("…") && note.startsWith(summary.slice(0, -1));
    if (repeats || !describes({ text: rest, key: textKey(rest) }, name, home)) continue;
    return ending(noteText(rest, length)) || undefined;
  }
  return undefined;
}

/** A text that may describe a page. Texts of one key say the same. */
interface Candidate {
  readonly text: string;
  readonly key: string;
}

/** A site's texts in the specification's order; what else describes the page comes after. */
function candidates({ page }: Entry, keyOf: (text: string) => string): Candidate[] {
  const { meta, openGraph, jsonLd, paragraph } = page.descriptions;
  const written = [meta, openGraph].map((text) => text && whole(unescaped(text), paragraph, keyOf));
  const others = [paragraph, jsonLd && unescaped(jsonLd), page.description, page.excerpt].filter(isProse);
  const texts = new Set([...written, ...others].filter((text) => text !== undefined));
  return [...texts].map((text) => ({ text, key: keyOf(text) }));
}

/** Texts that begin alike for so long say the same. */
const KEY_CHARACTERS = 1_000;

/** `textKey` for texts that are asked for several times. */
function keyReader(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const key = known.get(text) ?? textKey(text.slice(0, KEY_CHARACTERS));
    known.set(text, key);
    return key;
  };
}

/** Generators write the beginning of the first paragraph for a description and stop anywhere. */
function whole(text: string, paragraph: string | undefined, keyOf: (text: string) => string): string {
  if (paragraph === undefined) return text;
  return keyOf(paragraph).startsWith(keyOf(text)) && isProse(paragraph) ? paragraph : text;
}

/** Attributes are often escaped twice; text that a reader sees is not. */
function unescaped(text: string): string {
  return text.includes("&") ? decodeHTMLStrict(text) : text;
}

/** Words, not a signature or an option: `(int | None, default: None) –`, `-h, --help`. */
function isProse(text = ""): boolean {
  return /^[\s"'“‘«„`]*[\p{L}\p{N}]/u.test(text) || /^[「『《【（]/.test(text);
}

function describes({ text, key }: Candidate, title: string, { page }: Entry): boolean {
  const repeated = [title, page.title, ...page.headings.map((heading) => heading.text)];
  // Text as long as this is no heading, and headings are many.
  const isHeading = key.length <= 200 && repeated.some((heading) => textKey(heading) === key);
  return key !== "" && !isHeading && !isBoilerplate(text.trim());
}

/** A sentence that introduces a list or code is cut off without it: it goes where others stand before it. */
function ending(text: string): string {
  if (!/[:：]$/u.test(text)) return text;
  const before = /^.*[^.\s]{2}[.!?。！？]["'”’)]*(?=\s|(?<=[。！？]))/u.exec(text.slice(0, -1));
  return before?.[0] ?? text.replace(/\s*[:：]$/u, "").replace(ANNOUNCING, "");
}

/** Words that only announce what follows. */
const ANNOUNCING = /[\s,]+(?:including|such as|for instance|for example|e\.g\.|namely)$|[\s,，]*(?:例如|比如)$/iu;

function sharedKeys(pages: readonly (readonly Candidate[])[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const page of pages) {
    const keys = new Set(page.map(({ key }) => key));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > 1).map(([key]) => key));
}
