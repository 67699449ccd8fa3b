import { randomUUID } from "node:crypto";
import { onAbort } from "@llmstxt-service/crawler/waiting/abort";
import { CrawlError } from "@llmstxt-service/page/errors";
import { newKey } from "../jobs/cipher.ts";
import type { CrawlRequest } from "../jobs/request.ts";
import type { SocketEvent } from "../protocol/protocol.ts";
import { gotFurther } from "../sites/job.ts";
import { type CrawlRecord, isOver, type NumberedEvent } from "./record.ts";
import { ToldEvents } from "./told-events.ts";

/** Most events kept of one crawl; the last one, which says how it ended, is always kept. */
const MAX_EVENTS = 20_000;

/** Most characters of a crawl's events: addresses and titles come from strangers. */
const MAX_CHARACTERS = 8 * 2 ** 20;

/** Origin of a crawl, and whether it is kept. */
export interface CrawlOrigin extends Pick<CrawlRecord, "by"> {
  /** True if the crawl is kept for its requester and goes on when the connection is closed. */
  readonly isKept: boolean;
}

interface LiveCrawlOptions {
  readonly now: () => Date;
  readonly events: readonly NumberedEvent[];
  /** Processes in a row that ended while they ran this crawl. */
  readonly losses: number;
}

/** A crawl of this process, from the request to its end: its state and its events. */
export class LiveCrawl {
  ahead = 0;
  /** Number of events that earlier processes wrote down. */
  readonly told: number;
  #losses: number;
  readonly #cancelling = new AbortController();
  readonly cancelling = this.#cancelling.signal;
  readonly #finishing = new AbortController();
  /** Fires when the crawl is to end with the pages it has. */
  readonly finishing = this.#finishing.signal;
  readonly #now: () => Date;
  readonly #events: NumberedEvent[];
  readonly #told: ToldEvents | undefined;
  #isLeft = false;
  #isLost = false;
  #pages = 0;
  #characters = 0;
  readonly #listeners = new Set<() => void>();
  #record: CrawlRecord;

  private constructor(record: CrawlRecord, { now, events, losses }: LiveCrawlOptions) {
    this.#now = now;
    this.told = events.length;
    this.#losses = losses;
    this.#record = record;
    this.#events = [...events];
    this.#told = events.length === 0 ? undefined : new ToldEvents(events);
  }

  static begun({ credentials, ...request }: CrawlRequest, { by, isKept }: CrawlOrigin, now: () => Date): LiveCrawl {
    // Credentials are never stored, and no other process can continue without them.
    const goesOn = isKept && credentials === undefined;
    const record = {
      id: randomUUID(),
      by,
      goesOn,
      journalKey: goesOn ? newKey() : null,
      resumed: null,
      ...(credentials && { capability: newKey() }),
      url: request.url,
      state: "waiting",
      createdAt: now(),
      startedAt: null,
      finishedAt: null,
      request,
      error: null,
      result: null,
    } as const;
    return new LiveCrawl(record, { now, events: [], losses: 0 });
  }

  /** A crawl that another process left, with its events so far. */
  static resumed(record: CrawlRecord, options: LiveCrawlOptions): LiveCrawl {
    return new LiveCrawl({ ...record, state: "waiting" }, options);
  }

  get id(): string {
    return this.#record.id;
  }

  get record(): CrawlRecord {
    return this.#record;
  }

  get isOver(): boolean {
    return isOver(this.#record);
  }

  /** True if this process is done with the crawl: it is over, or another process continues it. */
  get isLeft(): boolean {
    return this.#isLeft || this.isOver;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Events so far; the first has number 1. */
  get events(): readonly NumberedEvent[] {
    return this.#events;
  }

  get pagesDone(): number {
    return Math.max(this.#pages, this.#record.resumed?.pages ?? 0);
  }

  /** Processes in a row that ended while they ran this crawl, without getting further. */
  get losses(): number {
    return this.#losses;
  }

  /**
   * Asks the crawl to end with its pages.
   * @returns false if it has none yet
   */
  finish(): boolean {
    if (this.#pages > 0) this.#finishing.abort();
    return this.#pages > 0;
  }

  cancel(): void {
    this.#cancelling.abort(new CrawlError("aborted", { detail: "Crawl cancelled" }));
  }

  /** Ends the crawl here, because another process has taken it over: results of this one no longer count. */
  lose(): void {
    this.#isLost = true;
    this.#cancelling.abort(new CrawlError("interrupted", {}));
  }

  /** Says how many answers of earlier processes were found: with so many more than before, their ends do not count. */
  found(answers: number): void {
    const { answersFound = 0, request } = this.#record;
    if (!gotFurther(answers, answersFound, request.maxPages)) return;
    this.#losses = 0;
    this.#record = { ...this.#record, answersFound: answers };
    this.#tell();
  }

  started(): void {
    this.#record = { ...this.#record, state: "running", startedAt: this.#record.startedAt ?? this.#now() };
    this.#tell();
  }

  leave(): void {
    this.#isLeft = true;
    this.#tell();
  }

  add(events: readonly SocketEvent[]): void {
    for (const event of events) {
      if (event.type === "page") this.#pages++;
      if (this.#told?.has(event)) continue;
      if (this.#events.length < MAX_EVENTS - 1 && this.#characters < MAX_CHARACTERS) this.#push(event);
    }
    if (events.length > 0) this.#tell();
  }

  /** @param last event that says how it ended */
  end(end: Pick<CrawlRecord, "state" | "finishedAt" | "error" | "result">, last: SocketEvent): void {
    this.#push(last);
    this.#record = { ...this.#record, ...end };
    this.#tell();
  }

  /** Resolves at the next change. @throws the signal's reason when it fires first */
  async changed(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const forget = onAbort(signal, () => reject(signal.reason));
    this.#listeners.add(resolve);
    try {
      await promise;
    } finally {
      forget();
      this.#listeners.delete(resolve);
    }
  }

  #push(event: SocketEvent): void {
    const atMs = Math.max(0, this.#now().getTime() - this.#record.createdAt.getTime());
    const json = JSON.stringify({ ...event, atMs });
    this.#characters += json.length;
    this.#events.push({ id: this.#events.length + 1, type: event.type, atMs, json });
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
