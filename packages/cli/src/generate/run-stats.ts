import type { GenerateProgress, LeftOutGroup } from "@llmstxt-service/service/jobs/generate";
import type { Audit } from "./audit.ts";

/** Failures named one by one; the rest are counted. */
const MAX_NAMED = 20;

type FailedUrl = Extract<GenerateProgress, { readonly type: "failed" }>;

/** Counts what is worth a sentence at the end. */
export class RunStats {
  /** Undefined unless it is asked for. */
  readonly audit: Audit | undefined;
  /** The first ones. */
  readonly failures: FailedUrl[] = [];
  readonly #started = performance.now();
  #failed = 0;
  #leftOut: readonly LeftOutGroup[] = [];

  constructor(audit?: Audit) {
    this.audit = audit;
  }

  get failed(): number {
    return this.#failed;
  }

  add(progress: GenerateProgress): void {
    if (progress.type === "rendered") this.#leftOut = progress.leftOut;
    this.audit?.add(progress);
    if (progress.type !== "failed") return;
    this.#failed++;
    if (this.failures.length < MAX_NAMED) this.failures.push(progress);
  }

  /** As the document is written. */
  get leftOut(): readonly LeftOutGroup[] {
    return this.#leftOut;
  }

  /** Since the run began. */
  get seconds(): number {
    return (performance.now() - this.#started) / 1000;
  }
}
