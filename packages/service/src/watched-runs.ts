import type { FastifyBaseLogger } from "fastify";
import { runFinished } from "./jobs/recrawls/recrawls.ts";
import type { Run } from "./sites/run.ts";
import type { Sites } from "./sites/sites.ts";

/** Runs that this process started and whose end it waits for: of all processes this one tells of it. */
export class WatchedRuns {
  readonly #log: FastifyBaseLogger;
  readonly #stop: AbortSignal;
  readonly #watching = new Set<Promise<unknown>>();

  constructor(log: FastifyBaseLogger, stop: AbortSignal) {
    this.#log = log;
    this.#stop = stop;
  }

  /** Logs the run's summary when its last site is done, by whichever worker. */
  watch(run: Run, sites: Sites): void {
    const watching = this.#watched(run, sites).catch((error: unknown) => {
      // An aborted wait is no error: the run goes on in another process, and its summary stays in the table.
      if (!this.#stop.aborted) this.#log.error({ err: error }, "Watching a recrawl failed");
    });
    this.#watching.add(watching);
    void watching.then(() => this.#watching.delete(watching));
  }

  /** Resolves when no run is watched any more. Never rejects. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#watching);
  }

  async #watched(run: Run, sites: Sites): Promise<void> {
    const finished = run.finishedAt === null ? await runFinished(run.id, sites, this.#stop) : run;
    if (finished) this.#log.info({ run: finished.id, ...finished.summary }, "Recrawl finished");
  }
}
