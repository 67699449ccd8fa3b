// Types of a page that was read: containers, blocks of text with their inline pieces, links.
import { attributeAt, levelOf, nameOf, tag } from "./html.ts";
import { IS } from "./names.ts";
import { decode } from "./source.ts";

/** A block-level element; parents come before their children. */
export interface Container {
  readonly index: number;
  readonly parent: number;
  readonly tag: number;
  /** Its own facts (names.ts). */
  readonly own: number;
  /** Its own and inherited facts. */
  readonly bits: number;
  /** Offset of its opening tag. */
  readonly from: number;
  /** Index behind its last descendant: a container and its descendants are adjacent. */
  end: number;
  /** Number of blocks that end before it: the last of them may be its caption. */
  readonly before: number;
}

/** A run of text without a block-level element in it. Lengths count characters other than white space. */
export interface Block {
  readonly container: number;
  readonly tag: number;
  readonly bits: number;
  readonly length: number;
  readonly linked: number;
  readonly words: number;
  readonly stops: number;
  /** True if its text needs no decoding: ASCII, one space between words. */
  readonly isPlain: boolean;
  /** First and last index of its pieces. */
  readonly first: number;
  readonly last: number;
}

export interface RawLink {
  readonly href: string;
  readonly rel: string;
  readonly container: number;
  /** Index of the block it begins in. */
  readonly block: number;
  readonly first: number;
  last: number;
  /** The block that has the link in Markdown: a card's heading, else the block where its text begins. */
  at: number;
  /** Unshown words in it, which name a link without text: two offsets in the source. */
  spokenFrom: number;
  spokenTo: number;
}

/** Counts of a block's text, and what precedes the next text. */
type Counts = { length: number; linked: number; words: number; stops: number; before: number };

/** States of reading text, by what precedes a byte; `ideograph` and `mark` begin U+3001 and U+3002 in UTF-8. */
const BEFORE = { word: 0, ideograph: 256, mark: 512, space: 768, spaces: 1_024, nothing: 1_280 } as const;
const STATES = Object.values(BEFORE);
/** By state and byte: the next state, and counts of eight bits: words, length, stops, signs of text to be decoded. */
const NEXT = new Uint16Array(256 * STATES.length);
const COUNTS = new Int32Array(256 * STATES.length);
/** Most bytes with such counts. */
const RUN = 255;
for (const before of STATES)
  for (let code = 0; code < 256; code++) {
    const isSpace = code <= 32;
    const isWord = !isSpace && before >= BEFORE.space;
    const isStop = before === BEFORE.mark ? code === 0x81 || code === 0x82 : /[,.?!;]/.test(String.fromCharCode(code));
    const isControl = code < 32 && (code < 9 || code > 13);
    const isOdd = code === 38 || code >= 127 || isControl || (isWord && before === BEFORE.spaces);
    const counts = [isWord, !isSpace && (code < 127 || code >= 0xc0), isStop, isOdd];
    COUNTS[before + code] = counts.reduce((sum, is, at) => sum + (Number(is) << (8 * at)), 0);
    NEXT[before + code] = isSpace ? behindSpace(before, code) : behindSign(before, code);
  }

function behindSpace(before: number, code: number): number {
  if (before === BEFORE.nothing) return before;
  return before < BEFORE.space && code === 32 ? BEFORE.space : BEFORE.spaces;
}

function behindSign(before: number, code: number): number {
  if (code === 0xe3) return BEFORE.ideograph;
  return before === BEFORE.ideograph && code === 0x80 ? BEFORE.mark : BEFORE.word;
}

