// Writes the pieces of a block as inline Markdown.
import type { Addresses } from "../links.ts";
import { type Block, CLOSES, findPiece, PIECE } from "../scan/blocks.ts";
import { attributeAt } from "../scan/html.ts";
import type { Scan } from "../scan/scan.ts";
import { decode, decodeAttribute, readable } from "../scan/source.ts";
import { onOneLine } from "../text.ts";
import { type Footnotes, leadsBack } from "./boxes.ts";
import { escapeAddress, escapeBrackets, escapeText, longestRun } from "./written.ts";

/** Kind of an open element: a piece, or one of these. A mark inside the same mark is written once. */
const AGAIN = 100;
const NOTE = -30;
const BACK = -31;
/** Pictures up to this width are icons. */
const ICON = 32;
/** Deepest nesting of inline elements. */
const DEPTH = 16;
/** Line ends add no spaces in scripts without spaces. */
const BETWEEN_SIGNS = /(?<=[\u3000-\u9fff\uff00-\uffef])[ \t]*\n\s*(?=[\u3000-\u9fff\uff00-\uffef])/g;
/** A quick test: most text has only single spaces. */
const UNEVEN = /[^\S ]| {2}/;
const FORMULA = /(?:^|[\s_-])(?:math|tex|latex|formula|equation)(?=$|[\s_-])/i;

/** An inline element that has begun. */
interface Frame {
  readonly kind: number;
  text: string;
  /** Address of a link, or of the link in code; label of a footnote. */
  href: string;
  /** True for code with more in it than a link. */
  isMixed: boolean;
  /** The character before it. */
  readonly before: string;
}

export class Inline {
  readonly #scan: Scan;
  readonly #addresses: Addresses;
  readonly #notes: Footnotes;
  #open: Frame[] = [];
  #top: Frame = frame(0);
  /** A heading is bold anyway, a table cell is one line. */
  #place = { isHeading: false, isCell: false };
  /** The last character written: reading it from a growing text would copy that each time. */
  #last = "";
  /** The piece behind the current one. */
  #next: number = PIECE.break;

  constructor(scan: Scan, addresses: Addresses, notes: Footnotes) {
    this.#scan = scan;
    this.#addresses = addresses;
    this.#notes = notes;
  }

  write(block: Block, place: { isHeading: boolean; isCell: boolean }): string {
    const { pieces } = this.#scan;
    const root = frame(0);
    this.#top = root;
    this.#open = [root];
    this.#place = place;
    this.#last = "";
    for (let at = block.first; at < block.last; at += 2) {
      const piece = pieces[at] ?? 0;
      const operand = pieces[at + 1] ?? 0;
      this.#next = at + 2 < block.last ? (pieces[at + 2] ?? PIECE.break) : PIECE.break;
      // A mark that ends and begins again at once continues.
      if (isMark(piece + CLOSES) && this.#next === piece + CLOSES) at += 2;
      else if (piece >= 0) this.#text(piece, operand);
      else if (piece === PIECE.link) this.#link(operand, block);
      else if (piece <= PIECE.image || piece === PIECE.break) this.#sign(piece, operand, block);
      else if ((piece & 1) === 0) this.#begin(piece);
      else this.#end(piece + CLOSES);
    }
    while (this.#open.length > 1) this.#close(this.#top.kind);
    if (!root.text.includes("\n")) return root.text.trim();
    return root.text
      .split("\n")
      .map((line) => line.trim())
      .join("\n")
      .trim()
      .replace(/\n{2,}/g, "\n\n")
      .replace(/([^\n])\n(?=[^\n])/g, "$1  \n");
  }

  #isIn(kind: number): boolean {
    return this.#open.some((one) => one.kind === kind);
  }

  #add(text: string): void {
    const own = this.#last === "" || this.#last === " " || this.#last === "\n" ? text.replace(/^ /, "") : text;
    this.#top.text += own;
    this.#last = own.at(-1) ?? this.#last;
  }

