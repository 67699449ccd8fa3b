import { visibleText } from "../visible.ts";
import { attributeIn } from "./drawing.ts";
import { type Tex, texOf } from "./formula.ts";
import {
  fencedTex,
  fractionTex,
  joinTex,
  overTex,
  rootTex,
  scriptsTex,
  signsTex,
  TEX_FONTS,
  tableTex,
  textTex,
  underTex,
  wordTex,
} from "./tex.ts";

/** A part of a formula that has been read. */
interface MathPart {
  /** The name of its element. */
  readonly name: string;
  readonly tex: string;
  /** The characters of a part that is nothing but them. */
  readonly signs: string;
  /** Rows of cells, where it is a table. */
  readonly rows?: readonly (readonly string[])[];
  /** True for a bracket that grows with what it encloses. */
  readonly isFence: boolean;
}

interface MathNode {
  readonly name: string;
  /** The opening tag as far as it is looked at. */
  readonly tag: string;
  readonly parts: MathPart[];
  text: string;
}

/** Hostile pages nest deeper; formulas do not. */
const MAX_DEPTH = 60;
/** Most characters of a tag that are looked at. */
const TAG_CHARACTERS = 300;

/** A formula in MathML while it is being read: its own TeX where it has one, else what its elements mean in TeX. */
export class MathMl {
  readonly #nodes: MathNode[] = [{ name: "math", tag: "", parts: [], text: "" }];
  readonly #alttext: string;
  readonly isDisplay: boolean;
  #tex = "";
  #isLeftOut = false;

  constructor({ alttext, isDisplay }: { readonly alttext: string; readonly isDisplay: boolean }) {
    this.#alttext = alttext;
    this.isDisplay = isDisplay;
  }

