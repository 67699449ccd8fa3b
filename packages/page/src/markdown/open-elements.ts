import type { Container } from "../scan/scan.ts";
import type { Code } from "./code.ts";
import type { Frame } from "./frame.ts";
import type { MathMl } from "./mathml.ts";

/** A block-level element (container) that has begun and not ended, with what it opened. */
export interface OpenElement {
  readonly container: Container;
  readonly frame?: Frame | undefined;
  /** Programming language that the element names. */
  readonly language?: string | undefined;
  /** True if all text in the element is read, even if it is no part of the content. */
  readonly isForced?: boolean;
  readonly code?: Code;
  readonly math?: MathMl;
}

/** A language may be named on wrappers this far up: on a figure whose table has a row of numbers and code. */
const CODE_WRAPPERS = 5;

/**
 * The stack of open elements, for block-level ones (containers), and a place in the page's list of them, which only
 * moves forward.
 */
export class OpenElements {
  readonly #containers: readonly Container[];
  readonly #open: OpenElement[] = [];
  #next: number;
  #forced = 0;

  constructor(containers: readonly Container[], first: number) {
    this.#containers = containers;
    this.#next = first;
  }

  get count(): number {
    return this.#open.length;
  }

  get innermost(): Container | undefined {
    return this.#open.at(-1)?.container;
  }

  /** True if all text is read at present, content or not. */
  get isForced(): boolean {
    return this.#forced > 0;
  }

  /** The language that a wrapper of code names. */
  get language(): string | undefined {
    return this.#open.slice(-CODE_WRAPPERS).findLast(({ language }) => language !== undefined)?.language;
  }

  /** The container that begins at this offset. Offsets never go back. */
  startingAt(from: number): Container | undefined {
    while ((this.#containers[this.#next]?.from ?? Number.POSITIVE_INFINITY) < from) this.#next++;
    const container = this.#containers[this.#next];
    return container?.from === from ? container : undefined;
  }

  push(open: OpenElement): void {
    this.#open.push(open);
    if (open.isForced) this.#forced++;
  }

  /** Removes and returns the innermost element if it ends at this offset or before; else undefined. */
  popEnded(at: number): OpenElement | undefined {
    const last = this.#open.at(-1);
    if (last === undefined || last.container.to > at) return undefined;
    this.#open.pop();
    if (last.isForced) this.#forced--;
    return last;
  }
}
