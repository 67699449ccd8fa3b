import { CrawlError } from "../errors.ts";
import type { Task, TaskAnswer } from "./messages.ts";
import { type Job, PoolThread } from "./pool-thread.ts";

/** An owner of jobs. Each owner has its own queue, so that none waits for all jobs of another. */
export class Owner {
  readonly waiting: OwnedJob[] = [];
  /** Threads that were ended while they read for this one. */
  strikes = 0;
}

interface OwnedJob extends Job {
  readonly owner: Owner;
  readonly url: string;
  fail(error: CrawlError): void;
}

export interface Asked {
  readonly owner: Owner;
  /** Where the bytes came from. */
  readonly url: string;
  readonly task: Task;
  readonly limitMs: number;
}

/** An owner whose jobs ended so many threads is given no more of them. */
const MAX_STRIKES = 3;

export interface PoolOptions {
  readonly maxThreads: number;
  /** Heap of one thread. */
  readonly maxHeapMb: number;
  /** Told of each thread that was ended, and of what it was reading. */
  readonly onEnded: (ended: { readonly url: string; readonly why: string }) => void;
}

/** Threads that are started when they are needed, and what waits for them. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #threads = new Set<PoolThread<OwnedJob>>();
  /** Those with something waiting; the first is served next. */
  readonly #owners = new Set<Owner>();
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** @throws CrawlError `unreadable` where it takes more time or memory than it may; `aborted` when `signal` fires */
  ask({ owner, ...asked }: Asked, signal: AbortSignal): Promise<TaskAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<TaskAnswer>();
    const giveUp = () => reject(new CrawlError("aborted", {}, { cause: signal.reason }));
    const job: OwnedJob = { ...asked, owner, settle: resolve, fail: reject };
    if (this.#isClosed || signal.aborted) giveUp();
    else if (owner.strikes >= MAX_STRIKES) reject(unreadable("too much of this site could not be read in time"));
    else {
      signal.addEventListener("abort", giveUp, { once: true });
      owner.waiting.push(job);
      this.#owners.add(owner);
      this.#hand();
    }
    return promise.finally(() => {
      signal.removeEventListener("abort", giveUp);
      // One that gave up may still be waiting.
      const at = owner.waiting.indexOf(job);
      if (at >= 0) owner.waiting.splice(at, 1);
    });
  }

  /** Starts the first thread, so that it is there when the first page is. */
  warmUp(): void {
    if (this.#threads.size === 0 && !this.#isClosed) this.#start();
  }

  /** Ends the threads; what they had, and what waits, fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { waiting } of this.#owners)
      for (const job of waiting.splice(0)) job.fail(new CrawlError("aborted", {}));
    this.#owners.clear();
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  /** Hands out what waits, an owner after the other, as long as a thread takes it. */
  #hand(): void {
    for (const owner of this.#owners) {
      const [job] = owner.waiting;
      const thread = job === undefined ? undefined : this.#threadFor(job);
      if (job !== undefined && thread === undefined) return;
      // To the end of the line; the loop comes by again.
      this.#owners.delete(owner);
      if (job === undefined || thread === undefined) continue;
      owner.waiting.shift();
      this.#owners.add(owner);
      thread.give(job);
    }
  }

  /** An idle one, else a new one, else one with room. */
  #threadFor(job: OwnedJob): PoolThread<OwnedJob> | undefined {
    const threads = [...this.#threads].filter((thread) => thread.takes(job));
    const idle = threads.find((thread) => thread.isIdle);
    if (idle !== undefined) return idle;
    if (this.#threads.size >= this.#options.maxThreads || this.#isClosed) return threads[0];
    return this.#start();
  }

  #start(): PoolThread<OwnedJob> {
    const thread: PoolThread<OwnedJob> = new PoolThread(this.#options.maxHeapMb, {
      onFree: () => this.#hand(),
      onEnd: (ended) => this.#replace(thread, ended),
    });
    this.#threads.add(thread);
    return thread;
  }

  #replace(
    thread: PoolThread<OwnedJob>,
    { culprit, why, others }: { culprit: OwnedJob | undefined; why: string; others: readonly OwnedJob[] },
  ): void {
    this.#threads.delete(thread);
    for (const job of others.toReversed()) {
      if (this.#isClosed) job.fail(new CrawlError("aborted", {}));
      else job.owner.waiting.unshift(job);
      this.#owners.add(job.owner);
    }
    if (this.#isClosed) culprit?.fail(new CrawlError("aborted", {}));
    else if (culprit !== undefined) {
      culprit.owner.strikes++;
      culprit.fail(unreadable(why));
      this.#options.onEnded({ url: culprit.url, why });
    }
    this.#hand();
  }
}

const unreadable = (detail: string): CrawlError => new CrawlError("unreadable", { detail });
