import { Worker } from "node:worker_threads";
import { type Answer, bytesOf, COUNTER_COUNT, COUNTERS, type Ready, type Task } from "./messages.ts";
import { threadMsOf } from "./processor-time.ts";

/** Interval at which a task's time and memory are looked at. */
const LOOK_MS = 100;

/**
 * V8's own limit is this many times ours, and only there for what takes that much between two looks: where a thread reaches it
 * in one large piece, such as a text that is put together, V8 ends the whole process.
 */
const HARD_LIMIT_TIMES = 3;

/** For a thread to load its code, on the clock; machines under load take seconds. */
const START_MS = 30_000;

/** Larger bytes are given away instead of copied, and only to a thread that does nothing else. */
export const LARGE_BYTES = 256 * 1024;

/** Tasks handed over before the first is answered: the thread need not wait for this one's next turn. */
const MAX_AHEAD = 32;

/** A task that takes longer holds its thread: others are not put behind it. A page of 700 kB takes so long. */
export const SHORT_MS = 50;

/**
 * On the clock a task may take this many times its processor time, and a minute at least: a machine with twenty times as much to
 * do as it can does not end an ordinary task, and one that waits for nothing is ended.
 */
const CLOCK_TIMES = 20;
const MIN_CLOCK_MS = 60_000;

/** A task with what becomes of it. */
export interface Job {
  readonly task: Task;
  /** Bytes and characters. */
  readonly size: number;
  /** Processor time it may take, and is thought to. */
  readonly limitMs: number;
  expectedMs: number;
  settle(answer: Answer): void;
}

/** Outcome of a thread that has ended. */
export interface Ended<J extends Job> {
  /** Its task at that time, or the next one, and the processor time used for it. */
  readonly culprit: J | undefined;
  readonly usedMs: number;
  readonly why: string;
  /** Can be given to another thread. */
  readonly others: readonly J[];
}

export interface ThreadWatcher<J extends Job> {
  /** It can be given more, or has shown that it is held. */
  onChange(): void;
  onEnd(ended: Ended<J>): void;
}

export interface ThreadOptions {
  readonly file: URL;
  readonly maxHeapMb: number;
  /** Default: 60 s. */
  readonly minClockMs?: number | undefined;
}

/** One reading thread and what it has been given. It is ended when a task takes longer than it may, and never used again. */
export class PoolThread<J extends Job> {
  readonly #counters = new Int32Array(new SharedArrayBuffer(COUNTER_COUNT * Int32Array.BYTES_PER_ELEMENT));
  readonly #worker: Worker;
  readonly #watcher: ThreadWatcher<J>;
  readonly #options: ThreadOptions;
  /** In the order given; the first one not yet heard of is being worked on. */
  readonly #given: J[] = [];
  readonly #looking: NodeJS.Timeout;
  #heard = 0;
  #isReady = false;
  /** Tasks begun by the last look, since when that was so as far as looks tell, and the processor time used since. */
  #begun = 0;
  #since = performance.now();
  #usedMs = 0;
  #why: string | undefined;
  #isMeasuring = false;