  #text(from: number, to: number): void {
    const { html } = this.#scan;
    const written = readable(html.slice(from, to));
    const text = UNEVEN.test(written) ? written.replace(BETWEEN_SIGNS, "").replace(/\s+/g, " ") : written;
    if (this.#top.kind === PIECE.code && text.trim() !== "") this.#top.isMixed = true;
    if (this.#isIn(PIECE.code)) this.#add(text);
    else {
      const own = escapeText(text, this.#last);
      // An exclamation mark before a link would make a picture of it.
      this.#add(this.#next === PIECE.link && own.endsWith("!") ? `${own.slice(0, -1)}\\!` : own);
    }
  }

  #sign(piece: number, operand: number, block: Block): void {
    const { literals, html } = this.#scan;
    const literal = literals[operand] ?? "";
    if (piece === PIECE.break) this.#add(this.#top.text === "" && this.#open.length === 1 ? "" : "\n");
    else if (piece === PIECE.literal) this.#add(literal);
    else if (piece === PIECE.tex) {
      const mark = !this.#place.isCell && this.#isAlone(block) ? "$$" : "$";
      this.#add(mark + literal + mark);
    } else if (piece === PIECE.box)
      this.#add(/^<[^>]*\schecked\b/i.test(html.slice(operand, operand + 200)) ? "[x] " : "[ ] ");
    else if (!this.#isIn(PIECE.code)) this.#add(this.image(operand, block.length === 0));
  }

  #isAlone(block: Block): boolean {
    const { pieces, html } = this.#scan;
    return findPiece(pieces, block, (from, to) => from >= 0 && html.slice(from, to).trim() !== "") < 0;
  }

  #link(index: number, block: Block): void {
    const { links, blocks } = this.#scan;
    const link = links[index];
    if (link === undefined || this.#open.length >= DEPTH) return;
    const note = this.#notes.references.get(link.href);
    if (note !== undefined || leadsBack(link.href)) {
      this.#push(note === undefined ? frame(BACK) : frame(NOTE, note, this.#last));
      return;
    }
    const own = blocks[link.at] === block && !this.#isIn(PIECE.link) ? link.href : "";
    const isInCode = this.#isIn(PIECE.code);
    if (this.#top.kind === PIECE.code) {
      this.#top.isMixed ||= this.#top.href !== "";
      this.#top.href = own;
    }
    this.#push(frame(PIECE.link, isInCode ? "" : own, this.#last));
  }

  #push(one: Frame): void {
    this.#open.push(one);
    this.#top = one;
  }

  #begin(piece: number): void {
    if (this.#open.length >= DEPTH) return;
    const isPlain = this.#isIn(piece) || this.#isIn(PIECE.code) || (piece === PIECE.strong && this.#place.isHeading);
    this.#push(frame(isPlain ? piece - AGAIN : piece, "", this.#last));
  }

