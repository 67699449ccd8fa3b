import { sleep } from "@llmstxt-service/crawler/waiting/abort";
import type { FastifyBaseLogger } from "fastify";
import type { RecrawlQueue } from "./jobs/queue.ts";
import type { Run } from "./sites/run.ts";
import type { Sites } from "./sites/sites.ts";
import { messageOf } from "./troubles.ts";

/** Share of RECRAWL_BATCH_LIMIT below which the next run is queued. */
const LOW_WATER = 0.25;

/** Milliseconds between two looks: a site that has not changed takes a fraction of that, and a look two statements. */
const LOOK_MS = 1_000;

type ToppedQueue = Pick<RecrawlQueue, "waiting" | "add" | "wake">;

interface TopUpOptions {
  readonly config: { readonly recrawlBatchLimit: number; readonly recrawlConcurrency: number };
  readonly sites: Pick<Sites, "continueRun">;
  readonly log: Pick<FastifyBaseLogger, "debug" | "warn">;
  /** Called with each run that was started. */
  readonly onRun: (run: Run) => void;
}

/** Queues more due sites when few are left in the queue, so that no worker idles until the next scheduled run. */
export class TopUp {
  readonly #options: TopUpOptions;
  readonly #stop: AbortSignal;
  #isAsked = false;
  #looking: Promise<void> | undefined;

  constructor(options: TopUpOptions, stop: AbortSignal) {
    this.#options = options;
    this.#stop = stop;
  }

  /** Looks at once; within a second after a look, when that second is over, once for all who ask meanwhile. */
  ask(queue: ToppedQueue): void {
    this.#isAsked = true;
    this.#looking ??= this.#lookWhileAsked(queue);
  }

  /** Resolves when nothing is looked for any more. Never rejects. */
  async settled(): Promise<void> {
    await this.#looking;
  }

  async #lookWhileAsked(queue: ToppedQueue): Promise<void> {
    while (this.#isAsked && !this.#stop.aborted) {
      this.#isAsked = false;
      await this.#look(queue);
      await sleep(LOOK_MS, this.#stop).catch(() => {}); // stopping
    }
    this.#looking = undefined;
  }

  async #look(queue: ToppedQueue): Promise<void> {
    const { config, sites, log, onRun } = this.#options;
    const { recrawlBatchLimit, recrawlConcurrency } = config;
    const enough = Math.max(2 * recrawlConcurrency, Math.ceil(recrawlBatchLimit * LOW_WATER));
    // Most jobs in the queue. The jobs may be of a few hosts, which are crawled one after another: more of them help no
    // worker.
    const full = Math.max(enough, 2 * recrawlBatchLimit);
    try {
      while (!this.#stop.aborted) {
        const { jobs, hosts } = await queue.waiting(full);
        if (hosts >= enough || jobs >= full) return;
        const run = await sites.continueRun(recrawlBatchLimit, queue.add);
        if (run === undefined || run.summary.total === 0) return;
        log.debug({ run: run.id, total: run.summary.total }, "Recrawl goes on");
        onRun(run);
        queue.wake();
      }
    } catch (error) {
      // The current job goes on, and the next one tries to fill the queue again.
      log.warn({ why: messageOf(error) }, "The next run could not start");
    }
  }
}