  /** `tag` begins with the element's name. */
  open(tag: string): void {
    if (this.#nodes.length >= MAX_DEPTH) return;
    this.#nodes.push({ name: nameIn(tag), tag: tag.slice(0, TAG_CHARACTERS), parts: [], text: "" });
  }

  text(characters: string): void {
    const node = this.#nodes.at(-1);
    if (node === undefined) return;
    if (isTexAnnotation(node)) this.#tex += characters;
    else if (!node.name.startsWith("annotation")) node.text += visibleText(characters);
  }

  /** `tag` begins with the element's name. */
  close(tag: string): void {
    const name = nameIn(tag);
    const place = this.#nodes.findLastIndex((node) => node.name === name);
    if (place <= 0) return;
    while (this.#nodes.length > place) {
      const node = this.#nodes.pop();
      if (node !== undefined && !node.name.startsWith("annotation")) this.#nodes.at(-1)?.parts.push(partOf(node));
    }
  }

  /** A part of the formula is to be left out. Without it the rest would be another formula. */
  leaveOut(): void {
    this.#isLeftOut = true;
  }

  end(): Tex {
    if (this.#isLeftOut) return { tex: "", isDisplay: this.isDisplay };
    const own = this.#tex.trim() || this.#alttext.trim();
    if (own !== "") {
      const { tex, isDisplay } = texOf(own);
      return { tex, isDisplay: this.isDisplay || isDisplay };
    }
    for (const { name } of this.#nodes.slice(1).reverse()) this.close(name);
    const [math] = this.#nodes;
    return { tex: math === undefined ? "" : partOf(math).tex.trim(), isDisplay: this.isDisplay };
  }
}

/** Bound: names of MathML are shorter. A prefix names the language alone. */
const nameIn = (tag: string): string => /^(?:m:|mml:)?([a-z-]{0,20})/i.exec(tag)?.[1]?.toLowerCase() ?? "";

const attributeOf = ({ tag }: MathNode, name: string): string => attributeIn(tag, name);

const isTexAnnotation = (node: MathNode): boolean =>
  node.name === "annotation" && /tex/i.test(attributeOf(node, "encoding"));

function partOf(node: MathNode): MathPart {
  const { name, parts } = node;
  const signs = node.text.trim();
  const isFence = name === "mo" && attributeOf(node, "fence") === "true" && attributeOf(node, "stretchy") !== "false";
  if (name === "mtable") {
    const rows = parts.filter(({ rows }) => rows !== undefined).map(({ rows = [] }) => rows[0] ?? []);
    const isAligned = /right|left/.test(attributeOf(node, "columnalign")) || /displaystyle/.test(node.tag);
    return { name, tex: tableTex(rows, { isAligned }), signs: "", rows, isFence };
  }
  if (name === "mtr") return { name, tex: "", signs: "", rows: [parts.map(({ tex }) => tex)], isFence };
  // The number of an equation stands first, and is drawn behind it.
  if (name === "mlabeledtr") {
    const [label = "", ...cells] = parts.map(({ tex }) => tex);
    return {
      name,
      tex: "",
      signs: "",
      rows: [[...cells.slice(0, -1), `${cells.at(-1) ?? ""} \\qquad ${label}`]],
      isFence,
    };
  }
  const tex = written(node, signs);
  const [sole] = parts.length === 1 ? parts : [];
  return parts.length === 0 ? { name, tex, signs, isFence } : { name, tex, signs: "", isFence, ...soleOf(sole) };
}

/** The facts that a row has from its only part. */
const soleOf = (sole: MathPart | undefined): Partial<MathPart> =>
  sole === undefined ? {} : { signs: sole.signs, ...(sole.rows !== undefined && { rows: sole.rows }) };

function written(node: MathNode, signs: string): string {
  const [first = NOTHING, second = NOTHING, third = NOTHING] = node.parts;
  switch (node.name) {
    case "mi":
    case "mn":
    case "mo":
      if (node.parts.length > 0) return row(node.parts);
      return inFont(attributeOf(node, "mathvariant"), node.name === "mn" ? signsTex(signs) : wordTex(signs));
    case "mtext":
    case "ms":
      return node.parts.length === 0 ? textTex(node.text) : row(node.parts);
    case "mspace":
    case "none":
    case "mprescripts":
      return "";
    case "mfrac":
      return /^0(?:\D|$)/.test(attributeOf(node, "linethickness"))
        ? `\\binom{${first.tex.trim()}}{${second.tex.trim()}}`
        : fractionTex(first.tex, second.tex);
    case "msup":
      return scriptsTex(first.tex, "", second.tex);
    case "msub":
      return scriptsTex(first.tex, second.tex, "");
    case "msubsup":
    case "munderover":
      return scriptsTex(first.tex, second.tex, third.tex);
    case "mmultiscripts":
      return allScriptsTex(node.parts);
    case "mover":
      return overTex(first.tex, second.signs, second.tex);
    case "munder":
      return underTex(first.tex, second.signs, second.tex);
    case "msqrt":
      return rootTex(row(node.parts));
    case "mroot":
      return rootTex(first.tex, second.tex);
    case "mfenced":
      return `${attributeOf(node, "open") || "("}${node.parts.map(({ tex }) => tex).join(",")}${attributeOf(node, "close") || ")"}`;
    case "semantics":
      return first.tex;
    case "menclose":
      return enclosedTex(attributeOf(node, "notation"), row(node.parts));
    case "mphantom":
      return `\\phantom{${row(node.parts).trim()}}`;
  }
  return row(node.parts) + (node.parts.length === 0 ? signsTex(signs) : "");
}

const ENCLOSURES = new Map([
  ["top", "overline"],
  ["bottom", "underline"],
  ["box", "boxed"],
  ["updiagonalstrike", "cancel"],
]);

function enclosedTex(notation: string, tex: string): string {
  const command = ENCLOSURES.get(notation);
  return command === undefined ? tex : `\\${command}{${tex.trim()}}`;
}

/** Pairs of scripts, below and above, behind the base, and after `mprescripts` in front of it. */
function allScriptsTex([base = NOTHING, ...scripts]: readonly MathPart[]): string {
  const place = scripts.findIndex(({ name }) => name === "mprescripts");
  const before = place < 0 ? [] : scripts.slice(place + 1);
  const behind = place < 0 ? scripts : scripts.slice(0, place);
  const every = (parts: readonly MathPart[], rest: number) =>
    joinTex(parts.filter((_, at) => at % 2 === rest).map(({ tex }) => tex));
  const around = (tex: string, parts: readonly MathPart[]) => scriptsTex(tex, every(parts, 0), every(parts, 1));
  return (before.length === 0 ? "" : around("{}", before)) + around(base.tex, behind);
}

const NOTHING: MathPart = { name: "", tex: "", signs: "", isFence: false };

function inFont(variant: string, tex: string): string {
  const font = Object.entries(TEX_FONTS).find(([, one]) => one === variant)?.[0];
  if (font === undefined || tex === "" || /^\\math/.test(tex) || (font === "mathrm" && !/^[a-z]$/i.test(tex)))
    return tex;
  return `\\${font}{${tex.trim()}}`;
}

/** Parts in a row; brackets around a table, or such as grow, are written with what they enclose. */
function row(parts: readonly MathPart[]): string {
  const known = parts.filter(({ tex, isFence }) => tex !== "" || isFence);
  const [first = NOTHING, second = NOTHING, third = NOTHING] = known;
  if (
    first.name === "mo" &&
    second.rows !== undefined &&
    known.length <= 3 &&
    (third.name === "mo" || third === NOTHING)
  )
    return tableTex(second.rows, { open: first.tex.trim(), close: third.tex.trim() });
  if (first.signs === "(" && /^\\binom\{/.test(second.tex) && third.signs === ")" && known.length === 3)
    return second.tex;
  const last = known.at(-1) ?? NOTHING;
  if (known.length > 2 && first.isFence && last.isFence)
    return fencedTex(first.tex, joinTex(known.slice(1, -1).map(({ tex }) => tex)), last.tex);
  return joinTex(parts.map(({ tex }) => tex));
}
