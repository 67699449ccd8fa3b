import type { RunLine } from "../protocol/protocol.ts";
import type { Fact } from "./fact.ts";
import { describe, isAtLeast, levelOf } from "./table.ts";

/** Lines kept of one recrawl: the first and the last ones. */
const KEPT = { first: 30, last: 70 } as const;

const MAX_TEXT = 250;

/** The log of one recrawl that is kept with its site: all levels from `info` on. */
export class RunLog {
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #first: RunLine[] = [];
  readonly #last: RunLine[] = [];
  #dropped = 0;
  #failed = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#startedAt = now();
  }

  add(fact: Fact): void {
    if (fact.type === "failed") this.#failed++;
    if (!isAtLeast(fact, "info")) return;
    const found = levelOf(fact);
    const level = found === "warning" || found === "failure" ? found : "info";
    const atMs = Math.round(this.#now() - this.#startedAt);
    for (const text of describe(fact, 0)) this.#keep({ atMs, level, text: text.slice(0, MAX_TEXT) });
  }

  #keep(line: RunLine): void {
    if (this.#first.length < KEPT.first) return void this.#first.push(line);
    this.#last.push(line);
    if (this.#last.length <= KEPT.last) return;
    this.#last.shift();
    this.#dropped++;
  }

  /** Figures and log of the run, for its row. */
  get record(): { readonly failed: number; readonly log: string } {
    const { dropped, lines } = { dropped: this.#dropped, lines: [...this.#first, ...this.#last] };
    return { failed: this.#failed, log: JSON.stringify({ dropped, lines }) };
  }
}
