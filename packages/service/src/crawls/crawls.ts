// Crawls on request: their queue, their run and their end.

import { reasonOf, unlessAborted } from "@llmstxt-service/crawler/waiting/abort";
import { endsWithin } from "@llmstxt-service/crawler/waiting/time-limit";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import { failedEvent } from "../facts/facts.ts";
import type { Journals, KeptJournal } from "../jobs/kept-journal.ts";
import { unpackPages } from "../jobs/memory/memory.ts";
import type { CrawlRequest } from "../jobs/request.ts";
import { UNSEALED } from "../jobs/sealing.ts";
import { IdleMemory } from "../node-tuning.ts";
import type { Archive, LeftCrawl } from "./archive.ts";
import { locationOf } from "./handle.ts";
import { KnownCrawls } from "./known-crawls.ts";
import { type CrawlOrigin, LiveCrawl } from "./live-crawl.ts";
import { CrawlPlaces, type PlacesOptions } from "./places.ts";
import type { CrawlRecord, CrawlResult } from "./record.ts";
import { Results } from "./results.ts";
import { type CrawlWatcher, type StartedCrawl, unwatched, type Workshop, work } from "./work.ts";

export { Archive, isCrawl } from "./archive.ts";
export { type Handle, handleOf, locationOf, sealOf } from "./handle.ts";
export type { JobChange } from "./job-changes.ts";
export type { LiveCrawl } from "./live-crawl.ts";
export { endFigures, logEnd } from "./log-end.ts";
export { type CrawlRecord, type CrawlResult, isOver } from "./record.ts";
export { jobsInStore } from "./store-keeper.ts";
export { findingsOf } from "./summary.ts";
export { type CrawlWatcher, type RunCrawl, unwatched } from "./work.ts";

interface CrawlsOptions extends Workshop {
  /** Place where crawls are kept beyond this process. */
  readonly archive: Archive;
  /** Keeps the answers of crawls that go on. */
  readonly journals: Journals;
  /** Called when a crawl begins, with the seconds that it waited; must not throw. */
  onBegun(waitedSeconds: number): void;
  /** Called for each crawl of another process that this one continues; must not throw. */
  onResumed(live: LiveCrawl, ended: Promise<CrawlResult>): void;
  /** Most crawls at once, in all and for one client. Further ones wait, and clients take turns. */
  readonly places: PlacesOptions;
  now(): Date;
}

/** Milliseconds of the waits of a stop. */
export interface StopPatience {
  /** Milliseconds for running crawls to end by themselves. */
  readonly drainMs: number;
  /** Milliseconds for each step after that: writing down, releasing, interrupting. */
  readonly settleMs: number;
}

/** A crawl that has begun, and its end. */
export interface BegunCrawl {
  readonly live: LiveCrawl;
  /** Resolves when the crawl is written down, or could not be. */
  readonly kept: Promise<void>;
  /** @throws CrawlError `interrupted` when the process stops, `aborted` when it is cancelled; else what the crawl throws */
  readonly ended: Promise<CrawlResult>;
}

/** The crawls of this process: those that wait, those that run, and those that are over until they are forgotten. */
export class Crawls extends KnownCrawls {
  readonly #options: CrawlsOptions;
  readonly #places: CrawlPlaces;
  readonly #closing = new AbortController();
  /** Fires when no more crawls are accepted; its reason is the CrawlError to answer with. */
  readonly closing = this.#closing.signal;
  /** Interrupts, at once on a stop, the crawls that another process can continue. */
  readonly #leaving = new AbortController();
  readonly #interrupting = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #journals = new Map<string, KeptJournal>();
  readonly #memory = new IdleMemory();

  constructor(options: CrawlsOptions) {
    super(options.archive, new Results(options.now));
    this.#options = options;
    this.#places = new CrawlPlaces(options.places);
    options.archive.adopt(
      () => (this.closing.aborted ? 0 : Math.max(1, options.places.size - this.running - this.waiting)),
      (left) => this.#goOn(left),
    );
  }

  get running(): number {
    return this.#places.taken;
  }

  get waiting(): number {
    return this.#places.waiting;
  }

  /**
   * Begins a crawl with the request of a finished one. Pages that the finished one read are taken from it; those that
   * failed, or were not reached when it was stopped, are requested.
   * @throws what `begin` throws
   */
  async again({ request, result }: CrawlRecord, watcher: CrawlWatcher, begin: CrawlOrigin): Promise<BegunCrawl> {
    const memory = result?.memory;
    const taken = memory === undefined ? undefined : await unpackPages(Buffer.from(memory, "base64"));
    return this.begin(request, watcher, { ...begin, taken });
  }

  /**
   * Begins a crawl, or puts it into the queue.
   * @param begin `taken`: pages that an earlier crawl read, which are not requested
   * @throws CrawlError `server_busy` when too many are waiting; the reason of `closing` when that has fired
   */
  begin(
    request: CrawlRequest,
    watcher: CrawlWatcher,
    { taken, ...begun }: CrawlOrigin & { readonly taken?: StartedCrawl["taken"] },
  ): BegunCrawl {
    this.closing.throwIfAborted();
    this.#places.admit(watcher.client);
    const live = LiveCrawl.begun(request, begun, () => this.#options.now());
    const { maxPages, url } = request;
    const { id, capability } = live.record;
    const location = locationOf(live.record);
    live.add([{ type: "started", id, location, host: new URL(url).host, maxPages }]);
    watcher.started(live.record);
    const labelled = capability === undefined ? request : { ...request, capability };
    return this.#doing({ live, request: labelled, watcher, taken });
  }

  #goOn({ record, events, losses }: LeftCrawl): void {
    const live = LiveCrawl.resumed(record, { events, losses, now: () => this.#options.now() });
    const { at, times, pages } = record.resumed ?? { at: record.createdAt, times: 0, pages: 0 };
    const toldAt = record.createdAt.getTime() + (events.at(-1)?.atMs ?? 0);
    live.add([{ type: "resumed", times, pages, silentMs: Math.max(0, at.getTime() - toldAt) }]);
    const { ended } = this.#doing({
      live,
      request: record.request,
      watcher: unwatched(`crawl ${live.id}`),
      taken: undefined,
    });
    this.#options.onResumed(live, ended);
  }

