import { ATTRIBUTE, type TagAttributes } from "./attributes.ts";
import { MARK } from "./marks.ts";

/** Code on lines of its own without a `<pre>`: by the name of its class, or by how its white space is drawn. */
const BLOCK = /(?:^|\s)block(?=$|\s)/;
const KEPT_SPACE = /white-space\s*:\s*(?:pre|break-spaces)(?!-line)/i;

/** Tells the `<code>` that is a block from those in a line, and which closing tag ends it. */
export class BlockCode {
  /** Number of `<code>` that are open within the block, that one too; 0 outside of one. */
  #open = 0;

  /** Counts an opening `<code>` by the marks around it. @returns true where it begins a block */
  begins(attributes: TagAttributes, marks: number): boolean {
    if ((marks & MARK.code) !== 0) {
      if (this.#open > 0) this.#open++;
      return false;
    }
    const isBlock =
      (attributes.has(ATTRIBUTE.class) && BLOCK.test(attributes.plain(ATTRIBUTE.class))) ||
      (attributes.has(ATTRIBUTE.style) && KEPT_SPACE.test(attributes.plain(ATTRIBUTE.style)));
    this.#open = isBlock ? 1 : 0;
    return isBlock;
  }

  /** Counts a closing `</code>`. @returns true where it ends the block */
  ends(): boolean {
    return this.#open > 0 && --this.#open === 0;
  }
}
