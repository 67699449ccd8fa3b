import type { GenerateProgress, LeftOutGroup } from "@llmstxt-service/service/jobs/generate";
import type { Audit } from "./audit.ts";

/** Most failures listed; further ones are counted. */
const MAX_NAMED = 20;

export class RunStats {
  /** Outcomes of all addresses; undefined unless `--audit` is given. */
  readonly audit: Audit | undefined;
  /** First failed pages, at most MAX_NAMED. */
  readonly failures: Extract<GenerateProgress, { readonly type: "failed" }>[] = [];
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

  /** Groups of left-out addresses, as counted when the document was written. */
  get leftOut(): readonly LeftOutGroup[] {
    return this.#leftOut;
  }

  get seconds(): number {
    return (performance.now() - this.#started) / 1000;
  }
}
