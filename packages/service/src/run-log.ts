import { describe } from "./describe.ts";
import type { RecrawlProgress } from "./jobs/recrawls/recrawls.ts";
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
    const level = LEVELS[progress.type];
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
const LEVELS: Readonly<Record<RecrawlProgress["type"], RunLine["level"] | undefined>> = {
  robots: "info",
  site: "info",
  sitemap: "info",
  crawled: "info",
  rendered: "info",
  enhanced: "info",
  enhanceSkipped: "info",
  uploaded: "info",
  extraStored: "info",
  pagesStored: "info",
  bundleStored: "info",
  withheld: "info",
  sentinelUnchanged: "info",
  overlaid: "info",
  modelEstimate: "info",
  sitemapsCut: "warning",
  sitemapFailed: "warning",
  slower: "warning",
  waiting: "warning",
  markdownFailed: "warning",
  pieceKept: "warning",
  enhanceFailed: "warning",
  uploadFailed: "warning",
  extrasFailed: "warning",
  bundleFailed: "warning",
  unserved: "warning",
  sentinelFailed: "warning",
  documentKept: "warning",
  failed: "failure",
  known: undefined,
  chosen: undefined,
  visiting: undefined,
  attempt: undefined,
  page: undefined,
  leftOut: undefined,
  probing: undefined,
  markdown: undefined,
  enhancing: undefined,
  tokens: undefined,
  uploading: undefined,
  recrawled: undefined,
  recrawlFailed: undefined,
  described: undefined,
  notDescribed: undefined,
};

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
