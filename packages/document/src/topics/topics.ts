import { codePoints } from "../budget.ts";
import { type Item, type LlmsTxt, writeLlmsTxt } from "../document.ts";
import type { Entry } from "../entry.ts";
import { DESC_LENGTH } from "../limits.ts";
import { isBoilerplate } from "../wording/wording.ts";
import { headingTopics, MAX_HEADINGS } from "./headings.ts";
import type { Topic } from "./topic.ts";
import { siteWords, wordTopics } from "./words.ts";

/** Code points of topics behind an excerpt: the most that is worth reading, then what still fits a large document's budget. */
const STEPS = [400, 300, 240, 160, 120, 80, 40];

const LABEL = "Covers: ";
const BETWEEN = "; ";

/**
 * The document with each page's own topics behind its excerpt, as `Covers: …`, as many as fit the budget, all pages alike: its
 * headings, then words that it often has and others have not. What tells the page from the others goes first; it is written in
 * the page's order. The excerpt stays as it is. `entries` are the pages of the document's items. Linear.
 */
export function withTopics(document: LlmsTxt, entries: readonly Entry[], budget: number): LlmsTxt {
  const items = document.sections.flatMap((section) => section.items);
  if (items.length !== entries.length) return document; // of a site that is its homepage alone, the head
  const topics = topicsOf(entries, items);
  for (const length of STEPS) {
    const filled = filledUp(document, topics, length);
    if (codePoints(writeLlmsTxt(filled)) <= budget) return filled;
  }
  return document;
}

/** The excerpt before its topics. */
export function withoutTopics(note: string): string {
  const at = note.lastIndexOf(LABEL);
  return at < 0 ? note : note.slice(0, at).trimEnd();
}

function topicsOf(entries: readonly Entry[], items: readonly Item[]): readonly (readonly Topic[])[] {
  const headings = headingTopics(entries, items);
  const { spread, frequent } = siteWords(entries.map(({ page }) => page));
  return entries.map(({ page }, index) => {
    const { title = "", excerpt = "" } = items[index] ?? {};
    const said = [title, excerpt, ...page.headings.slice(0, MAX_HEADINGS).map(({ text }) => text)].join("\n");
    return [...(headings[index] ?? []), ...wordTopics(page, frequent[index] ?? new Map(), { said, spread })];
  });
}

function filledUp(document: LlmsTxt, topics: readonly (readonly Topic[])[], length: number): LlmsTxt {
  const rest = topics.values();
  const used = new Set<string>();
  const covered = (item: Item): Item => {
    const filled = withCovers(item, rest.next().value ?? [], length);
    // A topic that another page already has describes neither.
    if (filled.excerpt === undefined || used.has(filled.excerpt)) return item;
    used.add(filled.excerpt);
    return filled;
  };
  return {
    ...document,
    sections: document.sections.map((section) => ({
      ...section,
      items: section.items.map(covered),
    })),
  };
}

function withCovers(item: Item, topics: readonly Topic[], length: number): Item {
  const before = item.excerpt === undefined ? "" : `${item.excerpt} `;
  const room = Math.min(length, DESC_LENGTH.max - codePoints(before)) - LABEL.length;
  const covers = chosen(topics, room).map(({ text }) => text);
  if (covers.length === 0) return item;
  const excerpt = `${before}${LABEL}${covers.join(BETWEEN)}`;
  return isBoilerplate(excerpt) ? item : { ...item, excerpt };
}

/** Topics that fit into so many code points: the most telling ones, in their own order. */
function chosen(topics: readonly Topic[], room: number): readonly Topic[] {
  let left = room + BETWEEN.length;
  const taken = new Set<Topic>();
  for (const topic of [...topics].sort((a, b) => b.worth - a.worth)) {
    const cost = codePoints(topic.text) + BETWEEN.length;
    if (cost > left) continue;
    left -= cost;
    taken.add(topic);
  }
  return topics.filter((topic) => taken.has(topic));
}
