import { MAX_DELAY_MS } from "../limits.ts";
import type { Turns } from "./turns.ts";

/** One scheme, name and port of a host, and the delay that its robots.txt asks for. */
export class Origin {
  inFlight = 0;
  nextAt = 0;
  /** Where other processes may be asking it. */
  readonly turns: Turns | undefined;
  #delayMs = 0;

  constructor(turns?: Turns) {
    this.turns = turns;
  }

  get delayMs(): number {
    return this.#delayMs;
  }

  /** Whether one more request would be one too many, however long ago the last one was. */
  get isBusy(): boolean {
    return this.#delayMs > 0 && this.inFlight > 0;
  }

  /** Whether its requests go by turns, which one process has at a time, and not by a share of the host. */
  get hasTurns(): boolean {
    return this.turns !== undefined && this.#delayMs > 0;
  }

  setDelay(delayMs: number): void {
    const before = this.#delayMs;
    this.#delayMs = Math.min(Math.max(delayMs, 0), MAX_DELAY_MS);
    if (before === this.#delayMs) return;
    // The host has just answered: the delay counts from now.
    this.keepDistance();
    if (this.#delayMs > 0) this.turns?.answered(this.#delayMs);
    else this.turns?.goOn({ delayMs: 0, wanted: 0 });
  }

  keepDistance(): void {
    if (this.#delayMs > 0) this.nextAt = Math.max(this.nextAt, performance.now() + this.#delayMs);
  }
}
