/** Hands what is pushed to its one reader, in order. A slow reader does not delay the writer. */
export class EventQueue<Event> {
  readonly #events: Event[] = [];
  #ended = false;
  #error: unknown;
  #wake: () => void = () => {};

  push(event: Event): void {
    this.#events.push(event);
    this.#wake();
  }

  /** Ends the iteration after the events pushed so far; with an error the iteration throws it. */
  end(error?: unknown): void {
    this.#ended = true;
    this.#error = error;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void> {
    while (true) {
      yield* this.#events.splice(0);
      if (this.#events.length > 0) continue;
      if (this.#ended) break;
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
    if (this.#error !== undefined) throw this.#error;
  }
}
