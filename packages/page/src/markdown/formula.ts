import { ATTRIBUTE, type TagAttributes } from "../scan/scan.ts";
import { visibleText } from "../visible.ts";

export interface Tex {
  readonly tex: string;
  readonly isDisplay: boolean;
}

/** Most characters of a formula. */
const MAX_CHARACTERS = 20_000;
const DELIMITERS: readonly (readonly [string, string, boolean])[] = [
  ["\\(", "\\)", false],
  ["\\[", "\\]", true],
  ["$$", "$$", true],
  ["$", "$", false],
];
const DELIMITED = /^(?:\\\(.+\\\)|\\\[.+\\\]|\$[^$]+\$|\$\$[^$]+\$\$)$/s;
const FORMULA_CLASS = /(?:^|[\s_-])(?:math|arithmatex|tex|latex|equation)(?=$|[\s_-])/i;
const SURE_CLASS =
  /^(?:math (?:inline|display)|math math-(?:inline|display)|math-(?:inline|display|block)|arithmatex)$/;

/** A formula without its delimiters and without what only sizes it. */
export function texOf(written: string): Tex {
  let tex = visibleText(written).trim();
  let isDisplay = /^\\begin\{/.test(tex);
  for (const [opening, closing, isBlock] of DELIMITERS) {
    if (!tex.startsWith(opening) || !tex.endsWith(closing) || tex.length < opening.length + closing.length) continue;
    tex = tex.slice(opening.length, -closing.length).trim();
    isDisplay = isBlock;
    break;
  }
  const styled = /^\{\s*\\(?:display|text)style\s/.exec(tex);
  if (styled !== null && closesAtEnd(tex)) tex = tex.slice(styled[0].length, -1).trim();
  return { tex: tex.replace(/\n\s*\n/g, "\n"), isDisplay };
}

/** The TeX that MathJax 4 and editors of formulas keep beside what they draw; undefined where an element has none. */
export function texAttribute(attributes: TagAttributes): Tex | undefined {
  if (!attributes.has(ATTRIBUTE.dataLatex)) return undefined;
  const { tex, isDisplay } = texOf(attributes.value(ATTRIBUTE.dataLatex).slice(0, MAX_CHARACTERS));
  const display = attributes.plain(ATTRIBUTE.display).toLowerCase();
  return tex === "" ? undefined : { tex, isDisplay: isDisplay || display === "true" || display === "block" };
}

/** The TeX of an `alt`, which some call by its language; undefined where it has no delimiters of a formula. */
export function texOfAlt(alt: string): Tex | undefined {
  const written = alt.replace(/^LaTeX:\s/i, "");
  const isTex = written !== alt || DELIMITED.test(written);
  return isTex ? texOf(written) : undefined;
}

/** True if MathJax reads a formula from a script of this type. */
export const isTexScript = (type: string): boolean => /^\s*math\/tex/i.test(type);

export function texOfScript(type: string, text: string): Tex {
  const { tex, isDisplay } = texOf(text);
  return { tex, isDisplay: isDisplay || /mode=display/i.test(type) };
}

/** True if the last character closes the brace at the start. */
function closesAtEnd(tex: string): boolean {
  let depth = 0;
  for (let at = 0; at < tex.length; at++) {
    const sign = tex.charAt(at);
    if (sign === "\\") at++;
    else if (sign === "{") depth++;
    else if (sign === "}" && --depth === 0) return at === tex.length - 1;
  }
  return false;
}

/**
 * The TeX that an element with these classes holds as nothing but text, still escaped as HTML; undefined for any other
 * element. `html` is read from behind the opening tag.
 */
export function texWithin(html: string, from: number, classes: string): string | undefined {
  if (classes.length > 100 || !FORMULA_CLASS.test(classes)) return undefined;
  let end = html.indexOf("<", from);
  // A less-than sign of the formula's own.
  while (end >= 0 && end - from < MAX_CHARACTERS && /[^a-z/!]/i.test(html.charAt(end + 1)))
    end = html.indexOf("<", end + 1);
  if (end < 0 || end - from > MAX_CHARACTERS || html.charAt(end + 1) !== "/") return undefined;
  const text = html.slice(from, end);
  const start = text.trimStart();
  return SURE_CLASS.test(classes) || /^(?:\\[([]|\\begin\{|\$)/.test(start) ? text : undefined;
}
