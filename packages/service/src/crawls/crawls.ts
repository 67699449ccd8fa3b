// The door of this folder: crawls as objects of the server.

import { reasonOf, sleep, unlessAborted } from "@llmstxt-service/crawler/waiting/abort";
import { endsWithin } from "@llmstxt-service/crawler/waiting/time-limit";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import { type CrawlFact, failedEvent } from "../facts/facts.ts";
import { unpackPages } from "../jobs/memory/memory.ts";
import type { CrawlRequest } from "../jobs/request.ts";
import { IdleMemory } from "../node-tuning.ts";
import type { Archive } from "./archive.ts";
import { type Handle, locationOf, opens } from "./handle.ts";
import { LiveCrawl } from "./live-crawl.ts";
import { CrawlPlaces, type PlacesOptions } from "./places.ts";
import type { CrawlRecord, CrawlResult, NumberedEvent } from "./record.ts";
import { Results } from "./results.ts";
import { type CrawlWatcher, type RunCrawl, type StartedCrawl, work } from "./work.ts";

export { Archive } from "./archive.ts";
export { type Handle, handleOf, locationOf, sealOf } from "./handle.ts";
export type { LiveCrawl } from "./live-crawl.ts";
export { type CrawlRecord, type CrawlResult, isOver, type NumberedEvent } from "./record.ts";
export { crawlsInStore } from "./store-keeper.ts";
export { findingsOf } from "./summary.ts";
export type { CrawlWatcher, RunCrawl } from "./work.ts";

interface CrawlsOptions {
  readonly run: RunCrawl;
  /** Place where crawls are kept beyond this process. */
  readonly archive: Archive;
  /** Hears every fact of every crawl of this address; must not throw. */
  onProgress(url: string, progress: CrawlFact): void;
  /** Hears of each crawl that begins how long it waited; must not throw. */
  onBegun(waitedSeconds: number): void;
  /** Crawls at once, and those of one client; further ones wait, and clients take turns. */
  readonly places: PlacesOptions;
  /** Address at which clients reach this server. */
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

/** Interval at which another process's crawl is looked at. */
const LOOK_EVERY_MS = 1_000;

/** A crawl under way, and what it comes to. */
export interface BegunCrawl {
  readonly live: LiveCrawl;
  /** Resolves when it outlives this process, or could not be written down. */
  readonly kept: Promise<void>;
  /** @throws CrawlError `interrupted` when the process stops, `aborted` when it is cancelled; else what the crawl throws */
  readonly ended: Promise<CrawlResult>;
}

/** The crawls of this process: those that wait, those that run, and those that are over until they are forgotten. */
export class Crawls {
  readonly #options: CrawlsOptions;
  readonly #places: CrawlPlaces;
  readonly #results: Results;
  readonly #closing = new AbortController();
  readonly #interrupting = new AbortController();
  readonly #live = new Map<string, LiveCrawl>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #memory = new IdleMemory();

  constructor(options: CrawlsOptions) {
    this.#options = options;
    this.#places = new CrawlPlaces(options.places);
    this.#results = new Results(options.now);
  }

  get running(): number {
    return this.#places.taken;
  }

  get waiting(): number {
    return this.#places.waiting;
  }

