import { KIND, kindOf } from "../scan/scan.ts";

/** An inline element whose text is not read, up to its closing tag or the end of the element around it. */
export class Unread {
  readonly #tag: number;
  /** Number of open containers when it began. */
  readonly #depth: number;
  #nested = 0;

  constructor(tag: number, depth: number) {
    this.#tag = tag;
    this.#depth = depth;
  }

  open(id: number): void {
    if (id === this.#tag && kindOf(id) === KIND.inline) this.#nested++;
  }

  /** @returns whether this tag ends it */
  close(id: number): boolean {
    return this.#tag === id && kindOf(id) === KIND.inline && this.#nested-- === 0;
  }

  /** True if the element around the unread one has ended. */
  isLeft(depth: number): boolean {
    return this.#depth > depth;
  }
}