  constructor(options: ThreadOptions, watcher: ThreadWatcher<J>) {
    this.#watcher = watcher;
    this.#options = options;
    this.#worker = new Worker(options.file, {
      name: "reading",
      workerData: this.#counters,
      resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMb * HARD_LIMIT_TIMES },
    });
    this.#worker.on("message", (answer: Answer | Ready) => this.#hear(answer));
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
    return this.#given.length === 0 && this.#why === undefined;
  }

  /** By a task that takes long, or that turned out to. */
  get isHeld(): boolean {
    return this.#given.some(({ expectedMs }) => expectedMs > SHORT_MS) || (!this.isIdle && this.#usedMs > SHORT_MS);
  }

  /** True if it takes this one behind those that it has. */
  hasRoomFor({ size, expectedMs }: J): boolean {
    if (this.#why !== undefined || this.isHeld || size > LARGE_BYTES) return false;
    const aheadMs = this.#given.reduce((sum, job) => sum + job.expectedMs, expectedMs);
    return aheadMs <= SHORT_MS && this.#given.length < MAX_AHEAD;
  }

  give(job: J): void {
    if (this.isIdle) {
      this.#since = performance.now();
      this.#worker.ref();
    }
    try {
      this.#worker.postMessage(job.task, givenAway(job));
      this.#given.push(job);
    } catch (thrown) {
      // A value that cannot be sent has no answer; every later answer would be taken for it.
      job.settle({ type: "failed", why: String(thrown), cpuMs: 0 });
    }
  }

  /** Its tasks fail by `onEnd`. */
  async close(): Promise<void> {
    await this.#end("it was stopped");
  }

  #hear(answer: Answer | Ready): void {
    if (answer.type === "ready") {
      this.#isReady = true;
      this.#since = performance.now();
      return;
    }
    this.#heard++;
    this.#usedMs = 0;
    this.#given.shift()?.settle(answer);
    if (this.isIdle) this.#worker.unref();
    this.#watcher.onChange();
  }

  /** By the counters, not by the answers: those come late where this process's main thread was busy. */
  #look(): void {
    const begun = Atomics.load(this.#counters, COUNTERS.begun);
    const done = Atomics.load(this.#counters, COUNTERS.done);
    const isBusy = this.#isReady ? begun > done : !this.isIdle;
    if (begun !== this.#begun || !isBusy) {
      this.#begun = begun;
      this.#since = performance.now();
      this.#usedMs = 0;
    }
    if (!isBusy) return;
    if (this.#isReady) void this.#measure();
    const onClockMs = performance.now() - this.#since;
    if (!this.#isReady && onClockMs > START_MS) void this.#end(`its thread did not start within ${START_MS / 1000} s`);
    if (this.#isReady && onClockMs > this.#clockLimitMs)
      void this.#end(
        `it was not done after ${seconds(this.#clockLimitMs)}, of which it used ${seconds(this.#usedMs)} of processor time`,
      );
  }

  get #limitMs(): number {
    return this.#given[Atomics.load(this.#counters, COUNTERS.done) - this.#heard]?.limitMs ?? 0;
  }

  get #clockLimitMs(): number {
    return Math.max(this.#options.minClockMs ?? MIN_CLOCK_MS, this.#limitMs * CLOCK_TIMES);
  }

  /** Never rejects. */
  async #measure(): Promise<void> {
    if (this.#isMeasuring) return;
    this.#isMeasuring = true;
    try {
      const { used_heap_size, external_memory } = await this.#worker.getHeapStatistics();
      if (used_heap_size + external_memory > this.#options.maxHeapMb * 2 ** 20) return await this.#end(this.#tooMuch);
      const begun = Atomics.load(this.#counters, COUNTERS.begun);
      const beganMs = Atomics.load(this.#counters, COUNTERS.beganMs);
      const nowMs = (await threadMsOf(this.#worker)) ?? beganMs + performance.now() - this.#since;
      // Meanwhile it may have begun another, which would be measured from the wrong moment.
      if (begun === this.#begun && begun === Atomics.load(this.#counters, COUNTERS.begun))
        await this.#charge(nowMs - beganMs);
    } catch {
      // It has ended meanwhile.
    } finally {
      this.#isMeasuring = false;
    }
  }

  async #charge(usedMs: number): Promise<void> {
    if (Atomics.load(this.#counters, COUNTERS.done) >= this.#begun) return;
    const wasHeld = this.isHeld;
    this.#usedMs = usedMs;
    const limitMs = this.#limitMs;
    if (usedMs > limitMs) await this.#end(`it took more than ${seconds(limitMs)} of processor time`);
    else if (this.isHeld && !wasHeld) this.#watcher.onChange();
  }

  get #tooMuch(): string {
    return `it took more than ${this.#options.maxHeapMb} MB`;
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
    this.#watcher.onEnd({ culprit, usedMs: this.#usedMs, why, others });
  }
}

const seconds = (ms: number): string => `${Number((ms / 1000).toFixed(2))} s`;

/** Small ones are copied: a buffer may be one that many share. */
function givenAway({ size, task }: Job): ArrayBuffer[] {
  if (size <= LARGE_BYTES) return [];
  return bytesOf(task.input).flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));
}
