import { PARTS, type QualityPart } from "../quality.ts";
import type { Fault, Rule } from "./rules.ts";

/** A rule's cost: the share of its part that is lost where the whole file breaks it. */
interface Cost {
  readonly part: QualityPart;
  readonly loss: number;
  /** Unit that the findings are a share of; `file`: a finding concerns the whole file, or gives its share itself. */
  readonly of: "links" | "sections" | "file";
}

const cost =
  (part: QualityPart, of: Cost["of"]) =>
  (loss: number): Cost => ({ part, loss, of });
const found = cost("findable", "file");
const chosen = cost("selection", "links");
const chosenAll = cost("selection", "file");
const told = cost("titles", "links");
const toldAll = cost("titles", "file");
const ordered = cost("sections", "sections");
const orderedAll = cost("sections", "file");
const linked = cost("links", "links");

/** Rules of form alone cost nothing: a file is valid or not apart from how good it is. */
const COSTS: Readonly<Partial<Record<Rule, Cost>>> = {
  "links-missing": found(0.9),
  "words-few": found(0.9),
  "page-unfound": found(0.9),
  size: found(0.3),
  "size-cut": found(0.9),
  "content-missing": chosenAll(0.9),
  "links-single": chosenAll(0.9),
  "links-few": chosenAll(0.4),
  "pages-stated": chosenAll(0.55),
  "url-repeated": chosen(0.9),
  "url-fragment": chosen(0.5),
  "other-site": chosen(0.5),
  "page-versions": chosen(0.9),
  "page-translated": chosen(0.4),
  "page-facet": chosen(0.9),
  coverage: chosenAll(0.5),
  "coverage-poor": chosenAll(0.5),
  "name-missing": toldAll(0.4),
  "name-poor": toldAll(0.3),
  "summary-missing": toldAll(0.15),
  "summary-length": toldAll(0.05),
  "title-missing": told(0.9),
  "title-repeated": told(0.9),
  "title-affix": told(0.5),
  "title-length": told(0.3),
  "excerpts-missing": toldAll(0.6),
  "excerpts-few": toldAll(0.6),
  "excerpt-repeated": told(0.6),
  "excerpt-title": told(0.5),
  "excerpt-boilerplate": told(0.6),
  "excerpt-menu": told(0.6),
  "excerpt-misplaced": told(0.95),
  "excerpt-cut": told(0.4),
  "excerpt-length": told(0.3),
  "live-link": told(0.2),
  html: told(0.3),
  "hidden-character": told(0.3),
  "sections-missing": orderedAll(0.8),
  "section-large": orderedAll(0.5),
  "section-name": ordered(0.7),
  "section-mixed": orderedAll(0.75),
  "section-repeated": ordered(0.5),
  "section-empty": ordered(0.4),
  "section-prose": cost("sections", "links")(0.5),
  "section-count": orderedAll(0.15),
  "section-single": orderedAll(0.3),
  "heading-number": ordered(0.5),
  "heading-slug": ordered(0.3),
  "heading-depth": ordered(0.1),
  "order-secondary": cost("sections", "links")(0.5),
  "optional-form": orderedAll(0.05),
  "optional-last": orderedAll(0.1),
  "url-form": linked(1),
  "url-relative": linked(0.9),
  "url-scheme": linked(1),
  "dead-link": linked(1),
  "link-redirect": linked(0.1),
  "link-html": linked(0.3),
  "title-misplaced": linked(1),
};

/** Share of the score that is left to a text which is no llms.txt, by the rule that says so. */
const NO_LLMS_TXT: Readonly<Partial<Record<Rule, number>>> = {
  "is-empty": 0,
  "is-binary": 0,
  "is-html": 0,
  "is-json": 0,
  "is-text": 0,
  "is-robots": 0.05,
  "is-full": 0.2,
};

/** Weight of each part: the power it is taken to. Fitted to people's judgement by `npm run bench:score`. */
export const WEIGHTS: Readonly<Record<QualityPart, number>> = {
  findable: 0.5,
  selection: 0.9,
  titles: 0.45,
  sections: 0.35,
  links: 0.7,
};

/** The part whose share of the score a rule takes, and how much of it at most; undefined for rules of form. */
export const costOf = (rule: Rule): Pick<Cost, "part" | "loss"> | undefined => COSTS[rule];

export interface Score {
  /** 0 to 100, whole. */
  readonly score: number;
  /** 0 to 100 each, whole. */
  readonly parts: Readonly<Record<QualityPart, number>>;
  /** Gain of the score if a rule is mended everywhere; rules that cost nothing have none. */
  readonly gains: ReadonlyMap<Rule, number>;
}

export interface ScoredSize {
  readonly links: number;
  readonly sections: number;
}

/**
 * The score of a file: the product of its parts, each taken to the power of its weight. A part is the product of what each of
 * its rules leaves of it, so that what mending one adds does not depend on an order.
 */
export function scoreOf(faults: readonly Fault[], size: ScoredSize): Score {
  const parts: Record<QualityPart, number> = { findable: 1, selection: 1, titles: 1, sections: 1, links: 1 };
  const left = new Map<Rule, number>();
  let whole = 100;
  for (const [rule, own] of Map.groupBy(faults, (fault) => fault.rule)) {
    const known = COSTS[rule];
    const kept = NO_LLMS_TXT[rule];
    if (kept !== undefined) whole *= kept;
    if (known === undefined) continue;
    const rest = 1 - known.loss * shareOf(own, known.of, size);
    parts[known.part] *= rest;
    left.set(rule, rest ** WEIGHTS[known.part]);
  }
  const product = PARTS.reduce((score, part) => score * parts[part] ** WEIGHTS[part], whole);
  const score = Math.round(product);
  return {
    score,
    parts: mapped(parts, (share) => Math.round((whole / 100) * share * 100)),
    gains: new Map([...left].map(([rule, rest]) => [rule, gainOf(product, rest) - score])),
  };
}

/** Score, 0 to 100, once a rule that left `rest` of it is mended; 100 if the rule left nothing. */
const gainOf = (product: number, rest: number): number => Math.min(100, Math.round(rest === 0 ? 100 : product / rest));

function shareOf(faults: readonly Fault[], of: Cost["of"], { links, sections }: ScoredSize): number {
  const said = faults.flatMap(({ share }) => share ?? []);
  if (said.length > 0) return said.reduce((most, share) => Math.min(1, Math.max(most, share)), 0);
  if (of === "file") return 1;
  return Math.min(1, faults.length / Math.max(1, of === "links" ? links : sections));
}

const mapped = (
  parts: Readonly<Record<QualityPart, number>>,
  of: (share: number) => number,
): Record<QualityPart, number> => ({
  findable: of(parts.findable),
  selection: of(parts.selection),
  titles: of(parts.titles),
  sections: of(parts.sections),
  links: of(parts.links),
});
