import type { CrawlError } from "@llmstxt-service/page/errors";
import type { GenerateProgress } from "@llmstxt-service/service/jobs/generate";
import { LeftOutCounter } from "@llmstxt-service/service/left-out-counter";

/** Failures named one by one; the rest are counted. */
const MAX_NAMED = 20;

interface Failure {
  readonly url: string;
  readonly error: CrawlError;
}

/** Counts what is worth a sentence at the end. */
export class RunStats {
  readonly leftOut = new LeftOutCounter();
  /** The first ones. */
  readonly failures: Failure[] = [];
  readonly #started = performance.now();
  #failed = 0;

  get failed(): number {
    return this.#failed;
  }

  add(progress: GenerateProgress): void {
    if (progress.type === "leftOut") this.leftOut.add(progress.reason, progress.url, 1 + (progress.others ?? 0));
    if (progress.type === "rendered")
      for (const { reason, url } of progress.rendered.leftOut) this.leftOut.add(reason, url);
    if (progress.type !== "failed") return;
    this.#failed++;
    if (this.failures.length < MAX_NAMED) this.failures.push(progress);
  }

  /** Since the run began. */
  get seconds(): number {
    return (performance.now() - this.#started) / 1000;
  }
}
