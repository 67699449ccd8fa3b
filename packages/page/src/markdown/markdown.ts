// Writes a page's Markdown from its blocks and what is between them.
import type { Content } from "../content/content.ts";
import type { Addresses } from "../links.ts";
import { type Block, type Container, findPiece, PIECE } from "../scan/blocks.ts";
import { attributeAt, levelOf, nameOf, tagSet, tagsOf } from "../scan/html.ts";
import { IS } from "../scan/names.ts";
import type { Scan } from "../scan/scan.ts";
import { blockText } from "../scan/text-of.ts";
import { Boxes, type Footnotes, footnotesOf, languageOf } from "./boxes.ts";
import { Inline } from "./inline.ts";
import { numberOf, rowsOf, tablesOf } from "./table.ts";
import {
  bold,
  escapeLines,
  indented,
  join,
  type MarkdownBlock,
  markdownOfBlock,
  oneLine,
  quoted,
  withBlocksOfCode,
} from "./written.ts";

/** The main content in Markdown, without the page's title; further `<h1>` become `##`. Linear; never throws. */
export const markdownOf = (reading: Reading): string => new Writer(reading).write();

/** The blocks of a page, from which its fields and its Markdown are made. */
export type Reading = { readonly scan: Scan; readonly content: Content; readonly addresses: Addresses };

/** An element with a meaning in Markdown, and its content. */
type Part = { readonly container: Container; readonly children: (Part | Block)[] };

const T = tagsOf("code li dd tr h1 hr table caption figure figcaption blockquote dt summary");
const STRUCTURAL = tagSet("ul ol menu li blockquote table tr td th dt summary caption");
const LISTS = tagSet("ul ol menu");
const CELLS = tagSet("td th");
const HOLDERS = tagSet("li p dd dt td th blockquote");
const APART = IS.navigation | IS.footer | IS.cookie | IS.aside | IS.around | IS.form | IS.comments | IS.header;
/** Deepest nesting of elements that indent their lines. */
const INDENTS = 16;
/** Most elements with a meaning around a block. */
const MAX_OPEN = 24;

const isPart = (child: Part | Block): child is Part => "children" in child;
const isIn = ({ container }: Block, { index, end }: Container): boolean => container >= index && container < end;

class Writer {
  readonly #scan: Scan;
  readonly #content: Content;
  readonly #boxes: Boxes;
  readonly #inline: Inline;
  readonly #notes: Footnotes;
  #depth = 0;
  /** Number of open cells. */
  #cells = 0;

  constructor({ scan, content, addresses }: Reading) {
    this.#scan = scan;
    this.#content = content;
    this.#boxes = new Boxes(scan);
    this.#notes = footnotesOf(scan);
    this.#inline = new Inline(scan, addresses, this.#notes);
  }