  /** Fires when no more crawls are taken; its reason is the CrawlError to answer with. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Crawls of this process that are not over, in the order in which they were asked for. */
  get live(): readonly LiveCrawl[] {
    return [...this.#live.values()];
  }

  /** A crawl is not found without the right to see it. @throws CrawlError `database_unavailable` if only the database could know it */
  async find(handle: Handle): Promise<CrawlRecord | undefined> {
    const here = this.#here(handle)?.record ?? this.#over(handle);
    return here ?? (await this.#options.archive.find(handle))?.record;
  }

  /**
   * Events of a crawl after event number `after`, until it is over. For a crawl of another process: those that are
   * written down. Nothing where there is no such crawl. @throws the signal's reason when it fires
   */
  async *events(handle: Handle, after: number, signal: AbortSignal): AsyncGenerator<NumberedEvent> {
    const live = this.#here(handle);
    if (live !== undefined) return yield* eventsOf(live, after, signal);
    await this.#options.archive.written(handle.id);
    for (let last = after; ; ) {
      const found = await this.#options.archive.find(handle);
      for (const event of await this.#pastEvents(handle)) {
        if (event.id <= last) continue;
        last = event.id;
        yield event;
      }
      if (!found?.isElsewhere) return undefined;
      await sleep(LOOK_EVERY_MS, signal);
    }
  }

  /** True if a crawl is over and nothing happened in it after event number `after`. */
  async hasEnded(handle: Handle, after: number): Promise<boolean> {
    if (this.#here(handle) !== undefined) return false;
    const { archive } = this.#options;
    await archive.written(handle.id);
    const found = await archive.find(handle);
    return !found?.isElsewhere && after >= ((await this.#pastEvents(handle)).at(-1)?.id ?? 0);
  }

  /** Ends a crawl that is under way, forgets one that is over. `elsewhere`: another process is at it. */
  async remove(handle: Handle): Promise<"done" | "unknown" | "elsewhere"> {
    const live = this.#here(handle);
    if (live !== undefined) {
      live.cancel();
      return "done";
    }
    const { archive } = this.#options;
    await archive.written(handle.id);
    const kept = await archive.find(handle);
    if (kept?.isElsewhere) return "elsewhere";
    const isKnown = this.#over(handle) !== undefined && this.#results.remove(handle.id);
    const isRemoved = kept !== undefined && (await archive.remove(handle.id));
    return isKnown || isRemoved ? "done" : "unknown";
  }

  /** Ends a crawl that runs here with the pages it has. `early`: there are none yet, or it is over. */
  async finish(handle: Handle): Promise<"done" | "early" | "unknown" | "elsewhere"> {
    const live = this.#here(handle);
    if (live !== undefined) return live.finish() ? "done" : "early";
    const kept = await this.#options.archive.find(handle);
    if (kept?.isElsewhere) return "elsewhere";
    return kept === undefined && this.#over(handle) === undefined ? "unknown" : "early";
  }

  /** Says that the requester has its document: one that must not be kept is forgotten soon. */
  delivered(record: CrawlRecord): void {
    if (!this.#options.archive.keeps(record)) this.#results.delivered(record.id);
  }

  #here(handle: Handle): LiveCrawl | undefined {
    const live = this.#live.get(handle.id);
    return live && opens(handle, live.record) ? live : undefined;
  }

  #over(handle: Handle): CrawlRecord | undefined {
    const record = this.#results.get(handle.id);
    return record && opens(handle, record) ? record : undefined;
  }

  async #pastEvents(handle: Handle): Promise<readonly NumberedEvent[]> {
    if (this.#over(handle) !== undefined && !this.#options.archive.keeps(handle))
      return this.#results.events(handle.id);
    return this.#options.archive.events(handle);
  }

  /**
   * Begins a crawl like one that is over, which takes the pages that one has read and asks for the others again.
   * @throws what `begin` throws
   */
  async again({ request, result }: CrawlRecord, watcher: CrawlWatcher): Promise<BegunCrawl> {
    const memory = result?.memory;
    const taken = memory === undefined ? undefined : await unpackPages(Buffer.from(memory, "base64"));
    return this.begin(request, watcher, taken);
  }

  /**
   * Begins a crawl, or puts it into the queue.
   * @throws CrawlError `server_busy` when too many are waiting; the reason of `closing` when that has fired
   */
  begin(request: CrawlRequest, watcher: CrawlWatcher, taken?: StartedCrawl["taken"]): BegunCrawl {
    this.closing.throwIfAborted();
    this.#places.admit(watcher.client);
    const live = new LiveCrawl(request, () => this.#options.now());
    this.#live.set(live.id, live);
    const { maxPages, url } = request;
    const { id, capability } = live.record;
    const location = locationOf(live.record);
    live.add([{ type: "started", id, location, host: new URL(url).host, maxPages }]);
    watcher.started(live.record);
    const kept = this.#options.archive.follow(live);
    const labelled = capability === undefined ? request : { ...request, capability };
    return { live, kept, ended: this.#toItsEnd({ live, request: labelled, watcher, taken }) };
  }

  /** Takes no more, lets what runs end, then interrupts it. Never rejects. */
  async stop({ drainMs, settleMs }: StopPatience): Promise<void> {
    this.#closing.abort(new CrawlError("interrupted", {}));
    for (const live of this.#live.values()) live.add([{ type: "stopping", leftMs: drainMs }]);
    await endsWithin(drainMs, Promise.allSettled(this.#running));
    this.#interrupting.abort(this.closing.reason);
    await endsWithin(settleMs, Promise.allSettled([...this.#running, this.#options.archive.close()]));
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
      const state = live.cancelling.aborted ? "cancelled" : "failed";
      live.end({ state, finishedAt: this.#options.now(), error, result: null }, error);
      throw thrown;
    } finally {
      // Events that are not written down are known here alone.
      this.#results.add(live.record, this.#options.archive.keeps(live.record) ? [] : live.events);
      this.#live.delete(live.id);
    }
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
    const ended = AbortSignal.any([live.cancelling, this.#interrupting.signal]);
    const doing = work(begun, this.#options, ended).finally(() => {
      place[Symbol.dispose]();
      this.#running.delete(doing);
      if (this.running === 0) this.#memory.idle();
    });
    this.#running.add(doing);
    this.#memory.busy();
    // The answer does not wait for a crawl that hangs; its place is free only when it has let go.
    return await unlessAborted(ended, doing, reasonOf);
  }
}

async function* eventsOf(live: LiveCrawl, after: number, signal: AbortSignal): AsyncGenerator<NumberedEvent> {
  for (let next = after; ; next++) {
    while (next >= live.events.length) {
      if (live.isOver) return;
      await live.changed(signal);
    }
    const event = live.events[next];
    if (event !== undefined) yield event;
  }
}
