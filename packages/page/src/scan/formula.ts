import { ATTRIBUTE, type TagAttributes } from "./attributes.ts";

/** Place of a formula's TeX in the source. */
export interface FormulaRange {
  readonly from: number;
  readonly to: number;
}

/** Most characters of a formula, and of one in an `alt`. */
const MAX_CHARACTERS = 20_000;
const MAX_ALT_CHARACTERS = 2_000;
const FORMULA_IMAGE = /(?:^|[\s_-])(?:tex|latex|mwe-math-fallback-image(?:-inline|-display)?)(?=$|\s)/i;
const TEX_ATTRIBUTES = [ATTRIBUTE.dataMath, ATTRIBUTE.dataTex, ATTRIBUTE.dataFormula, ATTRIBUTE.dataExpr];
const FORMULA_ELEMENT = /math|katex|formula|equation/i;
/** Pairs that stand around a formula and are no part of it. */
const WRAPPERS: readonly (readonly [string, string])[] = [
  ["% <![CDATA[", "%]]>"],
  ["\\(", "\\)"],
  ["\\[", "\\]"],
  ["$$", "$$"],
  ["$", "$"],
  ["{\\displaystyle", "}"],
  ["{\\textstyle", "}"],
];

/** Finds the TeX that a page keeps beside what it draws. Linear: each search goes on where the last one ended. */
export class Formulas {
  readonly #html: string;
  #mathEnd = 0;
  #annotation = 0;

  constructor(html: string) {
    this.#html = html;
  }

  /** The TeX of the `<math>` whose opening tag ends at `from`: its annotation, else its `alttext`. */
  ofMath(attributes: TagAttributes, from: number): FormulaRange | undefined {
    const html = this.#html;
    if (this.#mathEnd < from) this.#mathEnd = positionOf(html, "</math", from);
    if (this.#annotation < from) this.#annotation = positionOf(html, "application/x-tex", from);
    if (this.#annotation < this.#mathEnd && this.#mathEnd - from <= MAX_CHARACTERS) {
      const open = html.indexOf(">", this.#annotation) + 1;
      const close = html.indexOf("<", open);
      if (open > 0 && close <= this.#mathEnd) return this.trimmed(open, close);
    }
    return attributes.has(ATTRIBUTE.alttext) ? this.#ofAttribute(attributes, ATTRIBUTE.alttext) : undefined;
  }

  /** The TeX of an image that stands for a formula; undefined for other images. */
  ofImage(attributes: TagAttributes): FormulaRange | undefined {
    if (!attributes.has(ATTRIBUTE.alt) || !attributes.has(ATTRIBUTE.class)) return undefined;
    return FORMULA_IMAGE.test(attributes.plain(ATTRIBUTE.class).slice(0, MAX_ALT_CHARACTERS))
      ? this.#ofAttribute(attributes, ATTRIBUTE.alt)
      : undefined;
  }

  /** The TeX that an element keeps beside what a library draws in it; undefined for other elements. */
  ofElement(attributes: TagAttributes): FormulaRange | undefined {
    // A loop: most elements of a page are asked.
    for (const attribute of TEX_ATTRIBUTES) {
      if (!attributes.has(attribute)) continue;
      const classes = attributes.plain(ATTRIBUTE.class).slice(0, MAX_ALT_CHARACTERS);
      return FORMULA_ELEMENT.test(classes) ? this.#ofAttribute(attributes, attribute) : undefined;
    }
    return undefined;
  }

  #ofAttribute(attributes: TagAttributes, attribute: number): FormulaRange | undefined {
    const { from, to } = attributes.range(attribute);
    return to - from <= MAX_ALT_CHARACTERS ? this.trimmed(from, to) : undefined;
  }

  /** The formula without white space and delimiters around it; undefined where nothing is left. */
  trimmed(start: number, end: number): FormulaRange | undefined {
    if (end - start > MAX_CHARACTERS) return undefined;
    let { from, to } = this.#trim(start, end);
    for (const [opening, closing] of WRAPPERS) {
      if (to - from < opening.length + closing.length || !this.#html.startsWith(opening, from)) continue;
      if (!this.#html.startsWith(closing, to - closing.length)) continue;
      ({ from, to } = this.#trim(from + opening.length, to - closing.length));
    }
    return from < to ? { from, to } : undefined;
  }

  #trim(start: number, end: number): FormulaRange {
    let from = start;
    let to = end;
    while (from < to && this.#html.charCodeAt(from) <= 32) from++;
    while (from < to && this.#html.charCodeAt(to - 1) <= 32) to--;
    return { from, to };
  }
}

/** Beyond the end where it does not occur. */
function positionOf(html: string, text: string, from: number): number {
  const found = html.indexOf(text, from);
  return found < 0 ? Number.POSITIVE_INFINITY : found;
}
