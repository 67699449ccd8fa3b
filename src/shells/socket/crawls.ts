import { randomUUID } from "node:crypto";
import { CrawlError } from "../../errors.ts";
import type { CrawledSite } from "../../jobs/crawl-site.ts";
import { type CrawlRequest, siteRequestOf } from "../../jobs/request.ts";
import { storedUrl } from "../../jobs/upload.ts";
import { reasonOf, unlessAborted } from "../../waiting/abort.ts";
import { yieldToEventLoop } from "../../waiting/event-loop.ts";
import { endsWithin } from "../../waiting/time-limit.ts";
import type { CrawlSiteProgress } from "../crawl-progress.ts";
import { IdleMemory } from "../idle-memory.ts";
import { LeftOutCounter } from "../left-out-counter.ts";
import type { Summary } from "../protocol/protocol.ts";
import { type FinishedCrawl, Results } from "./results.ts";
import { Slots } from "./slots.ts";
import { summarise } from "./summary.ts";

/** Does one crawl, from the address to the stored file. */
export type RunCrawl = (
  request: CrawlRequest,
  watcher: Pick<CrawlWatcher, "report" | "withPreview">,
  signal: AbortSignal,
) => Promise<CrawledSite>;

/** Watches a crawl. Its functions must not throw. */
export interface CrawlWatcher {
  /** Also report which pages come next. */
  readonly withPreview: boolean;
  /** How many crawls are ahead in the queue; not called where there is no waiting. */
  waiting(ahead: number): void;
  started(id: string): void;
  report(progress: CrawlSiteProgress): void;
}

interface CrawlsOptions {
  readonly run: RunCrawl;
  /** Crawls at once; further ones wait, in order. */
  readonly atOnce: number;
  /** How clients reach this server. */
  publicUrl(): string;
  now(): Date;
}

/** Milliseconds of the two waits of a stop. */
export interface StopPatience {
  /** For running crawls to end by themselves. */
  readonly drainMs: number;
  /** For interrupted ones to let go of what they hold. */
  readonly settleMs: number;
}

/** The crawls of this process: those that wait, those that run, and for a day those that are done. */
export class Crawls {
  readonly #options: CrawlsOptions;
  readonly #slots: Slots;
  readonly #results: Results;
  readonly #closing = new AbortController();
  readonly #interrupting = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #memory = new IdleMemory();

  constructor(options: CrawlsOptions) {
    this.#options = options;
    this.#slots = new Slots(options.atOnce);
    this.#results = new Results(options.now);
  }

  get running(): number {
    return this.#slots.taken;
  }

  get waiting(): number {
    return this.#slots.waiting;
  }

  /** Fires when no more crawls are taken; its reason is the CrawlError to answer with. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** A crawl that ended well in the last 24 hours. */
  find(id: string): FinishedCrawl | undefined {
    return this.#results.get(id);
  }

  /**
   * Waits for its turn, crawls, and remembers the result.
   * @throws the signal's reason as soon as it fires; CrawlError `interrupted` when the process stops; else what the crawl throws
   */
  async crawl(request: CrawlRequest, watcher: CrawlWatcher, signal: AbortSignal): Promise<FinishedCrawl> {
    const slot = await this.#slots.take((ahead) => watcher.waiting(ahead), AbortSignal.any([signal, this.closing]));
    const ended = AbortSignal.any([signal, this.#interrupting.signal]);
    const work = this.#work(request, watcher, ended).finally(() => {
      slot[Symbol.dispose]();
      this.#running.delete(work);
      if (this.running === 0) this.#memory.idle();
    });
    this.#running.add(work);
    this.#memory.busy();
    // The answer does not wait for a crawl that hangs; its place is free only when it has let go.
    return await unlessAborted(ended, work, reasonOf);
  }

  /** Takes no more, lets what runs end, then interrupts it. Never rejects. */
  async stop({ drainMs, settleMs }: StopPatience): Promise<void> {
    this.#closing.abort(new CrawlError("interrupted", {}));
    await endsWithin(drainMs, Promise.allSettled(this.#running));
    this.#interrupting.abort(this.closing.reason);
    await endsWithin(settleMs, Promise.allSettled(this.#running));
  }

  async #work(request: CrawlRequest, watcher: CrawlWatcher, signal: AbortSignal): Promise<FinishedCrawl> {
    signal.throwIfAborted();
    const id = randomUUID();
    const leftOut = new LeftOutCounter();
    watcher.started(id);
    const report = (progress: CrawlSiteProgress) => {
      if (signal.aborted) return;
      if (progress.type === "leftOut") leftOut.add(progress.reason, progress.url);
      watcher.report(progress);
    };
    const crawled = await this.#options.run(request, { report, withPreview: watcher.withPreview }, signal);
    for (const { reason, url } of crawled.rendered.leftOut) leftOut.add(reason, url);
    await yieldToEventLoop();
    const finished = this.#finished(id, request, crawled, leftOut);
    this.#results.add(finished);
    return finished;
  }

  #finished(id: string, request: CrawlRequest, crawled: CrawledSite, leftOut: LeftOutCounter): FinishedCrawl {
    const fullUrl =
      crawled.full === undefined ? undefined : `${this.#options.publicUrl()}/api/crawls/${id}/llms-full.txt`;
    const fileUrl = storedUrl(crawled.uploaded);
    const summary: Summary = summarise(crawled, {
      leftOut: [...leftOut.groups],
      stored: fileUrl !== undefined,
      fullUrl,
    });
    return {
      id,
      url: request.url,
      finishedAt: this.#options.now(),
      summary,
      text: crawled.text,
      full: crawled.full,
      fileUrl,
      request: siteRequestOf(request),
      digest: crawled.digest,
      plainDigest: crawled.plainDigest,
    };
  }
}
