import type { SocketEvent } from "../protocol/types.ts";

/** A second of a crawl, or more of them: how many pages came a second, and what held it. */
export interface Beat {
  readonly rate: number;
  readonly state: "going" | "slow" | "waiting" | "away";
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Pages over the time of a crawl: when they came, and when nothing could come. All times in milliseconds since it was asked for. */
export class Pace {
  /** Pages by the second in which they came. */
  readonly #pages: number[] = [];
  readonly #pauses: Span[] = [];
  /** A server was away: another one went on with the crawl. */
  readonly #absences: Span[] = [];
  #slowSince = Number.POSITIVE_INFINITY;

  take(event: SocketEvent, atMs: number): void {
    if (event.type === "page") {
      const second = Math.floor(Math.max(0, atMs) / 1000);
      this.#pages[second] = (this.#pages[second] ?? 0) + 1;
    } else if (event.type === "waiting") this.#pauses.push({ from: atMs, to: atMs + event.leftMs });
    else if (event.type === "resumed") this.#absences.push({ from: atMs - event.silentMs, to: atMs });
    else if (event.type === "slower") this.#slowSince = Math.min(this.#slowSince, atMs);
  }

  /** Milliseconds of all pauses that hosts asked for until `nowMs`; what two of them share counts once. */
  waitedMs(nowMs: number): number {
    let [waited, until] = [0, 0];
    for (const { from, to } of this.#pauses.toSorted((a, b) => a.from - b.from)) {
      const [begin, end] = [Math.max(from, until), Math.min(to, nowMs)];
      waited += Math.max(0, end - begin);
      until = Math.max(until, end);
    }
    return waited;
  }

  /** The time so far in at most `most` parts of whole seconds. */
  beats(nowMs: number, most: number): readonly Beat[] {
    const seconds = Math.max(1, Math.floor(nowMs / 1000));
    const width = Math.ceil(seconds / most);
    return Array.from({ length: Math.ceil(seconds / width) }, (_, n) => {
      const pages = Array.from({ length: width }, (_, k) => this.#pages[n * width + k] ?? 0);
      const rate = pages.reduce((sum, one) => sum + one, 0) / width;
      return { rate, state: this.#stateAt((n + 0.5) * width * 1000, rate) };
    });
  }

  #stateAt(ms: number, rate: number): Beat["state"] {
    const holds = ({ from, to }: Span) => ms >= from && ms < to;
    if (this.#absences.some(holds)) return "away";
    if (rate === 0 && this.#pauses.some(holds)) return "waiting";
    return ms >= this.#slowSince ? "slow" : "going";
  }
}
