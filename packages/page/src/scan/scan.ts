// Scans a page in one pass: head facts, containers, blocks of text with their inline pieces, links.
import { Blocks, CLOSES, type Container, DEPTH, MOST, PIECE, UNREAD } from "./blocks.ts";
import { type Field, fieldOf, hiddenText, LITERAL_CHARACTERS, linksInDrawing, texOf } from "./embedded.ts";
import { Head } from "./head.ts";
import {
  ATTRIBUTES as A,
  Attributes,
  CLOSES_P,
  ENDS,
  KIND,
  KIND_OF,
  levelOf,
  step,
  tagOf,
  tagSet,
  tagsOf,
} from "./html.ts";
import { IS, isAppRoot, isBlockOfCode, isMute, isSpoken, saidOfBlock } from "./names.ts";
import { charactersOf, decode } from "./source.ts";

const T = tagsOf(
  "a area base body br button code div frame h1 head hr html iframe img input label li link math meta p plaintext pre rp rt ruby script svg table title",
);

const PIECE_OF = new Int8Array(256);
for (const [piece, list] of [
  [PIECE.strong, "b strong"],
  [PIECE.em, "i em"],
  [PIECE.del, "del s strike"],
  [PIECE.code, "code kbd samp tt"],
  [PIECE.sup, "sup"],
  [PIECE.sub, "sub"],
] as const)
  for (const [id, isIn] of tagSet(list).entries()) if (isIn === 1 && id > 0) PIECE_OF[id] = piece;

const CELLS = tagSet("td th table");
const IN_TABLE = tagSet("table tr td th tbody thead tfoot");
/** The content of these is read if their closing tag is missing. */
const READ_ON = tagSet("svg math button");

/** A closing tag searches this far: this keeps it linear. */
const REACH = 64;

/** Form fields in surroundings of the content say nothing about the page. */
const APART = UNREAD | IS.unshown | IS.noscript | IS.navigation | IS.footer | IS.header | IS.aside | IS.cookie;

/** True for the opening tag, as written, of an element that is left out. */
export type Skip = (openingTag: string) => boolean;

/** The state of reading a page, and the results. Linear in the page's size; never throws. */
export class Scan extends Blocks {
  readonly head = new Head();
  /** Kinds of form fields, with the facts of where they stand. */
  readonly fields = new Map<Field, number>();
  frames = 0;
  /** Index of the first block of the first h1; -1 if there is none. */
  title = -1;
  scripts = 0;
  hasAppRoot = false;
  readonly #has = new Attributes(this.html);
  readonly #skip: Skip | undefined;
  readonly #open: Container[] = [this.current];
  /** Hash of the current tag's name, and whether it is left out. */
  #hash = 0;
  #isLeftOut = false;
  /** The open inline element that is no text: number of its open tags, and the depth at which it began. */
  #mute = -1;
  #muted = 0;
  #muteDepth = 0;
  /** Open elements inside preformatted text, which do not divide it. */
  readonly #inner: { readonly id: number; readonly first: number }[] = [];
  /** Number of open `<code>` in a block of code without `<pre>`, itself included, and inside a line. */
  #blockCode = 0;
  #codeDepth = 0;
  /** Number of open boxes in a heading, which do not divide it. */
  #inHeading = 0;
  /** Ids of elements that controls open, and the index of the container that the heading before it opens. */
  readonly #opened = new Set<string>();
  #openedAt = -1;

  constructor(html: string, skip: Skip | undefined) {
    super(html);
    this.#skip = skip;
  }

