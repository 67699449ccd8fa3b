import { ATTRIBUTE, type TagAttributes } from "../scan/scan.ts";
import { visibleText } from "../visible.ts";

export interface Tex {
  readonly tex: string;
  readonly isDisplay: boolean;
}

/** Most characters of a formula, and of a class attribute that is looked at. */
const MAX_CHARACTERS = 20_000;
const CLASS_CHARACTERS = 100;
/** Most characters of an address with a formula in it. */
const MAX_ADDRESS = 4_000;
const DELIMITERS: readonly (readonly [string, string, boolean])[] = [
  ["\\(", "\\)", false],
  ["\\[", "\\]", true],
  ["$$", "$$", true],
  ["$", "$", false],
];
const DELIMITED = /^(?:\\\(.+\\\)|\\\[.+\\\]|\$[^$]+\$|\$\$[^$]+\$\$)$/s;
const FORMULA_CLASS = /(?:^|[\s_-])(?:math|arithmatex|tex|latex|equation|katex-error)(?=$|[\s_-])/i;
const SURE_CLASS =
  /^(?:math (?:inline|display)|math math-(?:inline|display)|arithmatex)$|(?:^|\s)(?:math-(?:inline|display|block)|js-render-math|katex-error)(?=$|\s)/;
/** Elements of libraries that hold nothing but TeX. */
const FORMULA_ELEMENT = /^(?:math-(?:field|span|div)|dt?-math|tex-math)(?=[\s/>])/i;
/** Attributes that keep TeX beside what is drawn, with the classes of elements where they do. */
const TEX_ATTRIBUTES: readonly (readonly [number, RegExp | undefined])[] = [
  [ATTRIBUTE.dataLatex, undefined],
  [ATTRIBUTE.dataTex, undefined],
  [ATTRIBUTE.dataFormula, undefined],
  [ATTRIBUTE.dataValue, /(?:^|\s)ql-formula(?=$|\s)/],
  [ATTRIBUTE.dataMath, /math|katex|formula|equation/i],
  [ATTRIBUTE.dataExpr, /math|katex|formula|equation/i],
];

/** Bound: no space stands before another. */
const BLOCK_CLASS = /(?:^|[\s_-])(?:math|formula|equation)[_-](?:block|display)(?=$|\s)/i;

/** Addresses of pictures that are drawn from the TeX in them, up to it. */
const DRAWN_ADDRESS =
  /^(?:https?:)?\/\/(?:latex\.codecogs\.com\/[a-z.]{3,12}\?|render\.githubusercontent\.com\/render\/math\?(?:[a-z]+=[a-z]*&)?math=|[a-z0-9.]{1,40}\.wp\.com\/latex\.php\?latex=|www\.zhihu\.com\/equation\?tex=|chart\.(?:apis\.google|googleapis)\.com\/chart\?cht=tx&chl=|[^?#\s]{1,200}\/(?=%5C[a-z]{2,20}%7B))/i;

/** The TeX that a picture's address is drawn from; undefined for other addresses. */
export function texOfAddress(address: string): Tex | undefined {
  const start = DRAWN_ADDRESS.exec(address)?.[0];
  if (start === undefined || address.length > MAX_ADDRESS) return undefined;
  const isForm = /codecogs/i.test(start);
  const written = address.slice(start.length).split(isForm ? "\0" : "&", 1)[0] ?? "";
  const tex = decodedAddress(written.replace(/&space;/g, " ").replace(/\+/g, isForm ? "+" : " "));
  const found = texOf(
    tex.replace(/^(?:\s*\\(?:inline|dpi\{\d+\}|bg_[a-z]+|fn_[a-z]+|large|small|Large|huge)(?![a-z])\s*)+/, ""),
  );
  return found.tex === "" ? undefined : found;
}

function decodedAddress(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    // A per cent sign of the formula's own.
    return written;
  }
}

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
  if (tex.startsWith("{") && closesAtEnd(tex)) tex = tex.slice(1, -1).trim();
  tex = tex.replace(/^\\(?:display|text)style(?![a-z])\s*/i, "");
  return { tex: tex.replace(/\n\s*\n/g, "\n"), isDisplay };
}

/** The TeX that libraries and editors of formulas keep beside what they draw; undefined where an element has none. */
export function texAttribute(attributes: TagAttributes): Tex | undefined {
  const found = TEX_ATTRIBUTES.find(([attribute]) => attributes.has(attribute));
  if (found === undefined) return undefined;
  const [attribute, classes] = found;
  if (classes !== undefined && !classes.test(attributes.plain(ATTRIBUTE.class).slice(0, CLASS_CHARACTERS)))
    return undefined;
  const { tex, isDisplay } = texOf(attributes.value(attribute).slice(0, MAX_CHARACTERS));
  const display = attributes.plain(ATTRIBUTE.display).toLowerCase();
  const isBlock = display === "true" || display === "block" || BLOCK_CLASS.test(attributes.plain(ATTRIBUTE.class));
  return tex === "" ? undefined : { tex, isDisplay: isDisplay || isBlock };
}

/** A command of TeX with its argument, and words of a sentence. */
const COMMAND = /\\[a-z]{2,20}\*?\{/i;
const SENTENCE = /(?:^|\s)(?:[a-z]{2,20}\s){3}/i;

/** The TeX of an `alt`, which some call by its language; undefined where it is none. */
export function texOfAlt(alt: string): Tex | undefined {
  const written = alt.replace(/^LaTeX:\s/i, "");
  const isTex = written !== alt || DELIMITED.test(written) || (COMMAND.test(written) && !SENTENCE.test(written));
  return isTex ? texOf(written) : undefined;
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
  if (classes.length > CLASS_CHARACTERS || !FORMULA_CLASS.test(classes)) return undefined;
  const text = textAt(html, from);
  const isTex = text !== undefined && (SURE_CLASS.test(classes) || /^(?:\\[([]|\\begin\{|\$)/.test(text.trimStart()));
  return isTex ? text : undefined;
}

/** The same of an element that is there for nothing else; `tag` begins with its name. */
export const texOfElement = (html: string, from: number, tag: string): string | undefined =>
  FORMULA_ELEMENT.test(tag) ? textAt(html, from) : undefined;

/** The text up to the closing tag, where that comes first; undefined where it is too long. */
function textAt(html: string, from: number): string | undefined {
  let end = html.indexOf("<", from);
  // A less-than sign of the formula's own.
  while (end >= 0 && end - from < MAX_CHARACTERS && /[^a-z/!]/i.test(html.charAt(end + 1)))
    end = html.indexOf("<", end + 1);
  if (end < 0 || end - from > MAX_CHARACTERS || html.charAt(end + 1) !== "/") return undefined;
  return html.slice(from, end);
}

const ENVIRONMENT = /\\begin\{((?:equation|align|alignat|flalign|gather|multline|eqnarray|displaymath)\*?)\}/g;

/** Text, with the environments of formulas in it that MathJax finds without delimiters. */
export function withEnvironments(text: string): readonly (string | Tex)[] {
  const parts: (string | Tex)[] = [];
  let at = 0;
  for (const found of text.matchAll(ENVIRONMENT)) {
    const closing = `\\end{${found[1]}}`;
    if (found.index < at) continue;
    const end = text.indexOf(closing, found.index);
    if (end < 0) break;
    const before = text.slice(at, found.index);
    if (/(?:\$|\\\[|\\\()\s*$/.test(before.slice(-5))) continue;
    parts.push(before, { tex: text.slice(found.index, end + closing.length), isDisplay: true });
    at = end + closing.length;
  }
  return [...parts, text.slice(at)];
}
