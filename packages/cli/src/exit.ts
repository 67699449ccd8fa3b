// Exit codes of the command, and the signals that end it.
import { CrawlError } from "@llmstxt-service/page/errors";

/** Exit codes: success, failure, wrong usage, ended by Ctrl-C. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];

export const wrongUsage = (detail: string): CrawlError => new CrawlError("wrong_usage", { detail });

/**
 * Handles Ctrl-C and SIGTERM. The first signal ends the work; work that can finish with what it has is first asked to,
 * and ended by the next signal. One more ends the process at once.
 */
export class Stopping {
  readonly #ending = new AbortController();
  readonly signal = this.#ending.signal;
  #finishing: AbortController | undefined;

  constructor() {
    for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => this.#stop());
  }

  /** Returns a signal that fires at the first Ctrl-C, until `finished` is called. */
  finishing(): AbortSignal {
    this.#finishing = new AbortController();
    return this.#finishing.signal;
  }

  /** Called when the work cannot finish early any more. */
  finished(): void {
    this.#finishing = undefined;
  }

  #stop(): void {
    if (this.signal.aborted) process.exit(EXIT.interrupted);
    if (this.#finishing === undefined || this.#finishing.signal.aborted) this.#ending.abort();
    else this.#finishing.abort();
  }
}