  run(): this {
    const { html } = this;
    const end = html.length;
    for (let at = 0; at < end; ) {
      let next = html.charCodeAt(at) === 60 ? at : html.indexOf("<", at);
      if (next < 0) next = end;
      if (next > at) this.text(at, next);
      if (next >= end) break;
      const code = html.charCodeAt(next + 1);
      if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) at = this.#openTag(next);
      else if (code === 47) at = this.#closeTag(next);
      else if (code === 33 || code === 63) {
        const isComment = html.charCodeAt(next + 2) === 45 && html.charCodeAt(next + 3) === 45;
        const to = isComment ? html.indexOf("-->", next + 2) : html.indexOf(">", next);
        at = to < 0 ? end : to + (isComment ? 3 : 1);
      } else {
        this.text(next, next + 1);
        at = next + 1;
      }
    }
    this.endLink();
    this.mostBlocks++;
    this.#close(0);
    return this;
  }

  /** Reads the name of a tag. @returns the offset behind it */
  #readName(from: number): number {
    const { html } = this;
    let at = from;
    this.#hash = 0;
    for (; at < html.length; at++) {
      const code = html.charCodeAt(at);
      if (code === 62 || code === 47 || code <= 32) break;
      this.#hash = step(this.#hash, code);
    }
    return at;
  }

  #openTag(from: number): number {
    const { html } = this;
    const has = this.#has;
    let at = this.#readName(from + 1);
    const id = tagOf(this.#hash);
    if (html.charCodeAt(at) === 62) {
      has.clear();
      at++;
    } else at = has.read(at);
    if (has.has(A["aria-expanded"])) this.#control(id);
    this.#isLeftOut = has.has(A["data-nosnippet"]) || this.#skip?.(decode(html.slice(from, at))) === true;
    switch (KIND_OF[id]) {
      case KIND.block:
        this.#openBlock(id, from, at);
        return at;
      case KIND.void:
        this.#voidElement(id, from);
        return at;
      case KIND.raw:
        return html.charCodeAt(at - 2) === 47 && (id === T.svg || id === T.math) ? at : this.#rawElement(id, from, at);
      default:
        this.#openInline(id, from, at);
        return at;
    }
  }

  /** Opens an inline element: no text, a link, a mark on its text, or nothing. A label right behind a tag begins a new line. */
  #openInline(id: number, from: number, behind: number): void {
    const has = this.#has;
    const isLink = id === T.a && has.has(A.href);
    if (this.isMuted) {
      // Ruby elements need no closing tag.
      if (this.#mute === id && id !== T.rt && id !== T.rp) this.#muted++;
      if (isLink && this.link === undefined) this.bareLink(has.value(A.href), has.value(A.rel));
      return;
    }
    if (id === T.a) this.endLink();
    if (id === T.label && this.html.charCodeAt(from - 1) === 62) this.lineBreak();
    if (isLink) this.startLink(has.value(A.href), has.value(A.rel));
    else if (id === T.label && (this.current.bits & IS.tabs) !== 0) this.label(behind, this.endOf(id, behind));
    if (this.#isLeftOut || isMute(id, has, this.inCode)) {
      this.#startMute(id);
      if (this.link?.spokenFrom === 0 && isSpoken(has)) this.link.spokenFrom = behind;
      return;
    }
    if (has.has(A["data-cfemail"])) this.#hiddenAddress(id);
    else if (id === T.code && this.#blockCode > 0) this.#blockCode++;
    if (this.inCode || (this.current.bits & UNREAD) !== 0) return;
    if (id === T.code && isBlockOfCode(has)) {
      this.#blockCode = 1;
      this.#begin(id, from, IS.code);
      this.inCode = true;
      return;
    }
    const piece = PIECE_OF[id] ?? 0;
    if (piece === 0) return;
    if (piece === PIECE.code) this.#codeDepth++;
    this.piece(piece, behind);
    if (piece <= PIECE.sup) this.isPlain = false;
  }

  #startMute(id: number): void {
    this.isMuted = true;
    this.#mute = id;
    this.#muted = 1;
    this.#muteDepth = this.#open.length;
  }

  #endMute(): void {
    this.isMuted = false;
    this.#mute = -1;
  }

  /** Restores an e-mail address that a CDN has hidden, as in code. */
  #hiddenAddress(id: number): void {
    if (!this.inCode && this.#codeDepth === 0) return;
    this.literal(hiddenText(this.#has.raw(A["data-cfemail"])), PIECE.literal);
    this.#startMute(id);
  }

  #closeInline(id: number, from: number): void {
    if (this.isMuted) {
      const isRead = id === T.ruby && (this.#mute === T.rt || this.#mute === T.rp);
      if (!isRead && (this.#mute !== id || --this.#muted > 0)) return;
      this.#endMute();
      if (this.link !== undefined && this.link.spokenFrom > 0 && this.link.spokenTo === 0) this.link.spokenTo = from;
      if (id === T.a) this.endLink();
      return;
    }
    if (id === T.a) this.endLink();
    else if (id === T.code && this.#blockCode > 0) {
      if (--this.#blockCode === 0) this.#closeBlock(id);
    } else if (!this.inCode && PIECE_OF[id] !== 0 && this.pieces.length > this.first) {
      this.piece((PIECE_OF[id] ?? 0) - CLOSES, from);
      if (PIECE_OF[id] === PIECE.code) this.#codeDepth--;
    }
  }

  /** Skips the content of raw elements, or reads it in its own way. */
  #rawElement(id: number, from: number, behind: number): number {
    const { html } = this;
    const closing = id === T.plaintext ? html.length : this.endOf(id, behind);
    if (closing < 0) return READ_ON[id] === 1 ? behind : html.length;
    const end = html.indexOf(">", closing);
    if (id === T.script) this.#script(behind, closing);
    else if (id === T.title) {
      if ((this.current.bits & IS.inert) === 0) this.head.addTitle(decode(html.slice(behind, closing)));
    } else if (id === T.plaintext) {
      this.#openBlock(T.pre, from, behind);
      this.text(behind, closing);
    } else if (this.#isLeftOut) return end < 0 ? html.length : end + 1;
    else if (id === T.iframe && !isMute(id, this.#has, false))
      this.head[(this.current.bits & IS.navigation) === 0 ? "frame" : "menu"] = this.#has.value(A.src);
    else if (id === T.math) this.literal(texOf(html, from, behind, closing), PIECE.tex);
    else if (id === T.svg) {
      for (const { href, words } of linksInDrawing(html, behind, closing)) this.bareLink(href, "", words);
    } else if (id === T.button) {
      if (this.#unfolds(html.slice(behind, Math.min(closing, behind + LITERAL_CHARACTERS)))) return behind;
      this.label(behind, closing);
    }
    return end < 0 ? html.length : end + 1;
  }

  /** True for a button that is a whole heading, contains one, or is a question: its answer is below it. */
  #unfolds(inside: string): boolean {
    if (levelOf(this.current.tag) > 0 && this.counts.length === 0) return true;
    if ((this.current.bits & (IS.navigation | IS.header | IS.footer)) !== 0) return false;
    const words = inside
      .slice(0, 300)
      .replace(/<[^<>]*>/g, " ")
      .trim();
    return /<h[1-6][\s>]/i.test(inside) || (/\?|\xef\xbc\x9f|\xd8\x9f/.test(words) && words.split(/\s+/).length > 2);
  }

  #script(from: number, to: number): void {
    const type = this.#has.lower(A.type);
    const text = () => this.html.slice(from, to);
    if (type === "application/ld+json") {
      if ((this.current.bits & IS.inert) === 0) this.head.addData(charactersOf(text()));
    } else if (type.startsWith("math/tex")) {
      if (!this.#isLeftOut) this.literal(decode(text()).trim().slice(0, LITERAL_CHARACTERS), PIECE.tex);
    } else this.scripts++;
  }

  #voidElement(id: number, from: number): void {
    const has = this.#has;
    const { bits } = this.current;
    if (id === T.br) this.lineBreak();
    else if (id === T.hr) {
      if (this.current.tag === T.p) this.#close(this.#open.length - 1);
      else this.flush();
      this.rule(id);
    } else if ((bits & IS.inert) !== 0) return;
    else if (id === T.img) {
      if (this.inCode || this.isMuted || (bits & IS.hidden) !== 0 || this.#isLeftOut) return;
      this.picture(from);
    } else if (id === T.input) this.#input(from);
    else if (id === T.meta) this.head.addMeta(has, (bits & IS.noscript) === 0);
    else if (id === T.base) this.head.base ||= has.value(A.href);
    else if (id === T.area) this.bareLink(has.value(A.href), has.value(A.rel));
    else if (id === T.link) this.head.addLink(has);
    else if (id === T.frame && has.has(A.src)) {
      this.frames++;
      this.bareLink(has.value(A.src), "");
    }
  }

  #input(from: number): void {
    const isItem = this.current.tag === T.li || this.containers[this.current.parent]?.tag === T.li;
    const field = fieldOf(this.#has);
    if (field === "box") {
      if (isItem) this.piece(PIECE.box, from);
    } else if (field !== undefined && (this.current.bits & APART) === 0)
      this.fields.set(field, (this.fields.get(field) ?? 0) | this.current.bits);
  }

  /** Remembers the element that a control opens: the one it names, else the one behind its heading. */
  #control(id: number): void {
    const { bits, tag: around } = this.current;
    if (this.#has.raw(A["aria-expanded"]) !== "false" || (bits & (IS.navigation | IS.header | IS.footer)) !== 0) return;
    for (const name of this.#has.raw(A["aria-controls"]).split(/\s+/))
      if (this.#opened.size < MOST) this.#opened.add(name);
    if (levelOf(around) > 0 || levelOf(id) > 0) this.#openedAt = this.containers.length + Number(levelOf(id) > 0);
  }

  #openBlock(id: number, from: number, behind: number): void {
    const has = this.#has;
    if (id === T.html) {
      this.head.lang ||= has.value(A.lang) || has.value(A["xml:lang"]);
      return;
    }
    if (id === T.head || id === T.body) {
      this.flush();
      return;
    }
    if (this.inCode) {
      this.#openInPre(id);
      return;
    }
    // Boxes inside a heading do not divide it.
    if (id === T.div && levelOf(this.current.tag) > 0) {
      this.#inHeading++;
      this.lineBreak();
      return;
    }
    this.flush();
    this.#implyEnds(id);
    const isOpened =
      this.#openedAt === this.containers.length ||
      (this.#opened.size > 0 && has.has(A.id) && this.#opened.has(has.raw(A.id)));
    const all = saidOfBlock(id, has, this.html, behind);
    const said = isOpened ? all & ~IS.unshown : all;
    this.hasAppRoot ||= isAppRoot(has);
    this.#begin(id, from, this.#isLeftOut ? said | IS.hidden : said);
  }

  #begin(id: number, from: number, own: number): void {
    if (this.#open.length >= DEPTH || this.containers.length >= MOST) return;
    this.flush();
    const { index: parent, bits: above } = this.current;
    const index = this.containers.length;
    const bits = above | own;
    const [end, before] = [index + 1, this.blocks.length];
    this.current = { index, parent, tag: id, own, bits, from, end, before };
    this.containers.push(this.current);
    this.#open.push(this.current);
    const isFirst = this.title < 0 || this.title === this.blocks.length;
    if (id === T.h1 && isFirst && (bits & UNREAD) === 0) this.title = this.blocks.length;
    if (id === T.pre) this.inCode = true;
  }

  /** Highlighters make lines of code elements, and tables of numbers and code. */
  #openInPre(id: number): void {
    if (this.#mute === id) this.#muted++;
    else if (!this.isMuted && (this.#isLeftOut || isMute(id, this.#has, true))) this.#startMute(id);
    else {
      this.endLine();
      if (this.#inner.length < DEPTH) this.#inner.push({ id, first: this.pieces.length });
    }
  }

  #implyEnds(id: number): void {
    const open = this.#open;
    if (CLOSES_P[id] === 1) {
      if (this.current.tag === T.p) this.#close(open.length - 1);
      return;
    }
    const implied = ENDS[id];
    if (implied === undefined) return;
    const { ends, stops } = implied;
    for (let at = open.length - 1; at > Math.max(0, open.length - REACH); at--) {
      const other = open[at]?.tag ?? 0;
      if (ends[other] === 1) this.#close(at);
      if (ends[other] === 1 || stops[other] === 1) return;
    }
  }

  /** Closes the open elements from a depth on. */
  #close(depth: number): void {
    this.flush();
    const open = this.#open;
    while (open.length > depth) {
      const ended = open.pop();
      if (ended === undefined) break;
      ended.end = this.containers.length;
    }
    this.#inHeading = this.#codeDepth = 0;
    this.current = open.at(-1) ?? this.current;
    if (this.isMuted && open.length < this.#muteDepth) this.#endMute();
    if (this.inCode && (this.current.bits & IS.code) === 0) {
      this.inCode = false;
      this.#blockCode = this.#inner.length = 0;
    }
  }

  #closeTag(from: number): number {
    const { html } = this;
    const behind = html.indexOf(">", this.#readName(from + 2)) + 1 || html.length;
    const id = tagOf(this.#hash);
    const kind = KIND_OF[id];
    if (id === T.br) this.lineBreak();
    else if (kind === KIND.inline) this.#closeInline(id, from);
    else if (kind === KIND.block && id !== T.html && id !== T.body && id !== T.head) this.#closeBlock(id);
    return behind;
  }

  #closeBlock(id: number): void {
    if (this.inCode && id !== T.pre) {
      if (this.#mute === id) {
        if (--this.#muted === 0) this.#endMute();
        return;
      }
      const at = this.#inner.findLastIndex((one) => one.id === id);
      if (at >= 0) {
        // An element without text is an empty line.
        if (this.#inner[at]?.first === this.pieces.length) this.piece(PIECE.break, 0);
        else this.endLine();
        this.#inner.length = at;
        return;
      }
    }
    const open = this.#open;
    if (id === T.div && this.#inHeading > 0) {
      this.#inHeading--;
      this.lineBreak();
      return;
    }
    const least = Math.max(0, open.length - 1 - REACH);
    for (let at = open.length - 1; at > least; at--) {
      const other = open[at]?.tag ?? 0;
      if (other === id) {
        this.#close(at);
        return;
      }
      // A closing tag in a cell closes nothing outside of it.
      if (CELLS[other] === 1 && IN_TABLE[id] === 0) break;
    }
    this.flush();
  }
}
