import { CrawlError } from "@llmstxt-service/page/errors";
import type { Account, AccountJob, Kind } from "./account.ts";
import { FairLine, type Use } from "./fair-line.ts";
import { sizeOf } from "./messages.ts";
import type { Input, OperationName, Result } from "./operations.ts";
import { type Ended, PoolThread, SHORT_MS } from "./pool-thread.ts";

export interface Asked<Name extends OperationName> {
  readonly account: Account;
  /** Source of the bytes, for messages. */
  readonly url: string;
  readonly operation: Name;
  readonly input: Input<Name>;
  readonly limitMs: number;
  /** Expected milliseconds of a task whose size does not show its cost. */
  readonly expectedMs?: number;
  /** Threads that this operation may have ended for the account before the task is refused; default: any number. */
  readonly maxStrikes?: number;
}

/** Threads beyond those that long tasks may hold: short tasks run beside them, as the system shares its processors. */
const SPARE_THREADS = 1;

/** The thread's file: beside this module, or beside the bundle that has this module. */
const FILE = new URL(`./reading-thread.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url);

interface PoolOptions {
  readonly maxThreads: number;
  readonly maxHeapMb: number;
  /** Called for each thread that was ended, with the address that it was reading. */
  readonly onEnded: (ended: { readonly url: string; readonly why: string }) => void;
  /** Default: the reading thread. */
  readonly file?: URL;
  /** Milliseconds by the clock that every task has; default 60 s. */
  readonly minClockMs?: number;
  /** Milliseconds without a task after which a thread ends; default 30 s. */
  readonly idleMs?: number;
}

/** Threads, started when needed, and the tasks that wait for them. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #threads = new Set<PoolThread<AccountJob>>();
  readonly #line = new FairLine();
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /**
   * Runs an operation in a thread.
   * @throws CrawlError `unreadable` when it takes more time or memory than allowed; `server_busy` when too much waits;
   * `aborted` when `signal` fires
   */
  async ask<Name extends OperationName>(asked: Asked<Name>, signal: AbortSignal): Promise<Result<Name>> {
    const { account, operation, input, limitMs, url, maxStrikes = Number.POSITIVE_INFINITY } = asked;
    if (this.#isClosed || signal.aborted) throw aborted(signal.reason);
    if ((account.strikes.get(operation) ?? 0) >= maxStrikes)
      throw unreadable("too much of this site could not be read in time");
    const size = sizeOf(input);
    this.#line.admit(account, size);
    const { promise, resolve, reject } = Promise.withResolvers<Result<Name>>();
    const job: AccountJob = {
      ...{ account, url, size, limitMs, task: { operation, input }, expectedMs: asked.expectedMs ?? 0 },
      settle: (answer) => {
        this.#line.spent(job, answer.cpuMs);
        if (answer.type === "failed") reject(unreadable(answer.why));
        else resolve(answer.result as Result<Name>);
      },
      fail: reject,
    };
    const giveUp = () => reject(aborted(signal.reason));
    signal.addEventListener("abort", giveUp, { once: true });
    this.#line.add(job);
    this.#hand();
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", giveUp);
      // A task that was aborted may still wait.
      this.#line.remove(job);
    }
  }

  /**
   * Counts a request of a client until `over` fires.
   * @throws CrawlError `too_many_at_once` when the client has too many open
   */
  enter(client: Account, over: AbortSignal): void {
    this.#line.enter(client, over);
  }

  use(kind: Kind): Use {
    return this.#line.use(kind);
  }

  /** Threads that run. */
  get size(): number {
    return this.#threads.size;
  }

  /** Starts the first thread, so that it is ready for the first page. */
  warmUp(): void {
    if (this.#threads.size === 0 && !this.#isClosed) this.#start();
  }

  /** Ends the threads; running and waiting tasks fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (let [job] = this.#line.inOrder(); job !== undefined; [job] = this.#line.inOrder()) {
      this.#line.remove(job);
      job.fail(aborted());
    }
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  /** Gives waiting tasks to threads, as long as one takes them. */
  #hand(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const { job, thread } = next;
      this.#line.serve(job);
      thread.give(job);
    }
  }

  /** The first task in the order of turns that can run now, with its thread. */
  #next(): { readonly job: AccountJob; readonly thread: PoolThread<AccountJob> } | undefined {
    for (const job of this.#line.inOrder()) {
      job.expectedMs = Math.max(job.expectedMs, job.account.expectedMs(job.size));
      const isLong = job.expectedMs > SHORT_MS;
      const thread = isLong ? this.#threadForLong() : this.#threadForShort(job);
      if (thread === "others first") continue;
      return thread && { job, thread };
    }
    return undefined;
  }

  /**
   * A thread for a long task: an idle one, or none, and then later tasks wait, too. If long tasks hold all threads,
   * others go first.
   */
  #threadForLong(): PoolThread<AccountJob> | "others first" | undefined {
    return this.#heldThreads >= this.#options.maxThreads ? "others first" : this.#idleThread;
  }

  /** A thread for a short task: an idle one, else one with room, else a new one beside those that are held. */
  #threadForShort(job: AccountJob): PoolThread<AccountJob> | undefined {
    const found = this.#idleThread ?? [...this.#threads].find((thread) => thread.hasRoomFor(job));
    if (found !== undefined) return found;
    const { size } = this.#threads;
    const isAllHeld = this.#heldThreads === size && size < this.#options.maxThreads + SPARE_THREADS;
    return isAllHeld && !this.#isClosed ? this.#start() : undefined;
  }

  get #heldThreads(): number {
    return [...this.#threads].filter(({ isHeld }) => isHeld).length;
  }

  get #idleThread(): PoolThread<AccountJob> | undefined {
    const idle = [...this.#threads].find(({ isIdle }) => isIdle);
    const canStart = this.#threads.size < this.#options.maxThreads && !this.#isClosed;
    return idle ?? (canStart ? this.#start() : undefined);
  }

  #start(): PoolThread<AccountJob> {
    const { file = FILE, maxHeapMb, minClockMs, idleMs } = this.#options;
    const thread: PoolThread<AccountJob> = new PoolThread(
      { file, maxHeapMb, minClockMs, idleMs },
      {
        onChange: () => this.#hand(),
        onEnd: (ended) => this.#replace(thread, ended),
      },
    );
    this.#threads.add(thread);
    return thread;
  }

  #replace(thread: PoolThread<AccountJob>, { culprit, usedMs, why, others }: Ended<AccountJob>): void {
    this.#threads.delete(thread);
    for (const job of others.toReversed()) {
      if (this.#isClosed) job.fail(aborted());
      else this.#line.takeBack(job);
    }
    if (culprit !== undefined) this.#line.spent(culprit, usedMs);
    if (this.#isClosed) culprit?.fail(aborted());
    else if (culprit !== undefined) {
      const { operation } = culprit.task;
      const { strikes } = culprit.account;
      strikes.set(operation, (strikes.get(operation) ?? 0) + 1);
      culprit.fail(unreadable(why));
      this.#options.onEnded({ url: culprit.url, why });
    }
    this.#hand();
  }
}

const aborted = (cause?: unknown): CrawlError => new CrawlError("aborted", {}, { cause });
const unreadable = (detail: string): CrawlError => new CrawlError("unreadable", { detail });
