import { throwIfStopped } from "./abort.ts";
import { Line } from "./line.ts";

/**
 * Lets `permits` callers run at a time. Others wait in one line per group; the lines take turns, urgent callers go
 * first.
 */
export class Semaphore {
  #free: number;
  readonly #urgent = new Line();
  /** Lines of waiting callers by group; the first of the map is served next. */
  readonly #lines = new Map<string, Line>();

  constructor(permits: number) {
    this.#free = permits;
  }

  get free(): number {
    return this.#free;
  }

  /**
   * Each one that was acquired is released once. A group of many callers does not keep those of another waiting.
   * @throws CrawlError `aborted`
   */
  async acquire(signal: AbortSignal, group = ""): Promise<void> {
    if (this.#took(signal)) return;
    const line = this.#lines.get(group) ?? new Line();
    this.#lines.set(group, line);
    await line.wait(undefined, signal);
  }

  /** As `acquire`, but before all who wait in an ordinary line. @throws CrawlError `aborted` */
  async acquireUrgently(signal: AbortSignal): Promise<void> {
    if (!this.#took(signal)) await this.#urgent.wait(undefined, signal);
  }

  #took(signal: AbortSignal): boolean {
    throwIfStopped(signal);
    const isFree = this.#free > 0;
    if (isFree) this.#free--;
    return isFree;
  }

  release(): void {
    if (this.#urgent.serveFirst()) return;
    for (const [group, line] of this.#lines) {
      // A group that was served goes to the end; one of which all gave up is forgotten.
      this.#lines.delete(group);
      if (line.length > 1) this.#lines.set(group, line);
      if (line.serveFirst()) return;
    }
    this.#free++;
  }
}
