import type { StepProgress } from "../site-crawl.ts";
import type { Recrawl } from "./recrawl.ts";

const PROGRESS_EVERY_MS = 2_000;

/** Passes progress on, and at intervals writes the number of pages to the site's row, which people look at. */
export function pageCounter({ lease, world, report }: Pick<Recrawl, "lease" | "world" | "report">) {
  let written = performance.now();
  const watch = {
    done: Promise.resolve(),
    report(progress: StepProgress): void {
      report(progress);
      if (progress.type !== "page" || performance.now() - written < PROGRESS_EVERY_MS) return;
      written = performance.now();
      // The number is for display: the crawl goes on if it cannot be written.
      watch.done = watch.done.then(() => world.sites.progress(lease, progress.done)).catch(() => {});
    },
  };
  return watch;
}
