import { MAX_DELAY_MS } from "../limits.ts";

/** One scheme, name and port of a host, and the delay that its robots.txt asks for. */
export class Origin {
  inFlight = 0;
  nextAt = 0;
  #delayMs = 0;

  get delayMs(): number {
    return this.#delayMs;
  }

  /** True if one more request would be one too many, however long ago the last one was. */
  get isBusy(): boolean {
    return this.#delayMs > 0 && this.inFlight > 0;
  }

  setDelay(delayMs: number): void {
    const before = this.#delayMs;
    this.#delayMs = Math.min(Math.max(delayMs, 0), MAX_DELAY_MS);
    if (before === this.#delayMs) return;
    // The host has just answered: the delay counts from now.
    this.keepDistance();
  }

  keepDistance(): void {
    if (this.#delayMs > 0) this.nextAt = Math.max(this.nextAt, performance.now() + this.#delayMs);
  }
}
