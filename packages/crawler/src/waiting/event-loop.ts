let last: Promise<void> = Promise.resolve();

/**
 * Wait for it before a step that keeps the processor for tens of milliseconds. Such steps then never follow each other
 * at once, whoever takes them: requests that came in meanwhile are answered in between. Never rejects.
 */
export function yieldToEventLoop(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}

/** Milliseconds of work after which other work gets its turn. */
const TURN_MS = 20;

/** Time slice of a piece of work: its loop checks `isOver`, and then awaits `end`. */
export class Turn {
  #began = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#began > TURN_MS;
  }

  /** Returns when all that waited has had its turn. Never rejects. */
  async end(): Promise<void> {
    await yieldToEventLoop();
    this.#began = performance.now();
  }
}
