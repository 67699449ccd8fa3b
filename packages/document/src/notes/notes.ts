import { type Budget, budgetOf, codePoints } from "../budget.ts";
import { type Item, type LlmsTxt, writeLlmsTxt } from "../document.ts";
import type { Entry } from "../entry.ts";
import { chosenNotes } from "./choice.ts";

/** A document with notes that fit. */
export interface Fitted {
  readonly document: LlmsTxt;
  /** Lines of which more of the excerpt would stand there if the budget were larger. */
  readonly shortened: number;
  /** Code points over the budget that no shortening could save; 0 where it fits. */
  readonly over: number;
  /** Addresses of the links behind which nothing is said but topics. */
  readonly undescribed: readonly string[];
}

export interface FitOptions extends Budget {
  /** The pages of the document's items, in its order: behind its excerpt each has what it covers. Default: excerpts alone. */
  readonly entries?: readonly Entry[];
  /** Most code points of a note; default: as long as its excerpt. */
  readonly descLength?: number;
  /** True if a note stays as it is whatever the size; default: none does. */
  readonly isFixed?: (item: Item) => boolean;
}

/** Code points per page that the notes of a document may always have, even if it is over its budget then. */
export const PHRASE = 80;

/**
 * The document inside a soft budget of code points: behind each link the beginning of its excerpt, and what the page covers, as
 * far as they help a reader to find it. No page is ever dropped, so that a document of many pages can stay over it. Never throws.
 */
export function fitted(document: LlmsTxt, options: FitOptions = {}): Fitted {
  const { entries, descLength = Number.POSITIVE_INFINITY, isFixed = () => false } = options;
  const budget = budgetOf(options);
  const sizeOf = (one: LlmsTxt) => codePoints(writeLlmsTxt(one));
  const items = document.sections.flatMap((section) => section.items);
  // A site that is its homepage alone has one item and no pages.
  const pages = entries?.length === items.length ? entries : undefined;
  if (pages === undefined && sizeOf(document) <= budget) return { document, shortened: 0, over: 0, undescribed: [] };
  const isOpen = (item: Item) => !isFixed(item);
  const bare = withItems(document, (item) => (isOpen(item) ? withNote(item, undefined) : item));
  const lines = items.map((item, index) => ({ item, entry: pages?.[index] })).filter(({ item }) => isOpen(item));
  const { notes, shortened } = chosenNotes(lines, {
    room: Math.max(budget - sizeOf(bare), PHRASE * lines.length),
    most: descLength,
    topics: pages !== undefined,
  });
  const noteOf = withoutRepeats(new Map(lines.map(({ item }, index) => [item, notes[index]?.text])));
  const filled = withItems(document, (item) => (isOpen(item) ? withNote(item, noteOf.get(item)) : item));
  const undescribed = lines.filter((_, index) => (notes[index]?.pieces ?? 0) === 0).map(({ item }) => item.url);
  return { document: filled, shortened, over: Math.max(0, sizeOf(filled) - budget), undescribed };
}

/** Drops each note that an earlier item has as well. */
function withoutRepeats(notes: ReadonlyMap<Item, string | undefined>): ReadonlyMap<Item, string | undefined> {
  const used = new Set<string>();
  return new Map(
    [...notes].map(([item, note]) => {
      const isFresh = note !== undefined && !used.has(note);
      if (isFresh) used.add(note);
      return [item, isFresh ? note : undefined];
    }),
  );
}

const withItems = (document: LlmsTxt, change: (item: Item) => Item): LlmsTxt => ({
  ...document,
  sections: document.sections.map((section) => ({ ...section, items: section.items.map(change) })),
});

const withNote = ({ title, url }: Item, excerpt: string | undefined): Item =>
  excerpt === undefined || excerpt === "" ? { title, url } : { title, url, excerpt };
