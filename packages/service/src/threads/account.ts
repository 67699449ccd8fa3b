import type { OperationName } from "./operations.ts";
import type { Job } from "./pool-thread.ts";
import type { Share } from "./shares.ts";

/** People wait for an answer to a request; a crawl goes on for minutes. */
export type Kind = "people" | "crawls";

/** A task with the account that it is done for. */
export interface AccountJob extends Job {
  readonly account: Account;
  readonly url: string;
  fail(error: Error): void;
}

/** Speed at which pages are read, in bytes a millisecond. */
const BYTES_A_MS = 14_000;

/** The mean time of the tasks of an account that has shown none: few of them are put behind each other. */
const UNKNOWN_MS = 10;

/** Of the mean time of a task, this share is the last one's. */
const LAST_SHARE = 0.25;

/** On whose behalf threads work: a crawl, or a client of the service. */
export class Account implements Share {
  readonly kind: Kind;
  readonly waiting: AccountJob[] = [];
  spentMs: number | undefined;
  /** Requests of a client that are not answered yet. */
  open = 0;
  /** Threads that were ended while they worked for it, by what they did. */
  readonly strikes = new Map<OperationName, number>();
  /** Milliseconds of processor time that threads have spent on it. */
  cpuMs = 0;
  #meanMs = UNKNOWN_MS;

  constructor(kind: Kind) {
    this.kind = kind;
  }

  /** Processor time of a task of its. */
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
