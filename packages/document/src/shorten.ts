// Shortens excerpts of a document over 50,000 characters, where readers cut it; no page is dropped.
import { charactersOf, firstSentence } from "./text.ts";

/** Sections of lines with excerpts, whose size counts. */
interface Sized {
  readonly sections: readonly {
    readonly name: string;
    readonly items: readonly { readonly excerpt: string }[];
  }[];
}

/** Characters that a reader's context takes (agents cut at 50,000 to 100,000). */
export const MOST_CHARACTERS = 50_000;

export interface Shortened {
  /** Number of shortened excerpts, and of characters saved. */
  readonly excerpts: number;
  readonly characters: number;
  /** Characters beyond 50,000 that are left. */
  readonly over: number;
}

/** Shortens excerpts to their first sentence, the longest first, those in `Optional` before all others. */
export function shortened<Written extends Sized>(
  document: Written,
  length: number,
): { readonly document: Written; readonly shortened?: Shortened } {
  let over = length - MOST_CHARACTERS;
  if (over <= 0) return { document };
  const candidates = document.sections
    .flatMap(({ name, items }) => items.map((item) => ({ item, isOptional: name === "Optional" })))
    .map((one) => ({ ...one, size: charactersOf(one.item.excerpt) }))
    .sort((a, b) => Number(b.isOptional) - Number(a.isOptional) || b.size - a.size);
  const shorter = new Map<object, string>();
  for (const { item, size } of candidates) {
    if (over <= 0) break;
    const first = firstSentence(item.excerpt);
    const saved = size - charactersOf(first);
    if (saved <= 0) continue;
    shorter.set(item, first);
    over -= saved;
  }
  const sections = document.sections.map(({ name, items }) => ({
    name,
    items: items.map((item) => ({ ...item, excerpt: shorter.get(item) ?? item.excerpt })),
  }));
  const saved = { excerpts: shorter.size, characters: length - MOST_CHARACTERS - over, over: Math.max(0, over) };
  return { document: { ...document, sections }, shortened: saved };
}
