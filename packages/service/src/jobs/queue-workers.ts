import type { JobWithMetadata, PgBoss, WorkOptions } from "pg-boss";

/** Milliseconds between two looks for jobs of a process whose workers are idle. */
const LOOK_MS = 5_000;

/** Seconds between looks that the engine makes by itself: a day, because idle workers are called. */
const ENGINE_LOOK_SECONDS = 86_400;

interface QueueWork {
  readonly queue: string;
  /** Number of workers, and so of jobs at once. */
  readonly count: number;
  readonly options?: WorkOptions;
  readonly handle: (job: JobWithMetadata<object>) => Promise<void>;
  readonly closing: AbortSignal;
}

/**
 * Starts the workers of this process for one queue. Of the idle ones a single one looks for jobs every five seconds; a
 * worker that finds a job calls the next one, so a full queue soon has all of them.
 * @returns a function that makes an idle worker look at once
 */
export async function startWorkers(boss: PgBoss, work: QueueWork): Promise<() => void> {
  const { queue, count, handle, closing } = work;
  const options = { ...work.options, pollingIntervalSeconds: ENGINE_LOOK_SECONDS, includeMetadata: true } as const;
  /** Idle workers, the one that looked last at the end. */
  const idle = new Set<string>();
  const call = () => {
    const [next] = idle;
    if (next === undefined) return;
    idle.delete(next);
    idle.add(next);
    boss.notifyWorker(next);
  };
  for (let started = 0; started < count; started++) {
    const id: string = await boss.work(queue, options, async (jobs: JobWithMetadata<object>[]) => {
      idle.delete(id);
      // It looks again as soon as this job is done.
      boss.notifyWorker(id);
      call();
      try {
        for (const job of jobs) await handle(job);
      } finally {
        idle.add(id);
      }
    });
    idle.add(id);
  }
  const looks = setInterval(call, LOOK_MS).unref();
  closing.addEventListener("abort", () => clearInterval(looks), { once: true });
  return call;
}
