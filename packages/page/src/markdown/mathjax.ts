import { attributeIn, type Drawn } from "./drawing.ts";
import type { MathMl } from "./mathml.ts";

/** Elements of MathML; MathJax names its own after them. */
const MATHML =
  /^(?:math|texatom|m(?:i|n|o|text|s|row|style|frac|sup|sub|subsup|under|over|underover|sqrt|root|table|tr|td|phantom|padded))$/;
const RADICAL = "\u221a";

/** Hands over what MathJax has drawn, as svg or with fonts, as the MathML that it was drawn from. */
export function readMathJax(drawn: Drawn, math: MathMl): void {
  if (drawn.name === "mjx-surd") return;
  const code = /\smjx-c([0-9A-F]+)|\sdata-c="([0-9A-F]+)"/i.exec(` ${drawn.tag.replace(/class="/, " ")}`);
  const point = Number.parseInt(code?.[1] ?? code?.[2] ?? "", 16);
  const name = (attributeIn(drawn.tag, "data-mml-node") || drawn.name.replace(/^mjx-/, "")).toLowerCase();
  if (!MATHML.test(name)) {
    if (point > 0 && point <= 0x10ffff) math.text(String.fromCodePoint(point));
    for (const kid of drawn.kids) readMathJax(kid, math);
    return;
  }
  math.open(name);
  for (const kid of partsOf(name, drawn)) readMathJax(kid, math);
  math.close(name);
}

/** The parts of an element in MathML's order. */
function partsOf(name: string, drawn: Drawn): readonly Drawn[] {
  const kids = drawn.kids.filter(
    (kid) => !isRadical(kid) && !/^(?:rect|mjx-(?:spacer|nstrut|dstrut|line))$/.test(kid.name),
  );
  const [first, second, third] = kids;
  if (first === undefined) return kids;
  if (first.name === "mjx-over" || first.name === "mjx-root") {
    const inner = withoutBoxes(kids.slice(1));
    return name === "munderover" ? [...inner, first] : [...inner.slice(0, 1), first];
  }
  if (second?.name === "mjx-script") {
    const [sup, sub] = partsOf("", second);
    return sub === undefined ? kids : [first, sub, ...(sup === undefined ? [] : [sup])];
  }
  const isSwapped = (name === "msubsup" || name === "munderover") && second !== undefined && third !== undefined;
  return isSwapped && heightOf(second) > heightOf(third) ? [first, third, second] : kids;
}

/** The parts within rows and boxes that only arrange them. */
const withoutBoxes = (kids: readonly Drawn[]): readonly Drawn[] =>
  kids.flatMap((kid) => (/^mjx-(?:box|row|munder)$/.test(kid.name) ? withoutBoxes(kid.kids) : [kid]));

const isRadical = (drawn: Drawn): boolean =>
  drawn.kids.length === 1 &&
  attributeIn(drawn.kids[0]?.tag ?? "", "data-c") === RADICAL.codePointAt(0)?.toString(16).toUpperCase();

/** The distance of a part of an svg above the line. */
const heightOf = ({ tag }: Drawn): number => Number(/translate\([-\d.]+,\s*([-\d.]+)\)/.exec(tag)?.[1] ?? 0);
