import { isReading } from "./concealed.ts";
import { MARK } from "./marks.ts";
import { CELL_BORDERS, CLOSES_PARAGRAPH, FLOWING, IMPLIED_ENDS, TABLE_PARTS } from "./nesting.ts";
import type { Source } from "./source.ts";
import { isHeading, TAG, tag } from "./tags.ts";
import { Tally } from "./tally.ts";

/** A block-level element. Containers stand in document order, so parents come before their children. */
export interface Container {
  readonly index: number;
  readonly parent: number;
  readonly tag: number;
  /** Marks of the element itself (marks.ts). */
  readonly own: number;
  /** Marks of the element and those that it inherits. */
  readonly marks: number;
  /** From `<` of its opening tag … */
  readonly from: number;
  /** … to behind its closing tag. */
  to: number;
}

/** A run of text that nothing block-level interrupts. Lengths count code points that are no white space. */
export interface TextBlock {
  readonly container: number;
  readonly tag: number;
  readonly marks: number;
  readonly length: number;
  /** Part of `length` that is link text. */
  readonly linkLength: number;
  readonly words: number;
  readonly punctuation: number;
  /** True if its text equals its source: ASCII without references, its words one space apart. */
  readonly isPlain: boolean;
  /** Text of the block: from this index of `stretches` … */
  readonly first: number;
  /** … up to this one. */
  readonly last: number;
}

/**
 * Elements deeper than this are read as part of the one that holds them, which keeps every walk to the root short;
 * browsers stop at 512.
 */
const DEPTH = 400;
/** Upper bound of levels that a closing tag is matched over: a hostile page would force a walk of the whole depth each time. */
const CLOSE_REACH = 64;
const LINE_BREAK = -1;
const RUBY = tag("ruby");
const BUTTON = tag("button");

/** Words of an inline element that are not shown: to the end of that element, or of what it stands in. */
interface Concealed {
  readonly tag: number;
  /** Number of open containers where it began. */
  readonly depth: number;
  /** Elements of the same name within it, itself included. */
  open: number;
  readonly how: Concealing;
}

/** `unseen`: a formula that is drawn elsewhere may be in it. `left out`: nothing of it is for a reader. */
export type Concealing = "unseen" | "left out";

/** The block-level shape of a page while it is being read: what is open, what stood in it. */
export class PageOutline {
  readonly containers: Container[];
  readonly blocks: TextBlock[] = [];
  /**
   * Pairs of offsets: where text stands in the source. A pair of -1 is a line break, a pair of one offset twice is the
   * sign before and behind a formula.
   */
  readonly stretches: number[] = [];
  /** True if the current text is a link's. */
  inLink = false;
  /** True if the current text points at a heading and is not for reading. */
  isMuted = false;
  readonly #source: Source;
  readonly #tally: Tally;
  readonly #open: Container[];
  #current: Container;
  #tooDeep = 0;
  #first = 0;
  #concealed: Concealed | undefined;
  #lastFormula = { tex: "", length: -1 };
  /** White space before the first word of the block at hand. */
  #indentFrom = -1;
  #indentTo = -1;

