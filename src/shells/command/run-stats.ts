import type { CrawlError } from "../../errors.ts";
import type { Generated, GenerateProgress } from "../../jobs/generate.ts";
import { count } from "../describe.ts";
import { LeftOutCounter } from "../left-out-counter.ts";

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
    if (progress.type === "leftOut") this.leftOut.add(progress.reason, progress.url);
    if (progress.type === "rendered")
      for (const { reason, url } of progress.rendered.leftOut) this.leftOut.add(reason, url);
    if (progress.type !== "failed") return;
    this.#failed++;
    if (this.failures.length < MAX_NAMED) this.failures.push(progress);
  }

  /** What came of it, in two lines. @param file that was written; undefined: standard output */
  summary({ pages, rendered, validation }: Generated, file: string | undefined): string {
    const seconds = ((performance.now() - this.#started) / 1000).toFixed(1);
    const leftOut = this.leftOut.groups.map((group) => `${group.count} ${group.reason}`).join(", ");
    const what = [
      `${count(pages.length, "page")} in ${seconds} s: ${count(rendered.text.length, "character")}, about ${count(rendered.tokens, "token")}.`,
      ...(leftOut === "" ? [] : [`Skipped: ${leftOut}.`]),
      ...(this.#failed === 0 ? [] : [`Failed: ${this.#failed}.`]),
    ].join(" ");
    const where = file === undefined ? "" : `Wrote ${file}. `;
    return `${what}\n${where}Score ${validation.score} of 100.`;
  }
}
