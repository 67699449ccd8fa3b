import { type Item, type LlmsTxt, writeLlmsTxt } from "../document.ts";
import { DESC_LENGTH } from "../limits.ts";
import { checkItems } from "./check-items.ts";
import { isMendable, mendOf } from "./mend-text.ts";
import { itemsOf, parseLlmsTxt } from "./parse.ts";
import type { Rule } from "./rules.ts";
import { validateLlmsTxt } from "./validate.ts";

/** Findings that are mended in a generated document before it is delivered. */
const MENDED: readonly Rule[] = ["excerpt-boilerplate", "excerpt-menu", "excerpt-repeated", "excerpt-title"];

/** Most rounds of mending: mending one rule can break another. */
const MAX_ROUNDS = 3;

/** The document after its own findings: those that can be mended are, each as long as that does not lower the score. */
export function mended(document: LlmsTxt): LlmsTxt {
  let best = document;
  for (let round = 0; round < MAX_ROUNDS && isToMend(best); round++) {
    const before = best;
    const { score, findings } = validateLlmsTxt(writeLlmsTxt(best));
    for (const { rule, lines = [] } of findings) {
      const mend = MENDED.includes(rule) && isMendable(rule) ? mendOf(rule) : undefined;
      if (mend?.type !== "item" || lines.length === 0) continue;
      const changed = withItems(best, new Set(lines), mend.mend);
      if (validateLlmsTxt(writeLlmsTxt(changed)).score >= score) best = changed;
    }
    if (best === before) break;
  }
  return best;
}

/** True if a rule that is mended is broken, all of which are about items: most documents need no whole check. */
function isToMend(document: LlmsTxt): boolean {
  const broken = new Set<Rule>();
  const items = itemsOf(parseLlmsTxt(writeLlmsTxt(document)));
  checkItems(items, { descLength: DESC_LENGTH.max, site: undefined, stated: undefined }, (rule) => broken.add(rule));
  return MENDED.some((rule) => broken.has(rule));
}

/** `lines` are those of the document as it is written. */
function withItems(document: LlmsTxt, lines: ReadonlySet<number>, mend: (item: Item) => Item): LlmsTxt {
  const { sections } = parseLlmsTxt(writeLlmsTxt(document));
  return {
    ...document,
    sections: document.sections.map(({ name, items }, at) => ({
      name,
      items: items.map((item, index) => (lines.has(sections[at]?.items[index]?.line ?? 0) ? mend(item) : item)),
    })),
  };
}
