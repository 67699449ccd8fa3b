import type { RecrawlProgress } from "../jobs/recrawls/recrawls.ts";
import { describe } from "./describe.ts";
import type { RunLine } from "./protocol/protocol.ts";

/** Lines of one recrawl that are kept: how it began, and what came last. */
const KEPT = { first: 30, last: 70 } as const;

/** Characters of a line. */
const MAX_TEXT = 250;

/** The log of one recrawl, as it is kept with its site: all but what happens to every page. */
export class RunLog {
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #first: RunLine[] = [];
  readonly #last: RunLine[] = [];
  #dropped = 0;
  #failed = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#startedAt = now();
  }

  add(progress: RecrawlProgress): void {
    if (progress.type === "failed") this.#failed++;
    const level = levelOf(progress);
    if (level === undefined) return;
    const atMs = Math.round(this.#now() - this.#startedAt);
    for (const text of wordsOf(progress)) this.#keep({ atMs, level, text: text.slice(0, MAX_TEXT) });
  }

  #keep(line: RunLine): void {
    if (this.#first.length < KEPT.first) return void this.#first.push(line);
    this.#last.push(line);
    if (this.#last.length <= KEPT.last) return;
    this.#last.shift();
    this.#dropped++;
  }

  /** What its site remembers of it. */
  get record(): { readonly failed: number; readonly log: string } {
    const { dropped, lines } = { dropped: this.#dropped, lines: [...this.#first, ...this.#last] };
    return { failed: this.#failed, log: JSON.stringify({ dropped, lines }) };
  }
}

/** undefined for what happens to every page, and for the end, which the run itself tells. */
function levelOf({ type }: RecrawlProgress): RunLine["level"] | undefined {
  switch (type) {
    case "robots":
    case "site":
    case "sitemap":
    case "crawled":
    case "rendered":
    case "enhanced":
    case "enhanceSkipped":
    case "uploaded":
    case "extraStored":
    case "pagesStored":
    case "bundleStored":
    case "withheld":
    case "sentinelUnchanged":
      return "info";
    case "sitemapsCut":
    case "sitemapFailed":
    case "slower":
    case "markdownFailed":
    case "pieceKept":
    case "enhanceFailed":
    case "uploadFailed":
    case "extrasFailed":
    case "bundleFailed":
    case "sentinelFailed":
    case "documentKept":
      return "warning";
    case "failed":
      return "failure";
    case "known":
    case "chosen":
    case "visiting":
    case "attempt":
    case "page":
    case "leftOut":
    case "probing":
    case "markdown":
    case "enhancing":
    case "tokens":
    case "uploading":
    case "recrawled":
    case "recrawlFailed":
      return undefined;
  }
}

function wordsOf(progress: RecrawlProgress): readonly string[] {
  if (progress.type === "sentinelUnchanged")
    return [`Nothing new in the sitemap, so nothing was crawled: ${progress.url}`];
  if (progress.type === "sentinelFailed")
    return [`Could not read the sitemap ${progress.url}: ${progress.error.message}`];
  if (progress.type === "documentKept")
    return [`Found ${progress.found} of ${progress.pages} pages: the old document is kept`];
  const isEnd = progress.type === "recrawled" || progress.type === "recrawlFailed";
  return isEnd ? [] : describe(progress, 0);
}