  /** Closes the innermost element that this can close. */
  #end(kind: number): void {
    const isIt = (one: Frame) =>
      one.kind === kind ||
      one.kind === kind - AGAIN ||
      (kind === PIECE.link && (one.kind === NOTE || one.kind === BACK));
    const found = this.#open.findLast(isIt);
    if (found !== undefined) this.#close(found.kind);
  }

  #close(kind: number): void {
    const at = this.#open.findLastIndex((one) => one.kind === kind);
    while (at > 0 && this.#open.length > at) {
      const ended = this.#open.pop();
      const top = this.#open.at(-1);
      if (ended === undefined || top === undefined) return;
      this.#top = top;
      const own = this.#written(ended);
      top.text += own;
      this.#last = own.at(-1) ?? this.#last;
    }
  }

  /** Writes a finished inline element; white space is moved out of it. */
  #written({ kind, text: inner, href, isMixed, before }: Frame): string {
    const text = inner.trim();
    if (kind === BACK) return "";
    if (kind === NOTE) return `[^${href}]`;
    if (text === "") return inner === "" ? "" : " ";
    const lead = /^\s/.test(inner) ? " " : "";
    const tail = /\s$/.test(inner) ? " " : "";
    switch (kind) {
      case PIECE.strong:
      case PIECE.em:
      case PIECE.del:
        return lead + this.#emphasis(kind, text, lead === "" ? before : "", tail) + tail;
      case PIECE.code: {
        const code = inlineCode(text);
        // Code that is entirely a link stays one in Markdown.
        return lead + (href === "" || isMixed ? code : this.#linked(code, href)) + tail;
      }
      case PIECE.sup:
      case PIECE.sub: {
        const name = kind === PIECE.sup ? "sup" : "sub";
        return lead + (text.startsWith("[^") ? text : `<${name}>${text}</${name}>`) + tail;
      }
      case PIECE.link:
        return href === "" ? inner : lead + this.#linked(text, href) + tail;
    }
    return inner;
  }

  #emphasis(kind: number, text: string, before: string, tail: string): string {
    const mark = kind === PIECE.strong ? "**" : kind === PIECE.em ? "*" : "~~";
    if (!/[\p{L}\p{N}`$\]]/u.test(text)) return text;
    const next = tail === "" && this.#next >= 0 ? this.#scan.html.charAt(this.#next) : "";
    const lines = text.split(/\n+/).map((line) => emphasised(line.trim(), mark, before, next));
    return (before !== "" && before.endsWith(mark.charAt(0)) ? " " : "") + lines.join("\n");
  }

  #linked(text: string, href: string): string {
    const isHere = this.#place.isHeading && href.startsWith("#");
    const url = isHere || href.startsWith("/cdn-cgi/l/email-protection") ? "" : this.#addresses.resolve(href);
    if (url === "") return text;
    const line = onOneLine(text);
    const picture = /^!\[(?:[^\]\\]|\\.)*\]\(([^()\s]*)\)$/.exec(line)?.[1];
    if (picture !== undefined && (picture === url || /\.(?:png|jpe?g|gif|svg|webp|avif)$/i.test(url))) return line;
    return line === url ? `<${url}>` : `[${escapeBrackets(line)}](${escapeAddress(url)})`;
  }

  /** Writes `![alt](src)`; empty for tracking pixels and, beside text, for pictures without a description. */
  image(from: number, isAlone: boolean): string {
    const { html } = this.#scan;
    const read = (name: string) => decode(attributeAt(html, from, name)).trim();
    const address = (name: string) => decodeAttribute(attributeAt(html, from, name)).trim();
    const alt = onOneLine(read("alt")).slice(0, 1_000);
    const width = Number.parseInt(read("width"), 10);
    if ((alt === "" && (!isAlone || width <= ICON)) || width <= 1) return "";
    const classes = read("class");
    if (/emoji/i.test(classes) && alt.length <= 8) return alt;
    if (FORMULA.test(classes) && alt !== "") return `$${alt}$`;
    const written = address("data-src") || address("src");
    const isData = /^data:/i.test(written);
    const url = this.#addresses.resolve(isData ? (address("srcset").split(/[\s,]/, 1)[0] ?? "") : written);
    // The data of an inline picture is dropped, and its description kept.
    if (url === "") return isData ? escapeText(alt, "") : "";
    return `![${escapeBrackets(escapeText(alt, ""))}](${escapeAddress(url)})`;
  }
}

const frame = (kind: number, href = "", before = ""): Frame => ({ kind, text: "", href, isMixed: false, before });

const isMark = (kind: number): boolean => kind === PIECE.strong || kind === PIECE.em || kind === PIECE.del;

const OUTSIDE = /^(?![\0-\x7f])\p{P}/u;
const PLAIN_SIGN = /[!-)+,./:;?@]/;
const isLetter = (sign: string): boolean => /[\p{L}\p{N}\x80-\xff]/u.test(sign);

/** `**` between a letter and punctuation neither opens nor closes: such punctuation is moved outside. */
function emphasised(line: string, mark: string, before: string, next: string): string {
  const isOut = (sign: string, beside: string) => OUTSIDE.test(sign) || (isLetter(beside) && PLAIN_SIGN.test(sign));
  let [from, to] = [0, line.length];
  while (from < to && isOut(line.charAt(from), before)) from++;
  while (to > from && isOut(line.charAt(to - 1), next)) to--;
  return from === to ? line : line.slice(0, from) + mark + line.slice(from, to) + mark + line.slice(to);
}

function inlineCode(text: string): string {
  const fence = "`".repeat(longestRun(text) + 1);
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${space}${text.replace(/\s+/g, " ")}${space}${fence}`;
}
