// Counts the round trips of a crawl at its server.

/** The requests that waited for the same number of answers, one after the other. */
export interface Round {
  /** Milliseconds from the first request of all to the first of these. */
  readonly atMs: number;
  readonly requests: number;
  /** Kind of request -> how many. */
  readonly kinds: Readonly<Record<string, number>>;
}

/**
 * A request belongs to the round after the newest round that had an answer when it arrived. So the number of rounds is
 * the number of round trips, however busy the machine is.
 */
export class Rounds {
  readonly list: { atMs: number; requests: number; kinds: Record<string, number> }[] = [];
  #answered = 0;
  #startedAt = 0;

  /** Returns the round of this request. */
  ask(kind: string): number {
    if (this.list.length === 0) this.#startedAt = performance.now();
    const at = this.#answered;
    const round = this.list[at] ?? { atMs: Math.round(performance.now() - this.#startedAt), requests: 0, kinds: {} };
    this.list[at] = round;
    round.requests++;
    round.kinds[kind] = (round.kinds[kind] ?? 0) + 1;
    return at;
  }

  answered(round: number): void {
    this.#answered = Math.max(this.#answered, round + 1);
  }
}
