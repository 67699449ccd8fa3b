import { EXIT } from "./exit.ts";

/**
 * Ctrl-C and SIGTERM. The first one ends what runs; where that can finish with what it has, the first one asks it to, and
 * the next one ends it. One more ends the process at once.
 */
export class Stopping {
  readonly #ending = new AbortController();
  #finishing: AbortController | undefined;

  constructor() {
    for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => this.#stop());
  }

  /** Fires when what runs is to end. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Fires at the first one, from now on until `finished`. */
  finishing(): AbortSignal {
    this.#finishing = new AbortController();
    return this.#finishing.signal;
  }

  /** Nothing is under way any more that could finish sooner. */
  finished(): void {
    this.#finishing = undefined;
  }

  #stop(): void {
    if (this.signal.aborted) process.exit(EXIT.interrupted);
    if (this.#finishing === undefined || this.#finishing.signal.aborted) this.#ending.abort();
    else this.#finishing.abort();
  }
}