  constructor(source: Source) {
    const to = source.html.length;
    this.#source = source;
    this.#tally = new Tally(source);
    this.#current = { index: 0, parent: -1, tag: TAG.html, own: 0, marks: 0, from: 0, to };
    this.containers = [this.#current];
    this.#open = [this.#current];
  }

  /** True if the current run of text has begun. */
  get hasText(): boolean {
    return this.stretches.length > this.#first;
  }

  get current(): Container {
    return this.#current;
  }

  /** The first stretch of a block always holds more than white space. */
  text(from: number, to: number): void {
    if (from >= to || this.isMuted || this.#concealed !== undefined) return;
    if ((this.#current.marks & MARK.hidden) === 0) this.#addText(from, to);
  }

  #addText(from: number, to: number): void {
    const tally = this.#tally;
    const { length: before, isBehindSpace: wasBehindSpace } = tally;
    const isInCode = (this.#current.marks & MARK.code) !== 0;
    tally.count(from, to, this.inLink);
    const isFirst = this.stretches.length === this.#first;
    if (tally.length > before) {
      // Code keeps the indentation of its first line.
      if (isFirst && isInCode && this.#indentFrom >= 0) this.stretches.push(this.#indentFrom, this.#indentTo);
      this.stretches.push(from, to);
    } else if (isFirst) {
      this.#indentFrom = from;
      this.#indentTo = to;
    } else if (isInCode) this.stretches.push(from, to);
    else if (!wasBehindSpace) this.stretches.push(from, from + 1);
  }

  /** A formula by its TeX. What is drawn for it may give it once more, right behind it. */
  formula(from: number, to: number): void {
    if (this.isMuted || this.#concealed?.how === "left out" || (this.#current.marks & MARK.hidden) !== 0) return;
    const tex = this.#source.html.slice(from, to);
    if (tex === this.#lastFormula.tex && this.#tally.length === this.#lastFormula.length) return;
    this.stretches.push(from, from);
    this.#tally.count(from, to, this.inLink);
    this.stretches.push(from, to, to, to);
    this.#lastFormula = { tex, length: this.#tally.length };
  }

  /** An inline element begins; `concealing` tells whether its words are shown. */
  openInline(id: number, concealing: () => Concealing | undefined): void {
    if (this.#concealed === undefined) {
      const how = concealing();
      if (how !== undefined) this.#concealed = { tag: id, depth: this.#open.length, open: 1, how };
    } else if (this.#concealed.tag === id) this.#concealed.open++;
  }

  closeInline(id: number): void {
    if (this.#concealed?.tag === id && --this.#concealed.open === 0) this.#concealed = undefined;
    // `<ruby>漢<rt>かん</ruby>字`: a reading's closing tag may be left away.
    if (id === RUBY && this.#concealed !== undefined && isReading(this.#concealed.tag)) this.#concealed = undefined;
  }

  lineBreak(): void {
    if (this.stretches.length === this.#first) return;
    this.stretches.push(LINE_BREAK, LINE_BREAK);
    this.#tally.lineBreak();
  }

  /** Opens a container; `own` are its marks. */
  open(id: number, own: number, from: number): void {
    if (FLOWING[id] === 0) this.endBlock();
    this.#closeImplied(id, from);
    if (this.#open.length >= DEPTH) {
      this.#tooDeep++;
      return;
    }
    const { index: parent } = this.#current;
    const marks = this.#marksAround(id);
    const index = this.containers.length;
    const inherited = (own & MARK.integration) === 0 ? marks : marks & ~MARK.foreign;
    const opened = { index, parent, tag: id, own, marks: inherited | own, from, to: this.#source.html.length };
    this.containers.push(opened);
    this.#open.push(opened);
    this.#current = opened;
  }

  /** The marks an element inherits: a heading in a button unfolds what follows, and is shown. */
  #marksAround(id: number): number {
    const { tag: outer, parent, marks } = this.#current;
    return outer === BUTTON && isHeading(id) ? (this.containers[parent]?.marks ?? 0) : marks;
  }

  close(id: number, at: number, to: number): void {
    if (FLOWING[id] === 0) this.endBlock();
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
    const place = this.#placeOf(id);
    if (place > 0) this.#closeDownTo(place, at, to);
  }

  closeCurrent(at: number): void {
    this.endBlock();
    this.#closeDownTo(this.#open.length - 1, at, at);
  }

  /** A paragraph ends at a rule, as at any block. */
  rule(at: number): void {
    this.endBlock();
    if (this.#current.tag === TAG.p) this.#closeDownTo(this.#open.length - 1, at, at);
  }

  end(at: number): void {
    this.endBlock();
    this.#closeDownTo(1, at, at);
  }

  /** Ends the run of text at hand. */
  endBlock(): void {
    this.isMuted = false;
    const { stretches } = this;
    const { length, linkLength, words, punctuation, isPlain } = this.#tally;
    if (length > 0) {
      const { index: container, parent, tag: id, marks } = this.#current;
      const outer = this.containers[parent]?.tag ?? 0;
      this.blocks.push({
        container,
        // Some builders put a div into each heading.
        tag: isHeading(outer) ? outer : id,
        marks,
        length,
        linkLength,
        words,
        punctuation,
        isPlain,
        first: this.#first,
        last: stretches.length,
      });
    }
    this.#tally.clear();
    this.#lastFormula.length = -1;
    this.#first = stretches.length;
    this.#indentFrom = -1;
  }

  #closeImplied(id: number, at: number): void {
    if (CLOSES_PARAGRAPH[id] === 1) {
      if (this.#current.tag === TAG.p) this.#closeDownTo(this.#open.length - 1, at, at);
      return;
    }
    const implied = IMPLIED_ENDS.get(id);
    if (implied === undefined) return;
    const place = this.#open.findLastIndex(({ tag: open }) => implied.closes[open] === 1 || implied.within[open] === 1);
    if (implied.closes[this.#open[place]?.tag ?? 0] === 1) this.#closeDownTo(place, at, at);
  }

  /** The place of the open element that a closing tag means; 0 when there is none. */
  #placeOf(id: number): number {
    const reach = Math.max(0, this.#open.length - 1 - CLOSE_REACH);
    for (let place = this.#open.length - 1; place > reach; place--) {
      const open = this.#open[place]?.tag ?? 0;
      if (open === id) return place;
      if (CELL_BORDERS[open] === 1 && TABLE_PARTS[id] === 0) return 0;
    }
    return 0;
  }

  /** Closes the element at `place` and everything in it; `to` is where that element itself ends. */
  #closeDownTo(place: number, at: number, to: number): void {
    while (this.#open.length > place) {
      const closed = this.#open.pop();
      if (closed !== undefined) closed.to = this.#open.length === place ? to : at;
    }
    const current = this.#open[place - 1];
    if (current !== undefined) this.#current = current;
    if (this.#concealed !== undefined && this.#open.length < this.#concealed.depth) this.#concealed = undefined;
  }
}
