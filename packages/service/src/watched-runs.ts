import type { FastifyBaseLogger } from "fastify";
import { runFinished } from "./jobs/recrawls/recrawls.ts";
import type { Run } from "./sites/run.ts";
import type { Sites } from "./sites/sites.ts";

/** Runs that this process started and whose end it waits for. */
export class WatchedRuns {
  readonly #log: FastifyBaseLogger;
  readonly #stop: AbortSignal;
  /** Waits by the run's id. */
  readonly #watching = new Map<string, Promise<unknown>>();

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
    this.#watching.set(run.id, watching);
    void watching.then(() => this.#watching.delete(run.id));
  }

  /** Logs the summary of a run whose last site this worker ended, unless `watch` of this process logs it. */
  closed(run: Run): void {
    if (!this.#watching.has(run.id)) this.#logFinished(run);
  }

  /** Resolves when no run is watched any more. Never rejects. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#watching.values());
  }

  async #watched(run: Run, sites: Sites): Promise<void> {
    const finished = run.finishedAt === null ? await runFinished(run.id, sites, this.#stop) : run;
    if (finished) this.#logFinished(finished);
  }

  #logFinished({ id, summary }: Run): void {
    this.#log.info({ run: id, ...summary }, "Recrawl finished");
  }
}
