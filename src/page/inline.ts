import { KIND, kindOf, tagName, tagSet } from "./tags.ts";

/** Inline elements that mean something in Markdown. */
const KEPT = tagSet("a b i em strong code kbd samp sup sub del s");

interface OpenInline {
  readonly tag: number;
  readonly opening: string;
  isWritten: boolean;
}

/**
 * The inline elements open at a place. Each is written when text follows and closed with the block, then opened again
 * in the next: so none is empty and none holds a block, as a link around a whole card does.
 */
export class InlineElements {
  readonly #open: OpenInline[] = [];

  /** @param href absolute, for links */
  open(tag: number, href: string | undefined): void {
    if (kindOf(tag) !== KIND.inline || KEPT[tag] === 0 || this.#open.length >= DEPTH) return;
    const name = tagName(tag);
    if (name === "a" && href === undefined) return;
    const opening = name === "a" ? `<a href="${href}">` : `<${name}>`;
    this.#open.push({ tag, opening, isWritten: false });
  }

  /** What closes the element, and opens again what stood in it when text comes. */
  close(tag: number): string {
    const place = this.#open.findLastIndex((inline) => inline.tag === tag);
    if (place < 0) return "";
    const closing = this.#closeFrom(place);
    this.#open.splice(place, 1);
    return closing;
  }

  /** What has to stand before text. */
  opening(): string {
    let html = "";
    for (const inline of this.#open) {
      if (inline.isWritten) continue;
      html += inline.opening;
      inline.isWritten = true;
    }
    return html;
  }

  /** What closes all of them before a block begins or ends. */
  endBlock(): string {
    return this.#closeFrom(0);
  }

  #closeFrom(place: number): string {
    let html = "";
    for (const inline of this.#open.slice(place).reverse()) {
      if (inline.isWritten) html += `</${tagName(inline.tag)}>`;
      inline.isWritten = false;
    }
    return html;
  }
}

/** Pages that nest deeper mean nothing by it. */
const DEPTH = 16;
