import type { Item, LlmsTxt, Section } from "./document.ts";
import { writeLlmsTxt } from "./document.ts";
import { firstSentence } from "./text.ts";

export interface Fitted {
  readonly document: LlmsTxt;
  /** Excerpts shortened or dropped. */
  readonly shortened: number;
}

/** A reader cuts at about this many characters. */
export const BUDGET_CHARACTERS = 100_000;

/**
 * The document inside a soft budget: excerpts shorten to their first sentence, then those in `Optional` go. No page is
 * ever dropped, so that a document of many pages can stay over it.
 */
export function fitted(document: LlmsTxt, budget = BUDGET_CHARACTERS): Fitted {
  const steps: readonly ((section: Section, item: Item) => Item)[] = [
    (_, item) => item,
    (_, item) => withExcerpt(item, item.excerpt && firstSentence(item.excerpt)),
    (section, item) => (section.name === "Optional" ? withExcerpt(item, undefined) : item),
  ];
  let now = document;
  for (const step of steps) {
    now = {
      ...now,
      sections: now.sections.map((section) => ({
        ...section,
        items: section.items.map((item) => step(section, item)),
      })),
    };
    if (writeLlmsTxt(now).length <= budget) break;
  }
  return { document: now, shortened: differences(document, now) };
}

function withExcerpt({ title, url }: Item, excerpt: string | undefined): Item {
  return excerpt === undefined ? { title, url } : { title, url, excerpt };
}

function differences(before: LlmsTxt, after: LlmsTxt): number {
  const excerpts = after.sections.flatMap(({ items }) => items.map(({ excerpt }) => excerpt));
  return before.sections.flatMap(({ items }) => items).filter(({ excerpt }, index) => excerpt !== excerpts[index])
    .length;
}
