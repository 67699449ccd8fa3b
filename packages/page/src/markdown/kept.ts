import type { Content } from "../content/content.ts";
import { endOfContainer } from "../content/content.ts";
import type { Scan, TextBlock } from "../scan/scan.ts";
import { isHeading, MARK, TAG, tag, tagSet } from "../scan/scan.ts";
import { APART, linkedBlocks, NOT_SHOWN } from "./linked-blocks.ts";

/** A table without one of its cells would shift the others. */
const CELLS = tagSet("tr td th tbody thead tfoot");
const FIGURES = new Set([tag("figure"), TAG.figcaption, tag("picture")]);

/** The part of a page that becomes Markdown: the text found to be content, and what stands between it. */
export class Kept {
  /** Start and end of the content in the source. */
  readonly from: number;
  readonly to: number;
  readonly #scan: Scan;
  readonly #content: Content;
  readonly #texts = new Set<number>();
  /** Bits by container: 1 if it holds text of the content, 2 if it holds text that was left out. */
  readonly #holds: Uint8Array;
  #first: number;
  #last: number;

  constructor(scanned: Scan, content: Content) {
    const { containers } = scanned;
    const { root } = content;
    this.#scan = scanned;
    this.#content = content;
    this.from = containers[root]?.from ?? 0;
    this.to = containers[root]?.to ?? 0;
    this.#holds = new Uint8Array(containers.length);
    this.#first = this.to;
    this.#last = this.from;
    for (const block of content.blocks) this.#keep(block);
    for (const block of linkedBlocks(scanned, content, (block) => this.#isKept(block))) this.#keep(block);
    this.#noteLeftOut();
    const end = endOfContainer(containers, root);
    for (let index = root; index < end; index++) {
      const container = containers[index];
      if (container === undefined || container.from >= this.#first) break;
      // A picture between the title and the first words belongs to them.
      if (container.tag === TAG.h1) this.#first = Math.min(this.#first, container.to);
    }
  }

  #keep(block: TextBlock): void {
    const { stretches } = this.#scan;
    for (let at = block.first; at < block.last; at += 2) this.#texts.add(stretches[at] ?? 0);
    this.#first = Math.min(this.#first, stretches[block.first] ?? this.to);
    this.#last = Math.max(this.#last, stretches[block.last - 2] ?? this.from);
    this.#mark(block.container, 1);
  }

  #isKept(block: TextBlock): boolean {
    return this.#texts.has(this.#scan.stretches[block.first] ?? 0);
  }

  #noteLeftOut(): void {
    const { blocks, stretches } = this.#scan;
    for (const block of blocks) {
      const from = stretches[block.first] ?? 0;
      if (from < this.from || from >= this.to || this.#isKept(block)) continue;
      if (!FIGURES.has(block.tag) && !isHeading(block.tag)) this.#mark(block.container, 2);
    }
  }

  #mark(container: number, bit: number): void {
    const { containers } = this.#scan;
    let index = container;
    while (index >= this.#content.root && ((this.#holds[index] ?? 0) & bit) === 0) {
      this.#holds[index] = (this.#holds[index] ?? 0) | bit;
      index = containers[index]?.parent ?? -1;
    }
  }

  hasText(from: number): boolean {
    return this.#texts.has(from);
  }

  /** True if it holds text of the content. */
  holds(container: number): boolean {
    return ((this.#holds[container] ?? 0) & 1) !== 0;
  }

  /** True if a container has nothing that belongs to the content. */
  isOut(index: number): boolean {
    const container = this.#scan.containers[index];
    if (container === undefined || (container.own & MARK.hidden) !== 0) return true;
    if (this.holds(index)) return false;
    if ((container.own & NOT_SHOWN) !== 0) return true;
    if (CELLS[container.tag] === 1) return false;
    if (FIGURES.has(container.tag)) return !this.isNear(container.from);
    return ((this.#content.marks[index] ?? 0) & APART) !== 0 || ((this.#holds[index] ?? 0) & 2) !== 0;
  }

  /** True if an image, a formula or a caption at this place belongs to the content. */
  isNear(from: number): boolean {
    return from >= this.#first && from <= this.#last;
  }
}
