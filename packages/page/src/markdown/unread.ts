import { KIND, kindOf } from "../scan/scan.ts";

/** An inline element whose text is not read, while it lasts: up to its own closing tag, or the end of what holds it. */
export class Unread {
  readonly #tag: number;
  readonly #openContainers: number;
  #nested = 0;

  constructor(tag: number, openContainers: number) {
    this.#tag = tag;
    this.#openContainers = openContainers;
  }

  open(id: number): void {
    if (id === this.#tag && kindOf(id) === KIND.inline) this.#nested++;
  }

  /** @returns whether this tag ends it */
  close(id: number): boolean {
    return this.#tag === id && kindOf(id) === KIND.inline && this.#nested-- === 0;
  }

  /** True if the element around the unread one has ended. */
  isLeft(openContainers: number): boolean {
    return this.#openContainers > openContainers;
  }
}
