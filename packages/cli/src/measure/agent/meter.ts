import { CrawlError } from "@llmstxt-service/page/errors";

/** Counts the tokens of a run, and ends it at the limit. */
export class Meter {
  readonly #limit: number;
  #spent = 0;

  /** @param limit most tokens, in and out */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get spent(): number {
    return this.#spent;
  }

  /** @throws CrawlError `enhancement_failed` when the limit is reached */
  check(): void {
    if (this.#spent < this.#limit) return;
    const detail = `The language model has been sent or has written ${this.#spent} tokens; the limit is ${this.#limit}`;
    throw new CrawlError("enhancement_failed", { detail });
  }

  add(tokens: number): void {
    this.#spent += tokens;
  }
}
