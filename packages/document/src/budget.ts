import { excerpt as cut, firstSentence } from "@llmstxt-service/page/excerpt";
import type { Item, LlmsTxt, Section } from "./document.ts";
import { writeLlmsTxt } from "./document.ts";
import { READ_BY_ALL } from "./limits.ts";

export interface Fitted {
  readonly document: LlmsTxt;
  /** Excerpts shortened or dropped. */
  readonly shortened: number;
  /** Code points over the budget that no shortening could save; 0 where it fits. */
  readonly over: number;
}

/** The size that a document is kept to. It is handed on as a whole: nothing but this file knows the field. */
export interface Budget {
  /** Code points over which excerpts are shortened (docs/explanation/document.md); default 50,000. */
  readonly documentBudget?: number | undefined;
}

/** Code points that a document may have. */
export const budgetOf = ({ documentBudget = READ_BY_ALL }: Budget): number => documentBudget;

export interface FitOptions extends Budget {
  /** True if an excerpt stays as it is whatever the size; default: none does. */
  readonly isFixed?: (item: Item) => boolean;
}

type Shortening = (section: Section, item: Item) => Item;

/** Code points to which all first sentences are cut, step by step, as long as the document is too large. */
const EXCERPT_STEPS = [240, 160, 120, 80];

const STEPS: readonly Shortening[] = [
  (_, item) => item,
  (_, item) => withExcerpt(item, item.excerpt && firstSentence(item.excerpt)),
  ...EXCERPT_STEPS.map(
    (length): Shortening =>
      (_, item) =>
        withExcerpt(item, item.excerpt && cut(item.excerpt, length)),
  ),
  (section, item) => (section.name === "Optional" ? withExcerpt(item, undefined) : item),
];

/**
 * The document inside a soft budget of code points: excerpts shorten to their first sentence, then all alike to 80 code
 * points, then those in `Optional` go. No page is ever dropped, so that a document of many pages can stay over it.
 */
export function fitted(document: LlmsTxt, { isFixed = () => false, ...budget }: FitOptions = {}): Fitted {
  const most = budgetOf(budget);
  let now = document;
  let over = 0;
  for (const step of STEPS) {
    now = { ...now, sections: now.sections.map((section) => applied(step, section, isFixed)) };
    over = Math.max(0, codePoints(writeLlmsTxt(now)) - most);
    if (over === 0) break;
  }
  return { document: now, shortened: differences(document, now), over };
}

function applied(step: Shortening, section: Section, isFixed: (item: Item) => boolean): Section {
  return { ...section, items: section.items.map((item) => (isFixed(item) ? item : step(section, item))) };
}

function withExcerpt({ title, url }: Item, excerpt: string | undefined): Item {
  return excerpt === undefined ? { title, url } : { title, url, excerpt };
}

function differences(before: LlmsTxt, after: LlmsTxt): number {
  const excerpts = after.sections.flatMap(({ items }) => items.map(({ excerpt }) => excerpt));
  return before.sections.flatMap(({ items }) => items).filter(({ excerpt }, index) => excerpt !== excerpts[index])
    .length;
}

/** A surrogate pair is one. */
export function codePoints(text: string): number {
  let pairs = 0;
  for (let index = 0; index < text.length; index++) if ((text.charCodeAt(index) & 0xfc00) === 0xd800) pairs++;
  return text.length - pairs;
}
