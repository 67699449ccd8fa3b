import type { Container } from "../scan/scan.ts";
import type { Code } from "./code.ts";
import type { Frame } from "./frame.ts";
import type { MathMl } from "./mathml.ts";

/** A container that has begun and not ended, and what it began. */
export interface Open {
  readonly container: Container;
  readonly frame?: Frame | undefined;
  /** The programming language that it names. */
  readonly language?: string | undefined;
  /** All text in it is read, even if it is no part of the content. */
  readonly isForced?: boolean;
  readonly code?: Code;
  readonly math?: MathMl;
}

/** A language may be named on wrappers this far up. */
const CODE_WRAPPERS = 3;

/** The containers of a page as they begin and end: a stack, and a place in their list, which only moves forward. */
export class OpenContainers {
  readonly #containers: readonly Container[];
  readonly #open: Open[] = [];
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

  /** True if all text in it is read. */
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

  push(open: Open): void {
    this.#open.push(open);
    if (open.isForced) this.#forced++;
  }

  /** Takes off the innermost one if it reaches no further than this offset. */
  popEnded(at: number): Open | undefined {
    const last = this.#open.at(-1);
    if (last === undefined || last.container.to > at) return undefined;
    this.#open.pop();
    if (last.isForced) this.#forced--;
    return last;
  }
}
