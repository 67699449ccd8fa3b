import { ATTRIBUTE, Source, type Tokenizer } from "../scan/scan.ts";
import { attributeIn, type Drawn, readDrawing } from "./drawing.ts";
import { type Tex, texOf, texOfElement, texWithin } from "./formula.ts";
import { readKatex } from "./katex.ts";
import { readMathJax } from "./mathjax.ts";
import { MathMl } from "./mathml.ts";

const KATEX = /(?:^|\s)katex(?=$|\s)/;
const KATEX_HTML = /^\s*<span[^>]{0,40}class="katex-html/;
const MATHJAX = "mjx-container";
/** Characters in front of KaTeX's element: its wrapper for formulas of their own line is named there. */
const WRAPPER_CHARACTERS = 60;
/** Most characters of classes and of a name that are looked at. */
const CLASS_CHARACTERS = 100;
const NAME_CHARACTERS = 20;

/** Finds the formulas of elements, and passes over those that it has read. */
export class FormulaReader {
  readonly #source: Source;
  readonly #tokens: Tokenizer;
  /** True behind a drawing that does not end: no other is read. */
  #hasEndless = false;

  constructor(source: Source, tokens: Tokenizer) {
    this.#source = source;
    this.#tokens = tokens;
  }

  /** The formula that the element at hand holds as nothing but text. */
  held(id: number): Tex | undefined {
    const { html } = this.#source;
    const { attributes, from, to } = this.#tokens;
    const classes = attributes.plain(ATTRIBUTE.class);
    const name = id === 0 ? html.slice(from + 1, Math.min(to, from + NAME_CHARACTERS)) : "";
    const tex = texWithin(html, to, classes) ?? texOfElement(html, to, name);
    if (tex === undefined) return undefined;
    this.#tokens.to += tex.length;
    const found = texOf(this.#source.decode(tex));
    return { ...found, isDisplay: found.isDisplay || /display|block/.test(classes) };
  }

  /** The formula that the inline element at hand draws: KaTeX's without MathML beside it, MathJax's without its own. */
  drawn(): Tex | undefined {
    const { attributes, from, to } = this.#tokens;
    if (!attributes.has(ATTRIBUTE.class) || this.#hasEndless) return undefined;
    const { html } = this.#source;
    const isMathJax = html.startsWith(MATHJAX, from + 1);
    const isKatex = !isMathJax && KATEX.test(attributes.plain(ATTRIBUTE.class).slice(0, CLASS_CHARACTERS));
    if (!isMathJax && !(isKatex && KATEX_HTML.test(html.slice(to, to + CLASS_CHARACTERS)))) return undefined;
    const drawing = readDrawing(this.#source, from);
    this.#hasEndless = drawing === undefined;
    if (drawing === undefined) return undefined;
    const { root } = drawing;
    const latex = isMathJax ? latexIn(root) : "";
    if (isMathJax && latex === "" && hasMath(root)) return undefined;
    this.#tokens.to = drawing.to;
    const display = attributes.plain(ATTRIBUTE.display);
    const around = html.slice(Math.max(0, from - WRAPPER_CHARACTERS), from);
    const isDisplay = isMathJax ? display === "true" || display === "block" : around.includes("katex-display");
    if (latex !== "") return { ...texOf(this.#source.decode(latex)), isDisplay };
    const math = new MathMl({ alttext: "", isDisplay });
    if (isMathJax) readMathJax(root, math);
    else readKatex(root, math);
    return math.end();
  }
}

/** The formula of a script of MathJax's; undefined where it is in no language that is read. */
export function texOfScript(type: string, text: string): Tex | undefined {
  if (/^\s*math\/mml/i.test(type)) return texOfMathScript(text);
  if (!/^\s*math\/tex/i.test(type)) return undefined;
  const { tex, isDisplay } = texOf(text);
  return { tex, isDisplay: isDisplay || /mode=display/i.test(type) };
}

function texOfMathScript(script: string): Tex | undefined {
  const drawing = readDrawing(new Source(script.trim(), "characters"), 0);
  if (drawing === undefined) return undefined;
  const { tag } = drawing.root;
  const math = new MathMl({ alttext: attributeIn(tag, "alttext"), isDisplay: attributeIn(tag, "display") === "block" });
  readMathMl(drawing.root, math);
  return math.end();
}

function readMathMl({ tag, text, kids }: Drawn, math: MathMl): void {
  math.open(tag);
  math.text(text);
  for (const kid of kids) readMathMl(kid, math);
  math.close(tag);
}

const latexIn = (drawn: Drawn): string => {
  const own = attributeIn(drawn.tag, "data-latex");
  if (own !== "") return own;
  for (const kid of drawn.kids) {
    const found = latexIn(kid);
    if (found !== "") return found;
  }
  return "";
};

const hasMath = (drawn: Drawn): boolean => drawn.name === "math" || drawn.kids.some(hasMath);
