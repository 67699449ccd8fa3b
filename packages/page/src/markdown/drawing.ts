import { KIND, kindOf, type Source, TOKEN, Tokenizer } from "../scan/scan.ts";

/** An element of a formula that is drawn: by fonts and boxes, or as svg. */
export interface Drawn {
  /** The element's name, in lower case. */
  readonly name: string;
  /** The opening tag as far as it is looked at. */
  readonly tag: string;
  readonly kids: readonly Drawn[];
  /** The element's own text, without that of elements within. */
  readonly text: string;
}

interface GrowingDrawn extends Drawn {
  readonly kids: GrowingDrawn[];
  text: string;
}

export interface Drawing {
  readonly root: Drawn;
  /** Offset behind its closing tag. */
  readonly to: number;
}

/** Bounds of a drawing. A page of formulas has none that is larger. */
const MAX_CHARACTERS = 300_000;
const MAX_DEPTH = 200;
const TAG_CHARACTERS = 400;

/** The element whose opening tag begins at `from`; undefined where it is too large or is not closed. */
export function readDrawing(source: Source, from: number): Drawing | undefined {
  const tokens = new Tokenizer(source);
  tokens.to = from;
  const open: GrowingDrawn[] = [];
  for (let token = tokens.next(); token !== TOKEN.end && tokens.from - from < MAX_CHARACTERS; token = tokens.next()) {
    const innermost = open.at(-1);
    if (token === TOKEN.text) {
      if (innermost !== undefined) innermost.text += source.text(tokens.from, tokens.to);
    } else if (token === TOKEN.close) {
      open.pop();
      if (open.length === 0) return innermost === undefined ? undefined : { root: innermost, to: tokens.to };
    } else if (!tokens.selfClosing && kindOf(tokens.tag) !== KIND.void) {
      if (open.length === MAX_DEPTH) return undefined;
      open.push(begin(source, tokens, innermost));
    } else if (innermost !== undefined) begin(source, tokens, innermost);
  }
  return undefined;
}

function begin(source: Source, { from, to }: Tokenizer, around: GrowingDrawn | undefined): GrowingDrawn {
  const tag = source.html.slice(from + 1, Math.min(to, from + TAG_CHARACTERS));
  const name = /^[a-z][a-z0-9-]*/i.exec(tag)?.[0].toLowerCase() ?? "";
  const drawn: GrowingDrawn = { name, tag, kids: [], text: "" };
  around?.kids.push(drawn);
  return drawn;
}

/** The value of an attribute, undecoded; empty where it has none. Bound: TAG_CHARACTERS. */
export const attributeIn = (tag: string, name: string): string =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "i")
    .exec(tag)
    ?.slice(1)
    .find((value) => value !== undefined) ?? "";

/** All text within, in its order where an element has text or elements and not both. */
export const textWithin = ({ text, kids }: Drawn): string => text + kids.map(textWithin).join("");
