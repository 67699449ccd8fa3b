import { CrawlError } from "@llmstxt-service/page/errors";
import type { Slower } from "../fetch.ts";

/**
 * Most requests in flight to a host until its first answer, and once that was fast; the first request is robots.txt's,
 * sent alone.
 */
const FIRST_CONCURRENCY = 4;
const SECOND_CONCURRENCY = 8;
/** Milliseconds within which every answer is fast. */
const FAST_MS = 500;
/** Milliseconds within which no answer is slow. */
const SLOW_MS = 2000;
/** Multiples of the host's best answer that are still fast, or already slow. */
const FAST_FACTOR = 2;
const SLOW_FACTOR = 4;
/** Answers in a row before a number of requests that the host once refused is tried again. */
const CALM_ANSWERS = 50;
/** The first distance between requests to a host that refuses one at a time, and the last: they double between. */
const FIRST_GAP_MS = 250;
const MAX_GAP_MS = 4000;
/** Answers in a row before the distance is halved again. */
const STEADY_ANSWERS = 10;

/** Longest pause, in milliseconds, that requests wait for; if a host asks for a longer one they fail at once. */
export const MAX_PAUSE_MS = 60_000;

/** Error of a request to a host that asked for a pause too long to wait for. */
export const leftAlone = (waitMs: number): CrawlError =>
  new CrawlError("host_asks_to_wait", { waitMs, until: new Date(Date.now() + waitMs).toISOString() });

/** Outcome of a request, for the host to learn from. */
export type Observation =
  | { readonly type: "answered"; readonly elapsedMs: number }
  /** The host has too much to do. `retryAfterMs`: when it wants to be asked again, where it says so. */
  | RefusedAnswer
  | { readonly type: "timedOut" }
  /** The request says nothing about the host's speed. */
  | { readonly type: "none" };

interface RefusedAnswer {
  readonly type: "refused";
  readonly reason: string;
  readonly retryAfterMs?: number | undefined;
}

/**
 * Number of requests that one host gets, learnt from its answers: more at a time while it is fast, half when it was too much,
 * and below one at a time an ever greater distance between two requests.
 */
export class Pace {
  readonly #maxConcurrency: number;
  #concurrency: number;
  #gapMs = 0;
  /** Largest number of requests that was never refused; more are tried seldom. */
  #ceiling = Number.POSITIVE_INFINITY;
  /** Answers since the pace last changed. */
  #answers = 0;
  #hasSlowed = false;
  /** Requests under way when the pace was last slowed: they say the same thing again. */
  #older = 0;
  #bestMs = Number.POSITIVE_INFINITY;

  constructor(maxConcurrency: number) {
    this.#maxConcurrency = maxConcurrency;
    this.#concurrency = Math.min(FIRST_CONCURRENCY, maxConcurrency);
  }

  /** Requests that may be in flight at present. */
  get concurrency(): number {
    return this.#concurrency;
  }

  /** Milliseconds from one request to the next, where even one at a time was too much; else 0. */
  get gapMs(): number {
    return this.#gapMs;
  }

  /** @param alongside other requests still in flight. Says so when fewer will be from now on. */
  learn(seen: Observation, alongside: number): Slower | undefined {
    const isOlder = this.#older > 0;
    if (isOlder) this.#older--;
    switch (seen.type) {
      case "none":
        return undefined;
      case "answered":
        return this.#learnSpeed({ elapsedMs: seen.elapsedMs, isOlder }, alongside);
      case "timedOut":
        return isOlder ? undefined : this.#halve("time-out", alongside);
      case "refused":
        return isOlder ? undefined : this.#giveWay(seen, alongside);
    }
    seen satisfies never;
  }

  #learnSpeed(
    { elapsedMs, isOlder }: { readonly elapsedMs: number; readonly isOlder: boolean },
    alongside: number,
  ): Slower | undefined {
    const isFirst = this.#bestMs === Number.POSITIVE_INFINITY && !this.#hasSlowed;
    if (isFirst && elapsedMs <= FAST_MS) this.#concurrency = Math.min(SECOND_CONCURRENCY, this.#maxConcurrency);
    this.#answers++;
    this.#bestMs = Math.min(this.#bestMs, elapsedMs);
    const isSlow = elapsedMs > Math.max(SLOW_MS, SLOW_FACTOR * this.#bestMs);
    if (isSlow) return isOlder ? undefined : this.#halve("slow answers", alongside);
    if (elapsedMs <= Math.max(FAST_MS, FAST_FACTOR * this.#bestMs)) this.#quicken();
    return undefined;
  }

  #giveWay({ reason, retryAfterMs }: RefusedAnswer, alongside: number): Slower | undefined {
    this.#ceiling = Math.max(1, this.#concurrency - 1);
    if (this.#concurrency === 1) {
      const mostMs = Math.min(retryAfterMs ?? MAX_GAP_MS, MAX_GAP_MS);
      const before = this.#gapMs;
      this.#gapMs = Math.max(before, Math.min(Math.max(FIRST_GAP_MS, 2 * before), mostMs));
      this.#halve(reason, alongside);
      return this.#gapMs > before ? { reason, concurrency: 1, gapMs: this.#gapMs } : undefined;
    }
    return this.#halve(reason, alongside);
  }

  #halve(reason: string, alongside: number): Slower | undefined {
    this.#hasSlowed = true;
    this.#answers = 0;
    this.#older = alongside;
    if (this.#concurrency === 1) return undefined;
    this.#concurrency = Math.floor(this.#concurrency / 2);
    return { reason, concurrency: this.#concurrency };
  }

  /** One more for each answer until it was ever too much, then one more a round, and seldom one more than was too much. */
  #quicken(): void {
    if (this.#hasSlowed && this.#answers < this.#answersWanted) return;
    if (this.#gapMs > 0) this.#gapMs = this.#gapMs > FIRST_GAP_MS ? this.#gapMs / 2 : 0;
    else if (this.#concurrency < this.#maxConcurrency) this.#concurrency++;
    else return;
    this.#answers = 0;
  }

  get #answersWanted(): number {
    if (this.#gapMs > 0) return STEADY_ANSWERS;
    return this.#concurrency < this.#ceiling ? this.#concurrency : CALM_ANSWERS;
  }
}