  write(): string {
    const root: Part = { container: this.#scan.containers[this.#content.root] ?? this.#scan.page, children: [] };
    const open = [root];
    let before: Block | undefined;
    for (const block of this.#kept()) {
      while (open.length > 1 && !isIn(block, (open.at(-1) ?? root).container)) open.pop();
      let top = open.at(-1) ?? root;
      for (const container of this.#meantSince(before, block).slice(0, MAX_OPEN - open.length)) {
        const part: Part = { container, children: [] };
        top.children.push(part);
        open.push(part);
        top = part;
      }
      top.children.push(block);
      before = block;
    }
    return join(this.#written(root));
  }

  /** The content, link lists that belong to it, and figures inside or at the end of it. */
  #kept(): Block[] {
    const { blocks, containers } = this.#scan;
    const { root, bits, blocks: chosen, page } = this.#content;
    const content = new Set(chosen);
    const { end = 0, own: said = 0 } = containers[root] ?? {};
    const last = chosen.at(-1)?.first ?? -1;
    const isNamed = (said & (IS.main | IS.article)) !== 0;
    const kept: Block[] = [];
    const behind: Block[] = [];
    let headings: Block[] = [];
    let hasBegun = false;
    let hasEnded = false;
    for (const block of blocks) {
      const { container, tag: id, length, first, bits: own } = block;
      if (container < root || container >= end) continue;
      const isOut = (own & (page.dropped | IS.hidden | IS.inert)) !== 0 || ((bits[container] ?? 0) & APART) !== 0;
      const leadsOn = () => HOLDERS[id] === 1 && this.#leadsOn(block);
      if (content.has(block)) {
        hasBegun = true;
        kept.push(block);
        headings = [];
      } else if (levelOf(id) > 0) {
        if (id === T.h1) hasBegun = true;
        else if (!isOut) headings.push(block);
      } else if (!hasBegun || isOut) continue;
      else if (id === T.hr) kept.push(block);
      else if (this.#isOfFigure(block)) {
        if (!hasEnded && (length > 0 || this.#hasPicture(block))) kept.push(block);
      } else if ((first < last || (isNamed && (id === T.li || id === T.dd))) && leadsOn()) {
        for (const one of headings) kept.push(one);
        kept.push(block);
        headings = [];
      } else if (first > last) {
        hasEnded = true;
        if (leadsOn()) behind.push(...headings.splice(0).slice(-1), block);
      }
    }
    // A single paragraph of links at the end is kept with its heading; several are a pager or teasers.
    return behind.filter(({ tag: id }) => levelOf(id) === 0).length === 1 ? [...kept, ...behind].sort(inOrder) : kept;
  }

  #isOfFigure({ length, container }: Block): boolean {
    return length === 0 || this.#isWithin(container, T.figcaption) || this.#isWithin(container, T.figure);
  }

  #isWithin(container: number, id: number): boolean {
    const { root } = this.#content;
    return this.#scan.around(container).some(({ index, tag: own }) => index > root && own === id);
  }

  #hasPicture(block: Block): boolean {
    const isShown = (piece: number, from: number) => piece === PIECE.image && this.#inline.image(from, true) !== "";
    return findPiece(this.#scan.pieces, block, isShown) >= 0;
  }

  #leadsOn(block: Block): boolean {
    const { pieces, links } = this.#scan;
    const isLink = (piece: number, link: number) =>
      piece === PIECE.link && !/^(?:#|javascript:)/i.test(links[link]?.href ?? "#");
    return findPiece(pieces, block, isLink) >= 0;
  }

  /** Elements with a meaning around a block and not around the one before it, outermost first. */
  #meantSince(before: Block | undefined, { container }: Block): Container[] {
    const meant: Container[] = [];
    for (const one of this.#scan.around(container)) {
      if (one.index <= this.#content.root || (before !== undefined && isIn(before, one))) break;
      if (this.#isMeant(one)) meant.unshift(one);
    }
    return meant;
  }

  #isMeant(one: Container): boolean {
    if (STRUCTURAL[one.tag] === 1 || (one.own & IS.panel) !== 0 || this.#notes.places.has(one.index)) return true;
    return this.#boxes.kindOf(one) !== "";
  }

  #written({ children }: Part): MarkdownBlock[] {
    const inside: MarkdownBlock[] = [];
    for (const child of children)
      for (const one of isPart(child) ? this.#part(child) : this.#block(child)) inside.push(one);
    return withBlocksOfCode(inside);
  }

  #part(part: Part): MarkdownBlock[] {
    const { container } = part;
    const { tag: id } = container;
    if (this.#depth >= INDENTS) return this.#written(part);
    if (LISTS[id] === 1) return this.#list(part);
    if (id === T.table) return this.#table(part);
    this.#depth++;
    const inside = this.#written(part);
    this.#depth--;
    const note = this.#notes.places.get(container.index);
    if (note !== undefined && inside.length > 0)
      return [{ type: "quote", text: `[^${note}]: ${indented(join(inside), 4)}` }];
    if (id === T.li) return inside;
    const kind = this.#boxes.kindOf(container);
    if (kind !== "") {
      const [first] = part.children;
      const holder = first === undefined || isPart(first) ? undefined : this.#scan.containers[first.container];
      return [this.#boxes.write(kind, holder, inside)];
    }
    if (id === T.blockquote) return inside.length === 0 ? [] : [{ type: "quote", text: quoted(join(inside)) }];
    if ((id === T.dt || id === T.summary) && inside.every(({ type }) => type === "text" || type === "heading"))
      return inside.length === 0 ? [] : [bold(oneLine(inside))];
    const label = (container.own & IS.panel) === 0 ? "" : this.#boxes.labelOf(container);
    return label === "" ? inside : [bold(label), ...inside];
  }

  #list({ container, children }: Part): MarkdownBlock[] {
    const isOrdered = nameOf(container.tag) === "ol";
    const { html } = this.#scan;
    let number = isOrdered ? numberOf(attributeAt(html, container.from, "start"), 1) : 0;
    const before: MarkdownBlock[] = [];
    const notes: MarkdownBlock[] = [];
    const items: { marker: string; inside: MarkdownBlock[] }[] = [];
    this.#depth++;
    for (const child of children) {
      const inside = this.#written({ container, children: [child] });
      if (inside.length === 0) continue;
      if (isPart(child) && this.#notes.places.has(child.container.index)) for (const one of inside) notes.push(one);
      else if (isPart(child) && child.container.tag === T.li) {
        if (isOrdered) number = numberOf(attributeAt(html, child.container.from, "value"), number);
        items.push({ marker: isOrdered ? `${number++}. ` : "- ", inside });
      } else for (const one of inside) (items.at(-1)?.inside ?? before).push(one);
    }
    this.#depth--;
    const isLoose = items.some(
      ({ inside: [first, ...rest] }) =>
        rest.length > 0 && (first?.type === "list" || rest.some(({ type }) => type !== "list")),
    );
    const between = isLoose ? "\n\n" : "\n";
    const lines = items.map(
      ({ marker, inside }) => marker + indented(inside.map(markdownOfBlock).join(between), marker.length),
    );
    const list: MarkdownBlock[] = lines.length === 0 ? [] : [{ type: "list", text: lines.join(between) }];
    return [...before, ...list, ...notes];
  }

  /** A Markdown table, or the blocks of its cells for a layout table. */
  #table(part: Part): MarkdownBlock[] {
    const { container } = part;
    const cells = new Map<number, MarkdownBlock[]>();
    const before: MarkdownBlock[] = [];
    const gather = ({ children }: Part) => {
      for (const child of children) {
        if (isPart(child) && CELLS[child.container.tag] === 1) {
          this.#cells++;
          cells.set(child.container.index, this.#written(child));
          this.#cells--;
        } else if (isPart(child) && child.container.tag === T.tr) gather(child);
        else for (const one of this.#written({ container, children: [child] })) before.push(one);
      }
    };
    gather(part);
    const { html } = this.#scan;
    const isLooks = /^(?:presentation|none)$/i.test(attributeAt(html, container.from, "role"));
    const rows = isLooks || this.#boxes.isIn(container) ? [] : rowsOf(this.#scan, container, cells);
    const tables = tablesOf(html, rows);
    if (tables !== undefined) return [...before, ...tables];
    for (const inside of cells.values()) for (const one of inside) before.push(one);
    return before;
  }

  #block(block: Block): MarkdownBlock[] {
    const { bits, tag: id, container } = block;
    if ((bits & IS.code) !== 0) {
      const written = blockText(this.#scan, block);
      const text = id === T.code ? outdented(written) : written;
      return text === "" ? [] : [{ type: "code", text, language: languageOf(this.#scan, block) }];
    }
    if (id === T.hr) return [{ type: "rule", text: "---" }];
    const level = levelOf(id);
    const text = this.#inline.write(block, { isHeading: level > 0, isCell: this.#cells > 0 });
    if (text === "") return [];
    if (level > 0 && !this.#isWithin(container, T.caption))
      return [{ type: "heading", level: Math.max(2, level), text: text.replace(/\s+/g, " ") }];
    if (this.#isCode(block))
      return [{ type: "line", text, code: this.#linesOf(block), language: languageOf(this.#scan, block) }];
    return [{ type: "text", text: escapeLines(text) }];
  }

  /** True for a paragraph that is nothing but code, and for the cell beside a line's number. */
  #isCode({ first, last, container }: Block): boolean {
    const { pieces, html, containers } = this.#scan;
    const [before, cell] = [containers[container - 1], containers[container]];
    if (CELLS[cell?.tag ?? 0] === 1 && before?.parent === cell?.parent && ((before?.own ?? 0) & IS.tool) !== 0)
      return true;
    if (pieces[first] !== PIECE.code) return false;
    let open = 0;
    for (let at = first; at < last; at += 2) {
      const piece = pieces[at] ?? 0;
      if (piece === PIECE.code) open++;
      else if (piece === PIECE.code - 1) open--;
      else if (piece < PIECE.code - 1 || (open === 0 && piece >= 0 && html.slice(piece, pieces[at + 1]).trim() !== ""))
        return false;
    }
    return true;
  }

  #linesOf(block: Block): string {
    const code = blockText(this.#scan, { ...block, bits: block.bits | IS.code, isPlain: false });
    return code
      .split("\n")
      .map((line) => line.trimEnd())
      .join("\n");
  }
}

/** Removes the common indentation. */
function outdented(code: string): string {
  const lines = code.split("\n");
  const least = lines.filter((line) => line.trim() !== "").reduce((few, line) => Math.min(few, line.search(/\S/)), 80);
  return lines.map((line) => line.slice(least)).join("\n");
}

const inOrder = (a: Block, b: Block): number => a.first - b.first || a.length - b.length;
