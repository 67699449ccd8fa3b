import { attributeIn, type Drawn, textWithin } from "./drawing.ts";
import type { MathMl } from "./mathml.ts";
import { TEX_FONTS } from "./tex.ts";

const classesOf = ({ tag }: Drawn): readonly string[] =>
  attributeIn(tag, "class")
    .split(/\s+/)
    .map((name) => name.replace(/^katex-/, ""));

/** Boxes that only keep distances. */
const EMPTY = new Set(
  "strut pstrut mspace vlist-s nulldelimiter arraycolsep fix frac-line overline-line underline-line hide-tail newline tag rule".split(
    " ",
  ),
);
/** The stroke through a relation, which a font of its own has. */
const STROKE = "\ue020";

/** Hands over what KaTeX has drawn as the MathML that means the same. */
export function readKatex(drawn: Drawn, math: MathMl): void {
  const classes = classesOf(drawn);
  if (classes.some((name) => EMPTY.has(name))) return;
  const kind = classes.find((name) => name in BOXES);
  if (kind !== undefined) BOXES[kind]?.(drawn, math);
  else if (classes.includes("text")) element(math, "mtext", () => math.text(textWithin(drawn)));
  else if (isWord(drawn, classes)) readSigns(textWithin(drawn), classes, math);
  else readRow(drawn, classes, math);
}

const element = (math: MathMl, tag: string, read: () => void): void => {
  math.open(tag);
  read();
  math.close(tag);
};

const rowOf = (drawn: Drawn | undefined, math: MathMl): void =>
  element(math, "mrow", () => (drawn === undefined ? undefined : readKatex(drawn, math)));

/** True for signs that stand in one element, or in several as those of a function's name. */
const isWord = (drawn: Drawn, classes: readonly string[]): boolean =>
  drawn.kids.length === 0 ||
  ((classes.includes("mop") || classes.includes("mrel")) &&
    drawn.kids.every((kid) => !isBox(kid)) &&
    textWithin(drawn).trim() !== "");

const isBox = (drawn: Drawn): boolean =>
  classesOf(drawn).some((name) => name === "vlist" || name === "msupsub" || name.startsWith("math")) ||
  drawn.kids.some(isBox);

function readSigns(text: string, classes: readonly string[], math: MathMl): void {
  const signs = text.replace(/[\s\u200b]+/g, "");
  if (signs === "") return;
  const variant = classes.map((name) => TEX_FONTS[name]).find((font) => font !== undefined);
  const tag = (name: string) => (variant === undefined ? name : `${name} mathvariant="${variant}"`);
  if (classes.includes("mop")) element(math, "mi", () => math.text(signs));
  else if (/^m(?:rel|bin|open|close|punct)$/.test(classes[0] ?? ""))
    element(math, "mo", () => math.text(signs === `${STROKE}=` ? "≠" : signs.replace(STROKE, "")));
  else
    for (const [part] of signs.matchAll(/\d[\d.]*|\P{Nd}/gu))
      element(math, tag(/^\d/.test(part) ? "mn" : "mi"), () => math.text(part));
}

/** Parts one behind the other. Scripts belong to what stands in front of them. */
function readRow(drawn: Drawn, classes: readonly string[], math: MathMl): void {
  const kids = drawn.kids;
  const isFenced = classes.includes("minner") && classesOf(kids[0] ?? drawn).includes("mopen");
  math.open("mrow");
  if (drawn.text.trim() !== "") readSigns(drawn.text, classes, math);
  for (const [at, kid] of kids.entries()) {
    const next = kids[at + 1];
    const isEnd = at === 0 || at === kids.length - 1;
    if (classesOf(kid).includes("msupsub")) continue;
    if (isFenced && isEnd) element(math, 'mo fence="true"', () => math.text(textWithin(kid).replace(/\u200b/g, "")));
    else if (next !== undefined && classesOf(next).includes("msupsub")) readScripts(kid, next, math);
    else readKatex(kid, math);
  }
  math.close("mrow");
}

/** The boxes of a column, from below upwards in most of KaTeX's. */
function boxesIn(drawn: Drawn): readonly Drawn[] {
  if (classesOf(drawn).includes("vlist")) return drawn.kids;
  for (const kid of drawn.kids) {
    const found = boxesIn(kid);
    if (found.length > 0) return found;
  }
  return [];
}

