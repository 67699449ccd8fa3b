import { visibleText } from "../visible.ts";
import { type Tex, texOf } from "./formula.ts";

interface MathNode {
  readonly name: string;
  readonly parts: string[];
  /** The TeX that stands in an annotation. */
  readonly isTex: boolean;
}

/** Hostile pages nest deeper; formulas do not. */
const MAX_DEPTH = 60;

const SIGNS: Readonly<Record<string, string>> = {
  "∑": "\\sum ",
  "∏": "\\prod ",
  "∫": "\\int ",
  "∞": "\\infty ",
  "≤": "\\le ",
  "≥": "\\ge ",
  "≠": "\\ne ",
  "×": "\\times ",
  "·": "\\cdot ",
  "⋅": "\\cdot ",
  "→": "\\to ",
  "∈": "\\in ",
  "∂": "\\partial ",
  "−": "-",
  "{": "\\{",
  "}": "\\}",
};

/** A formula in MathML while it is being read: its own TeX where it has one, else what its elements mean in TeX. */
export class MathMl {
  readonly #nodes: MathNode[] = [{ name: "math", parts: [], isTex: false }];
  readonly #alttext: string;
  readonly isDisplay: boolean;
  #tex = "";
  #isLeftOut = false;

  constructor({ alttext, isDisplay }: { readonly alttext: string; readonly isDisplay: boolean }) {
    this.#alttext = alttext;
    this.isDisplay = isDisplay;
  }

  /** `tag` begins with the element's name. */
  open(tag: string, encoding: string): void {
    if (this.#nodes.length >= MAX_DEPTH) return;
    const name = nameIn(tag);
    this.#nodes.push({ name, parts: [], isTex: name === "annotation" && /tex/i.test(encoding) });
  }

  text(characters: string): void {
    const node = this.#nodes.at(-1);
    const text = visibleText(characters).trim();
    if (node?.isTex === true) this.#tex += characters;
    else if (node !== undefined && !node.name.startsWith("annotation") && text !== "") {
      node.parts.push(SIGNS[text] ?? (node.name === "mtext" ? `\\text{${text}}` : text));
    }
  }

  /** `tag` begins with the element's name. */
  close(tag: string): void {
    const name = nameIn(tag);
    const place = this.#nodes.findLastIndex((node) => node.name === name);
    if (place <= 0) return;
    while (this.#nodes.length > place) {
      const node = this.#nodes.pop();
      if (node !== undefined && !node.name.startsWith("annotation")) this.#nodes.at(-1)?.parts.push(written(node));
    }
  }

  /** A part of the formula is to be left out. Without it the rest would be another formula. */
  leaveOut(): void {
    this.#isLeftOut = true;
  }

  end(): Tex {
    if (this.#isLeftOut) return { tex: "", isDisplay: this.isDisplay };
    const tex = this.#tex.trim() || this.#alttext.trim();
    if (tex === "") for (const { name } of this.#nodes.slice(1).reverse()) this.close(name);
    const found = texOf(tex || (this.#nodes[0]?.parts.join(" ").trim() ?? ""));
    return { tex: found.tex, isDisplay: this.isDisplay || found.isDisplay };
  }
}

/** Bound: names of MathML are shorter. */
const nameIn = (tag: string): string => /^[a-z:]{0,20}/i.exec(tag)?.[0].toLowerCase() ?? "";

function written({ name, parts }: MathNode): string {
  const [first = "", second = "", third = ""] = parts;
  switch (name) {
    case "mfrac":
      return `\\frac{${first}}{${second}}`;
    case "msup":
    case "mover":
      return `${first}^{${second}}`;
    case "msub":
    case "munder":
      return `${first}_{${second}}`;
    case "msubsup":
    case "munderover":
      return `${first}_{${second}}^{${third}}`;
    case "msqrt":
      return `\\sqrt{${parts.join(" ")}}`;
    case "mroot":
      return `\\sqrt[${second}]{${first}}`;
    case "mtd":
      return parts.join(" ");
    case "mtr":
      return parts.join(" & ");
    case "mtable":
      return `\\begin{matrix}${parts.join(" \\\\ ")}\\end{matrix}`;
  }
  return parts.join(" ");
}
