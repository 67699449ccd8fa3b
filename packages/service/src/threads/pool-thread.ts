import { Worker } from "node:worker_threads";
import { type Answer, bytesOf, COUNTER_COUNT, COUNTERS, type Ready, type Task } from "./messages.ts";
import { threadMsOf } from "./processor-time.ts";

/** Milliseconds between two checks of a task's time and memory. */
const LOOK_MS = 100;

/**
 * Factor of V8's own memory limit over ours. It is for a task that takes that much between two checks: a thread that
 * reaches it with one large value, such as a joined text, makes V8 end the whole process.
 */
const HARD_LIMIT_TIMES = 3;

/** Milliseconds for a thread to load its code, by the clock; machines under load take seconds. */
const START_MS = 30_000;

/** Bytes above which an input is transferred instead of copied, and given only to an idle thread. */
export const LARGE_BYTES = 256 * 1024;

/**
 * Milliseconds without a task after which a thread ends: its heap keeps the room of its largest page. A new one starts on a
 * quarter of a second of processor time.
 */
const IDLE_MS = 30_000;

/** Most tasks given to a thread that has not answered the first, so that it need not wait for this thread. */
const MAX_AHEAD = 32;

/** Milliseconds above which a task holds its thread: no other is put behind it. A page of 700 kB takes as long. */
export const SHORT_MS = 50;

/**
 * A task may take this many times its processor time by the clock, and at least a minute: a machine with twenty times
 * its load does not end an ordinary task, but a task that waits for ever is ended.
 */
const CLOCK_TIMES = 20;
const MIN_CLOCK_MS = 60_000;

/** A task, and what is done with its answer. */
export interface Job {
  readonly task: Task;
  readonly size: number;
  /** Milliseconds of processor time: the most allowed, and the expected. */
  readonly limitMs: number;
  expectedMs: number;
  settle(answer: Answer): void;
}

/** State of a thread that has ended. */
export interface Ended<J extends Job> {
  /** Task that was running, or the next one, and its processor time. */
  readonly culprit: J | undefined;
  readonly usedMs: number;
  readonly why: string;
  /** Tasks that another thread can take. */
  readonly others: readonly J[];
}

interface ThreadWatcher<J extends Job> {
  /** Called when the thread can take more, or turned out to be held. */
  onChange(): void;
  onEnd(ended: Ended<J>): void;
}

interface ThreadOptions {
  readonly file: URL;
  readonly maxHeapMb: number;
  /** Default: 60 s. */
  readonly minClockMs?: number | undefined;
  /** Default: 30 s. */
  readonly idleMs?: number | undefined;
}

/** One reading thread and its tasks. It ends when a task exceeds its limits, or when none comes for a while, and is not used again. */
export class PoolThread<J extends Job> {
  readonly #counters = new Int32Array(new SharedArrayBuffer(COUNTER_COUNT * Int32Array.BYTES_PER_ELEMENT));
  readonly #worker: Worker;
  readonly #watcher: ThreadWatcher<J>;
  readonly #options: ThreadOptions;
  /** Tasks in the order given; the first without an answer is running. */
  readonly #given: J[] = [];
  readonly #looking: NodeJS.Timeout;
  #heard = 0;
  #isReady = false;
  /** Tasks begun by the last check, time since which that was so, and processor time used since then. */
  #begun = 0;
  #since = performance.now();
  #usedMs = 0;
  #idleSince = performance.now();
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
    // Every answer of the thread has arrived by then.
    this.#worker.on("exit", () => this.#ended());
    // An idle thread must not keep the process alive.
    this.#worker.unref();
    this.#looking = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  get isIdle(): boolean {
    return this.#given.length === 0 && this.#why === undefined;
  }

  /** True if a task takes long, or turned out to. */
  get isHeld(): boolean {
    return this.#given.some(({ expectedMs }) => expectedMs > SHORT_MS) || (!this.isIdle && this.#usedMs > SHORT_MS);
  }

  /** True if it takes this task behind its others. */
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
      // A value that cannot be sent gets no answer: without this, each later answer would go to the wrong task.
      job.settle({ type: "failed", why: String(thrown), cpuMs: 0 });
    }
  }

  /** Ends the thread; `onEnd` gets its tasks. */
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
    this.#idleSince = performance.now();
    this.#watcher.onChange();
  }

  /** Checks the running task by the shared counters: answers arrive late when the main thread is busy. */
  #look(): void {
    const begun = Atomics.load(this.#counters, COUNTERS.begun);
    const done = Atomics.load(this.#counters, COUNTERS.done);
    const isBusy = this.#isReady ? begun > done : !this.isIdle;
    if (begun !== this.#begun || !isBusy) {
      this.#begun = begun;
      this.#since = performance.now();
      this.#usedMs = 0;
    }
    if (this.isIdle && performance.now() - this.#idleSince > (this.#options.idleMs ?? IDLE_MS))
      void this.#end("it was idle");
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

  /** Measures memory and time of the running task. Never rejects. */
  async #measure(): Promise<void> {
    if (this.#isMeasuring) return;
    this.#isMeasuring = true;
    try {
      const { used_heap_size, external_memory } = await this.#worker.getHeapStatistics();
      if (used_heap_size + external_memory > this.#options.maxHeapMb * 2 ** 20) return await this.#end(this.#tooMuch);
      const begun = Atomics.load(this.#counters, COUNTERS.begun);
      const beganMs = Atomics.load(this.#counters, COUNTERS.beganMs);
      const nowMs = (await threadMsOf(this.#worker)) ?? beganMs + performance.now() - this.#since;
      // If another task has begun meanwhile, its time would be measured from the wrong moment.
      if (begun === this.#begun && begun === Atomics.load(this.#counters, COUNTERS.begun))
        await this.#charge(nowMs - beganMs);
    } catch {
      // The thread has ended meanwhile.
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

/** Buffers to transfer. Small inputs are copied: their buffer may be shared by many. */
function givenAway({ size, task }: Job): ArrayBuffer[] {
  if (size <= LARGE_BYTES) return [];
  return bytesOf(task.input).flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));
}