const hasClass = (drawn: Drawn, name: string): boolean =>
  classesOf(drawn).includes(name) || drawn.kids.some((kid) => hasClass(kid, name));

function readScripts(base: Drawn, scripts: Drawn, math: MathMl): void {
  const [first, second] = boxesIn(scripts);
  const isBelow = second !== undefined || hasClass(scripts, "vlist-t2");
  const name = second !== undefined ? "msubsup" : isBelow ? "msub" : "msup";
  element(math, name, () => {
    rowOf(base, math);
    rowOf(first, math);
    if (second !== undefined) rowOf(second, math);
  });
}

function readFraction(drawn: Drawn, math: MathMl): void {
  const boxes = boxesIn(drawn);
  const name = hasClass(drawn, "frac-line") ? "mfrac" : 'mfrac linethickness="0"';
  element(math, name, () => {
    rowOf(boxes.at(-1), math);
    rowOf(boxes[0], math);
  });
}

function readRoot(drawn: Drawn, math: MathMl): void {
  const degree = drawn.kids.find((kid) => classesOf(kid).includes("root"));
  const [inner] = boxesIn(drawn.kids.find((kid) => kid !== degree) ?? drawn);
  element(math, degree === undefined ? "msqrt" : "mroot", () => {
    rowOf(inner, math);
    if (degree !== undefined) rowOf(boxesIn(degree)[0], math);
  });
}

function readAccent(drawn: Drawn, math: MathMl): void {
  const [base, accent] = boxesIn(drawn);
  element(math, "mover", () => {
    rowOf(base, math);
    element(math, "mo", () => math.text(accent === undefined ? "" : textWithin(accent).trim() || "^"));
  });
}

const readLine =
  (name: "mover" | "munder"): BoxReader =>
  (drawn, math) =>
    element(math, name, () => {
      rowOf(
        boxesIn(drawn).find((box) => textWithin(box).trim() !== ""),
        math,
      );
      element(math, "mo", () => math.text("‾"));
    });

/** A brace above or below, what is written at a brace, or the limits of a sign. */
const readLimits =
  (brace: string): BoxReader =>
  (drawn, math) => {
    const boxes = boxesIn(drawn);
    const isBrace = boxes.some((box) => classesOf(box).includes("svg-align")) && hasClass(drawn, "brace-center");
    const place = boxes.findIndex((box) =>
      box.kids.some((kid) => !/sizing|pstrut/.test(attributeIn(kid.tag, "class")) && !hasClass(kid, "stretchy")),
    );
    const base = boxes[Math.max(0, place)];
    const below = boxes.slice(0, Math.max(0, place)).find((box) => textWithin(box).trim() !== "");
    const above = boxes.slice(place + 1).find((box) => textWithin(box).trim() !== "");
    const isOwn = isBrace && below === undefined && above === undefined;
    const name = isOwn
      ? brace === "⏟"
        ? "munder"
        : "mover"
      : below === undefined
        ? "mover"
        : above === undefined
          ? "munder"
          : "munderover";
    element(math, name, () => {
      rowOf(base, math);
      if (isOwn) return element(math, "mo", () => math.text(brace));
      if (below !== undefined) rowOf(below, math);
      if (above !== undefined) rowOf(above, math);
    });
  };

/** KaTeX draws a table column by column. */
function readTable(drawn: Drawn, math: MathMl): void {
  const columns = drawn.kids.filter((kid) => /col-align/.test(attributeIn(kid.tag, "class"))).map(boxesIn);
  const rows = Math.max(0, ...columns.map(({ length }) => length));
  const isAligned = /col-align-r/.test(drawn.kids.map(({ tag }) => tag).join(" "));
  element(math, isAligned ? 'mtable columnalign="right left"' : "mtable", () => {
    for (let row = 0; row < rows; row++)
      element(math, "mtr", () => {
        for (const column of columns) element(math, "mtd", () => rowOf(column[row], math));
      });
  });
}

type BoxReader = (drawn: Drawn, math: MathMl) => void;

/** Readers of KaTeX's boxes by their class. */
const BOXES: Readonly<Record<string, BoxReader>> = {
  mfrac: readFraction,
  sqrt: readRoot,
  accent: readAccent,
  overline: readLine("mover"),
  underline: readLine("munder"),
  "op-limits": readLimits(""),
  munder: readLimits("⏟"),
  mover: readLimits("⏞"),
  mtable: readTable,
};
