// A crawl of this process: its state and its log.
import { EventEmitter, once } from "node:events";
import { describe, eventOf, type Fact } from "../facts.ts";
import type { StreamMessage } from "../shapes.ts";
import type { CrawlRow, Numbered } from "../tables.ts";

/** Most messages of one crawl in memory; older ones are dropped. */
const MAX_MESSAGES = 20_000;

export const isOver = ({ state }: Pick<CrawlRow, "state">): boolean => state !== "waiting" && state !== "running";

/** A crawl of this process, from its request to its end. */
export class LiveCrawl {
  row: CrawlRow;
  readonly #messages: Numbered[];
  readonly #changes = new EventEmitter().setMaxListeners(0);
  /** Aborted in order to write the document from the pages read so far. */
  readonly finishing = new AbortController();
  readonly cancelling = new AbortController();
  /** Number of crawls before it, while it waits. */
  ahead = 0;
  /** Number of addresses known so far. */
  #known = 0;

  /** `earlier`: messages of a process that died before the end. */
  constructor(row: CrawlRow, earlier: readonly Numbered[] = []) {
    this.row = row;
    this.#messages = [...earlier];
  }

  /** Adds a fact to the log. */
  readonly report = (fact: Fact): void => {
    const { maxPages } = this.row.request;
    if (fact.type === "queued") this.ahead = fact.ahead;
    if (fact.type === "known") this.#known = fact.count;
    if (fact.type === "page") {
      const { done } = fact;
      this.row = { ...this.row, progress: { done, found: Math.max(done, Math.min(maxPages, this.#known)) } };
    }
    const event: StreamMessage["event"] = { ...eventOf(fact), ...(fact.type === "page" && this.row.progress) };
    for (const [at, content] of describe(fact, maxPages).entries())
      this.#push({ type: "log", content, ...(at === 0 && { event }) });
    this.#changes.emit("change");
  };

  end(end: Partial<CrawlRow> & Pick<CrawlRow, "state">): void {
    this.amend({ ...end, finished_at: new Date(), progress: null });
  }

  amend(changes: Partial<CrawlRow>): void {
    this.row = { ...this.row, ...changes };
    this.#changes.emit("change");
  }

  /** @returns false if there is no page yet for a document */
  finish(): boolean {
    const hasPages = (this.row.progress?.done ?? 0) > 0;
    if (hasPages) this.finishing.abort();
    return hasPages;
  }

  /** Messages after the one with this number. */
  since(after: number): readonly Numbered[] {
    const first = this.#messages[0]?.id ?? 1;
    return this.#messages.slice(Math.max(0, after + 1 - first));
  }

  /** Resolves at the next change. @throws AbortError */
  async changed(signal: AbortSignal): Promise<void> {
    await once(this.#changes, "change", { signal });
  }

  #push(message: Omit<StreamMessage, "at">): void {
    const id = (this.#messages.at(-1)?.id ?? 0) + 1;
    this.#messages.push({ id, at: new Date().toISOString(), ...message });
    // Drops a hundred at once, since removing the first of many moves all others.
    if (this.#messages.length > MAX_MESSAGES + 100) this.#messages.splice(0, 100);
  }
}
