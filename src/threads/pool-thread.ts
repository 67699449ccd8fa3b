import { Worker } from "node:worker_threads";
import { bytesOf, COUNTERS, type Ready, sizeOf, type Task, type TaskAnswer } from "./messages.ts";

/** In a bundle the thread's file stands beside the one this module is in. */
const FILE = new URL(`./reading-thread.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url);

/** How often a task's time and memory are looked at. */
const LOOK_MS = 100;

/**
 * V8's own limit is this many times ours, and only there for what takes that much between two looks: where a thread reaches it
 * in one large piece, such as a text that is put together, V8 ends the whole process.
 */
const HARD_LIMIT_TIMES = 3;

/** For a thread to load its code; machines under load take seconds. */
const START_MS = 30_000;

/** Larger bytes are given away instead of copied, and only to a thread that does nothing else. */
export const LARGE_BYTES = 256 * 1024;

/** Tasks handed over before the first is answered: the thread need not wait for this one's next turn. */
const MAX_AHEAD = 32;

/** A task with what becomes of it. */
export interface Job {
  readonly task: Task;
  readonly limitMs: number;
  settle(answer: TaskAnswer): void;
}

export interface ThreadWatcher<J extends Job> {
  /** It can be given more. */
  onFree(): void;
  /** It has ended. `culprit` is what it was reading then, or was about to; the others can be given to another thread. */
  onEnd(ended: { readonly culprit: J | undefined; readonly why: string; readonly others: readonly J[] }): void;
}

/** One reading thread and what it has been given. It is ended when a task takes longer than it may, and never used again. */
export class PoolThread<J extends Job> {
  readonly #counters = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  readonly #worker: Worker;
  readonly #watcher: ThreadWatcher<J>;
  readonly #maxHeapMb: number;
  /** In the order given; the first one not yet heard of is being read. */
  readonly #given: J[] = [];
  readonly #looking: NodeJS.Timeout;
  #heard = 0;
  #isReady = false;
  /** Tasks begun by the last look, and since when that was so as far as looks tell. */
  #begun = 0;
  #since = performance.now();
  #why: string | undefined;
  #isWeighing = false;

  constructor(maxHeapMb: number, watcher: ThreadWatcher<J>) {
    this.#watcher = watcher;
    this.#maxHeapMb = maxHeapMb;
    this.#worker = new Worker(FILE, {
      name: "reading",
      workerData: this.#counters,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb * HARD_LIMIT_TIMES },
    });
    this.#worker.on("message", (answer: TaskAnswer | Ready) => this.#hear(answer));
    this.#worker.on("error", (error) => {
      this.#why ??= this.#reasonOf(error);
    });
    // By then every answer it gave has been heard.
    this.#worker.on("exit", () => this.#ended());
    // Nothing to read is no reason to keep the process.
    this.#worker.unref();
    this.#looking = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  get isIdle(): boolean {
    return this.#given.length === 0;
  }

  takes({ task }: J): boolean {
    if (this.#why !== undefined) return false;
    return sizeOf(task) > LARGE_BYTES ? this.isIdle : this.#given.length < MAX_AHEAD;
  }

  give(job: J): void {
    if (this.isIdle) {
      this.#since = performance.now();
      this.#worker.ref();
    }
    try {
      this.#worker.postMessage(job.task, givenAway(job.task));
      this.#given.push(job);
    } catch (thrown) {
      // What cannot be sent has no answer; every later one would be taken for it.
      job.settle({ type: "failed", why: String(thrown) });
    }
  }

  /** What it was given fails by `onEnd`. */
  async close(): Promise<void> {
    await this.#end("it was stopped");
  }

  #hear(answer: TaskAnswer | Ready): void {
    if (answer.type === "ready") {
      this.#isReady = true;
      this.#since = performance.now();
      return;
    }
    this.#heard++;
    this.#given.shift()?.settle(answer);
    if (this.isIdle) this.#worker.unref();
    this.#watcher.onFree();
  }

  /** By the counters, not by the answers: those come late where this process's main thread was busy. */
  #look(): void {
    const begun = Atomics.load(this.#counters, COUNTERS.begun);
    const done = Atomics.load(this.#counters, COUNTERS.done);
    const isWaitedFor = this.#isReady ? begun > done : !this.isIdle;
    if (isWaitedFor && this.#isReady) void this.#weigh();
    if (begun !== this.#begun || !isWaitedFor) {
      this.#begun = begun;
      this.#since = performance.now();
      return;
    }
    const limitMs = this.#isReady ? (this.#given[done - this.#heard]?.limitMs ?? 0) : START_MS;
    if (performance.now() - this.#since > limitMs) void this.#end(`it took more than ${limitMs / 1000} s`);
  }

  /** Never rejects. */
  async #weigh(): Promise<void> {
    if (this.#isWeighing) return;
    this.#isWeighing = true;
    try {
      const { used_heap_size: bytes } = await this.#worker.getHeapStatistics();
      if (bytes > this.#maxHeapMb * 2 ** 20) await this.#end(this.#tooMuch);
    } catch {
      // It has ended meanwhile.
    } finally {
      this.#isWeighing = false;
    }
  }

  get #tooMuch(): string {
    return `it took more than ${this.#maxHeapMb} MB`;
  }

  async #end(why: string): Promise<void> {
    this.#why ??= why;
    await this.#worker.terminate();
  }

  #reasonOf(error: unknown): string {
    const isMemory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
    return isMemory ? this.#tooMuch : `its thread ended: ${String(error)}`;
  }

  #ended(): void {
    clearInterval(this.#looking);
    const why = this.#why ?? "its thread ended";
    const [culprit, ...others] = this.#given.splice(0);
    this.#watcher.onEnd({ culprit, why, others });
  }
}

/** Small ones are copied: a buffer may be one that many share. */
function givenAway(task: Task): ArrayBuffer[] {
  if (sizeOf(task) <= LARGE_BYTES) return [];
  return bytesOf(task).flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));
}