const BLANK = /^(?:\s|&nbsp;|&#160;|&#xa0;)*$/i;
const NO_COUNTS = { length: 0, linked: 0, words: 0, stops: 0 };
const NONE: Readonly<Counts> = { ...NO_COUNTS, before: BEFORE.nothing };

export const NO_BLOCK: Block = { container: 0, tag: 0, bits: 0, ...NO_COUNTS, isPlain: true, first: 0, last: 0 };

/** Inline pieces are pairs of numbers: two offsets in the source, or one of these codes and an operand. */
export const PIECE = {
  break: -1,
  strong: -2,
  em: -4,
  del: -6,
  code: -8,
  sup: -10,
  sub: -12,
  link: -14,
  image: -16,
  literal: -17,
  tex: -18,
  box: -19,
} as const;
/** The code that closes a piece is one less than the one that opens it. */
export const CLOSES = 1;

/** Index of the first piece in a range that meets a test; -1 if there is none. */
export function findPiece(
  pieces: readonly number[],
  { first, last }: Pick<Block, "first" | "last">,
  test: (piece: number, operand: number) => boolean,
): number {
  for (let at = first; at < last; at += 2) if (test(pieces[at] ?? 0, pieces[at + 1] ?? 0)) return at;
  return -1;
}

/** Most links and labels of a page, most blocks (the last one holds the rest), and most containers. */
const LINKS = 5_000;
export const MOST = 150_000;
/** Deeper elements belong to their ancestor at this depth: this keeps reading linear. */
export const DEPTH = 400;

const [HTML, P] = [tag("html"), tag("p")];
/** A longer heading, in characters, is text if it has several sentences. */
const LONG_HEADING = 120;
/** Text with one of these facts is never read. */
export const UNREAD = IS.hidden | IS.inert;

/** Collects a page's tags and text as blocks. */
export class Blocks {
  readonly html: string;
  /** The container of everything. */
  readonly page: Container = { index: 0, parent: 0, tag: HTML, own: 0, bits: 0, from: 0, end: 1, before: 0 };
  readonly containers = [this.page];
  readonly blocks: Block[] = [];
  readonly pieces: number[] = [];
  readonly literals: string[] = [];
  readonly links: RawLink[] = [];
  /** Texts of buttons, by their offsets: they name tabs and menus. */
  readonly labels: { readonly from: number; readonly to: number }[] = [];
  protected current = this.page;
  protected link: RawLink | undefined;
  /** True inside an inline element that is no text. */
  protected isMuted = false;
  /** True inside preformatted text. */
  protected inCode = false;
  // The current block: its first piece, and its counts now and where the link began.
  protected first = 0;
  protected mostBlocks = MOST;
  protected isPlain = true;
  protected counts: Counts = { ...NONE };
  #atLink: Counts = this.counts;
  #hasImage = false;
  /** Closing tags that were not found: they are not searched again. */
  readonly #endless = new Set<number>();

  constructor(html: string) {
    this.html = html;
  }

  /** A container and those around it, the innermost first, without the page. */
  *around(index: number, most = DEPTH) {
    let at = this.containers[index];
    for (let left = most; left > 0 && at !== undefined && at.index > 0; left--, at = this.containers[at.parent])
      yield at;
  }

  /** Adds a range of text and counts it. */
  protected text(from: number, to: number): void {
    if (this.isMuted || (this.current.bits & UNREAD) !== 0) return;
    const { html, counts } = this;
    let state = counts.before;
    let length = 0;
    for (let at = from; at < to; ) {
      const end = Math.min(to, at + RUN);
      let sum = 0;
      for (; at < end; at++) {
        const key = state + html.charCodeAt(at);
        sum = (sum + (COUNTS[key] ?? 0)) | 0;
        state = NEXT[key] ?? 0;
      }
      counts.words += sum & 255;
      length += (sum >> 8) & 255;
      counts.stops += (sum >> 16) & 255;
      if (sum >>> 24 > 0) this.isPlain = false;
    }
    this.#addText(from, to, length);
    counts.before = state;
    counts.length += length;
    if (this.link !== undefined) counts.linked += length;
  }

  #addText(from: number, to: number, length: number): void {
    const { pieces } = this;
    const last = pieces.length - 1;
    if (last > this.first && pieces[last] === from && (pieces[last - 1] ?? -1) >= 0) pieces[last] = to;
    else if (length > 0 || this.inCode) pieces.push(from, to);
    else if (last > this.first && this.counts.before < BEFORE.space) pieces.push(from, from + 1);
  }

  /** Offset of the closing tag; -1 if there is none. */
  protected endOf(id: number, from: number): number {
    if (this.#endless.has(id)) return -1;
    const name = nameOf(id);
    const { html } = this;
    for (let at = html.indexOf("</", from); at >= 0; at = html.indexOf("</", at + 2)) {
      let same = 0;
      while (same < name.length && (html.charCodeAt(at + 2 + same) | 32) === name.charCodeAt(same)) same++;
      const next = html.charCodeAt(at + 2 + same);
      if (same === name.length && (next === 62 || next === 47 || next <= 32)) return at;
    }
    this.#endless.add(id);
    return -1;
  }

  /** Ends the current block. */
  protected flush(): void {
    const { pieces, current, link } = this;
    if (this.blocks.length >= this.mostBlocks) {
      this.lineBreak();
      return;
    }
    const { length, linked, words, stops } = this.#isBlank() ? NO_COUNTS : this.counts;
    if (pieces.length > this.first) {
      const last = pieces.length;
      // A check box precedes the text of its item, which may begin with a block of its own.
      const isBox = last === this.first + 2 && pieces[this.first] === PIECE.box;
      if (length > 0 || this.#hasImage) {
        const { index: container, bits } = current;
        // Sentences are text, even in the element of a heading.
        const id = levelOf(current.tag) > 0 && length > LONG_HEADING && stops > 1 ? P : current.tag;
        const isBetter =
          link !== undefined && (link.at < 0 || (levelOf(id) > 0 && levelOf(this.blocks[link.at]?.tag ?? 0) === 0));
        if (length > 0 && isBetter) link.at = this.blocks.length;
        const { first, isPlain } = this;
        this.blocks.push({ container, tag: id, bits, length, linked, words, stops, isPlain, first, last });
        this.first = last;
        // A card's link continues in its next block.
        if (link !== undefined) pieces.push(PIECE.break, 0, PIECE.link, this.links.length - 1);
      } else if (link === undefined && !isBox) pieces.length = this.first;
    }
    if (this.counts.before !== BEFORE.nothing) this.counts = { ...NONE };
    this.isPlain = true;
    this.#hasImage = false;
  }

  /** True for a block of nothing but `&nbsp;`, each of which counts as six letters and a stop. */
  #isBlank(): boolean {
    const { html, pieces, first, counts } = this;
    if (this.isPlain || counts.length !== 6 * counts.stops) return false;
    for (let at = first; at < pieces.length; at += 2)
      if ((pieces[at] ?? 0) >= 0 && !BLANK.test(html.slice(pieces[at], pieces[at + 1]))) return false;
    return true;
  }

  /** Adds a horizontal rule: it has a position and no text. */
  protected rule(id: number): void {
    const { index: container, bits } = this.current;
    this.blocks.push({ ...NO_BLOCK, container, tag: id, bits, first: this.first, last: this.first });
  }

  protected piece(kind: number, operand: number): void {
    if (!this.isMuted) this.pieces.push(kind, operand);
  }

  protected literal(text: string, kind: number): void {
    if (this.isMuted || text === "" || (this.current.bits & UNREAD) !== 0) return;
    this.piece(kind, this.literals.push(text) - 1);
    this.counts.length += text.length;
    this.counts.words++;
    this.isPlain = false;
    this.counts.before = BEFORE.word;
  }

  protected picture(from: number): void {
    this.piece(PIECE.image, from);
    this.#hasImage = true;
    this.isPlain = false;
    this.counts.before = BEFORE.word;
  }

  protected lineBreak(): void {
    if (this.pieces.length === this.first && !this.inCode) return;
    this.piece(PIECE.break, 0);
    this.counts.before = BEFORE.space;
    this.isPlain = false;
  }

  /** Begins a new line of code unless one has just begun. */
  protected endLine(): void {
    const last = this.pieces.length - 2;
    if (last < this.first) return;
    const from = this.pieces[last] ?? 0;
    const isEnded =
      from === PIECE.break || (from >= 0 && this.html.charCodeAt((this.pieces[last + 1] ?? 0) - 1) === 10);
    if (!isEnded) this.piece(PIECE.break, 0);
  }

  /** Adds a link without its own text: an area of a picture, a frame, one among unshown words. */
  protected bareLink(href: string, rel: string, [spokenFrom, spokenTo]: readonly [number, number] = [0, 0]): void {
    if (this.links.length >= LINKS || (this.current.bits & IS.inert) !== 0) return;
    const { index: container } = this.current;
    const [block, first] = [this.blocks.length, this.pieces.length];
    this.links.push({ href, rel, container, block, first, last: first, at: -1, spokenFrom, spokenTo });
  }

  protected startLink(href: string, rel: string): void {
    this.endLink();
    const before = this.links.length;
    this.bareLink(href, rel);
    if (this.links.length === before) return;
    this.link = this.links[before];
    this.#atLink = { ...this.counts };
    if ((this.current.bits & IS.hidden) === 0) this.piece(PIECE.link, before);
  }

  protected endLink(): void {
    const { link, pieces } = this;
    if (link === undefined) return;
    this.link = undefined;
    const from = Math.max(link.first, this.first);
    const isHere = link.block === this.blocks.length;
    // A link without words to a fragment of the page points at the text beside it.
    const isPointer =
      isHere && link.href.startsWith("#") && (this.#isWordless(from) || this.#leadsBack(link.href, from));
    if (isPointer || !this.#saysAnything(from)) {
      if (isHere) this.counts = this.#atLink;
      pieces.length = from;
      link.last = from;
      return;
    }
    link.last = pieces.length;
    this.piece(PIECE.link - CLOSES, 0);
    if (link.at < 0) link.at = this.blocks.length;
  }

  /** True for text behind a heading that links to the heading itself, or to the top of the page. */
  #leadsBack(href: string, from: number): boolean {
    if (levelOf(this.current.tag) === 0 || from === this.first) return false;
    return href === "#" || href === "#top" || href === `#${attributeAt(this.html, this.current.from, "id")}`;
  }

  #saysAnything(first: number): boolean {
    const isSaid = (piece: number) =>
      piece >= 0 || piece === PIECE.image || piece === PIECE.literal || piece === PIECE.tex;
    return findPiece(this.pieces, { first, last: this.pieces.length }, isSaid) >= 0;
  }

  #isWordless(from: number): boolean {
    if (this.pieces.length - from > 12) return false;
    let text = "";
    for (let at = from; at < this.pieces.length; at += 2)
      if ((this.pieces[at] ?? -1) >= 0) text += this.html.slice(this.pieces[at], this.pieces[at + 1]);
    return text.length < 100 && !/[\p{L}\p{N}]/u.test(decode(text));
  }

  protected label(from: number, to: number): void {
    if (this.labels.length < LINKS && to > from) this.labels.push({ from, to });
  }
}