  #doing(begun: StartedCrawl): BegunCrawl {
    const { live } = begun;
    this.underWay.set(live.id, live);
    const kept = this.archive.follow(live);
    return { live, kept, ended: this.#toItsEnd(begun) };
  }

  /**
   * Accepts no more crawls, leaves those that another process can continue, waits for the others to end, and interrupts
   * the rest. Never rejects.
   */
  async stop({ drainMs, settleMs }: StopPatience): Promise<void> {
    this.#closing.abort(new CrawlError("interrupted", {}));
    for (const live of this.underWay.values()) {
      const { goesOn } = live.record;
      live.add([{ type: "stopping", leftMs: goesOn ? 0 : drainMs, goesOn }]);
    }
    const journals = [...this.#journals.values()];
    this.#leaving.abort(this.closing.reason);
    await Promise.all(journals.map((kept) => kept.close()));
    const left = [...this.underWay.values()].filter(({ record }) => record.goesOn);
    await endsWithin(settleMs, Promise.allSettled(left.map(({ id }) => this.archive.written(id))));
    await endsWithin(settleMs, this.archive.release());
    await endsWithin(drainMs, Promise.allSettled(this.#running));
    this.#interrupting.abort(this.closing.reason);
    await endsWithin(settleMs, Promise.allSettled([...this.#running, this.archive.close()]));
  }

  async #toItsEnd(begun: StartedCrawl): Promise<CrawlResult> {
    const { live } = begun;
    try {
      const result = await this.#inSlot(begun);
      const end = { state: "done", finishedAt: this.#options.now(), error: null, result } as const;
      live.end(end, { type: "summary", ...result.summary });
      return result;
    } catch (thrown) {
      const error = failedEvent(toCrawlError(thrown));
      // A stop ends this process's part of the crawl, not the crawl.
      if (live.record.goesOn && error.code === "interrupted") live.leave();
      else this.#failed(live, error);
      throw thrown;
    } finally {
      // Events of a crawl that is not kept are held in memory alone.
      if (live.isOver) this.results.add(live.record, this.archive.keeps(live.record) ? [] : live.events);
      this.underWay.delete(live.id);
      this.#tidy(live);
    }
  }

  /** Tidies up after a crawl that is over, or that another process took over; one that is left keeps its journal. */
  #tidy(live: LiveCrawl): void {
    const kept = this.#journals.get(live.id);
    this.#journals.delete(live.id);
    if (kept === undefined || !(live.isOver || live.isLost)) return;
    const tidying = this.#removed(live, kept).finally(() => this.#running.delete(tidying));
    this.#running.add(tidying);
  }

  /**
   * Removes a journal once the crawl's end is written down. The process that took a crawl over may have removed its
   * journal already, before this one wrote its last answers.
   */
  async #removed({ id, isLost }: LiveCrawl, kept: KeptJournal): Promise<void> {
    await this.archive.written(id);
    await kept.close();
    if (!isLost || (await this.archive.isOver(id))) await kept.remove();
  }

  async #worked(begun: StartedCrawl, signal: AbortSignal): Promise<CrawlResult> {
    const { id, journalKey: key, resumed } = begun.live.record;
    if (key === null) return work(begun, this.#options, signal);
    const { request } = begun;
    const kept = await this.#options.journals.open({ id, request, key, seal: UNSEALED, isResumed: resumed !== null });
    this.#journals.set(id, kept);
    begun.live.found(kept.had);
    return work({ ...begun, journal: kept.journal, lost: kept.lost }, this.#options, signal);
  }

  #failed(live: LiveCrawl, error: ReturnType<typeof failedEvent>): void {
    const state = live.cancelling.aborted ? "cancelled" : "failed";
    live.end({ state, finishedAt: this.#options.now(), error, result: null }, error);
  }

  async #inSlot(begun: StartedCrawl): Promise<CrawlResult> {
    const { live, watcher } = begun;
    const tellAhead = (ahead: number) => {
      live.ahead = ahead;
      live.add([{ type: "queued", ahead }]);
      watcher.waiting(ahead);
    };
    const askedAt = performance.now();
    const place = await this.#places.take(watcher.client, tellAhead, AbortSignal.any([live.cancelling, this.closing]));
    this.#options.onBegun((performance.now() - askedAt) / 1_000);
    const stopping = live.record.goesOn ? this.#leaving : this.#interrupting;
    const ended = AbortSignal.any([live.cancelling, stopping.signal]);
    const doing = this.#worked(begun, ended).finally(() => {
      place[Symbol.dispose]();
      this.#running.delete(doing);
      if (this.running === 0) this.#memory.idle();
    });
    this.#running.add(doing);
    this.#memory.busy();
    // The caller gets the end at once when a crawl is ended, even if it hangs; its place is free only when it has
    // returned.
    return await unlessAborted(ended, doing, reasonOf);
  }
}
