import type { OperationName } from "./operations.ts";
import type { Job } from "./pool-thread.ts";
import type { Share } from "./shares.ts";

/** Kind of work: people wait for the answer to a request, a crawl goes on for minutes. */
export type Kind = "people" | "crawls";

/** A task, with the account that it counts for. */
export interface AccountJob extends Job {
  readonly account: Account;
  readonly url: string;
  fail(error: Error): void;
}

/** Bytes of a page that a thread reads in a millisecond. */
const BYTES_A_MS = 14_000;

/** Assumed mean milliseconds of an account's tasks before the first has ended. */
const UNKNOWN_MS = 10;

/** Weight of the last task in the mean. */
const LAST_SHARE = 0.25;

/** Requests of a client that are let in as they come. */
const AT_ONCE = 16;

/**
 * Milliseconds between its requests after these: forty a second. A request may be cheap for the threads and still keep
 * the main thread, which all crawls share, for a millisecond.
 */
const BETWEEN_MS = 25;

/** A crawl or client that threads work for, with the processor time that it has used. */
export class Account implements Share {
  readonly kind: Kind;
  readonly waiting: AccountJob[] = [];
  spentMs: number | undefined;
  /** Requests of a client that are not answered yet. */
  open = 0;
  /** Threads ended because of its tasks, by operation. */
  readonly strikes = new Map<OperationName, number>();
  cpuMs = 0;
  #meanMs = UNKNOWN_MS;
  /** When its next request is due, in milliseconds of the process's clock. */
  #dueMs = 0;

  constructor(kind: Kind) {
    this.kind = kind;
  }

  /** Mean milliseconds of processor time of its tasks. */
  get meanMs(): number {
    return this.#meanMs;
  }

  /**
   * Gives a request its turn.
   * @param nowMs `performance.now()`
   * @returns milliseconds until the turn
   */
  turn(nowMs: number): number {
    this.#dueMs = Math.max(this.#dueMs, nowMs - AT_ONCE * BETWEEN_MS) + BETWEEN_MS;
    return Math.max(0, this.#dueMs - nowMs);
  }

  expectedMs(size: number): number {
    return Math.max(size / BYTES_A_MS, this.#meanMs);
  }

  learn(cpuMs: number): void {
    this.cpuMs += cpuMs;
    this.#meanMs += (cpuMs - this.#meanMs) * LAST_SHARE;
  }
}
