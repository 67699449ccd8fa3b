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

/** A crawl or client that threads work for, with the processor time that it has used. */
export class Account implements Share {
  readonly kind: Kind;
  readonly waiting: AccountJob[] = [];
  spentMs: number | undefined;
  /** Requests of a client that are not answered yet. */
  open = 0;
  /** Threads ended because of its tasks, by operation. */
  readonly strikes = new Map<OperationName, number>();
  /** Milliseconds of processor time used. */
  cpuMs = 0;
  #meanMs = UNKNOWN_MS;

  constructor(kind: Kind) {
    this.kind = kind;
  }

  /** Mean milliseconds of processor time of its tasks. */
  get meanMs(): number {
    return this.#meanMs;
  }

  expectedMs(size: number): number {
    return Math.max(size / BYTES_A_MS, this.#meanMs);
  }

  learn(cpuMs: number): void {
    this.cpuMs += cpuMs;
    this.#meanMs += (cpuMs - this.#meanMs) * LAST_SHARE;
  }
}
