import { randomUUID } from "node:crypto";
import { onAbort } from "@llmstxt-service/crawler/waiting/abort";
import { CrawlError } from "@llmstxt-service/page/errors";
import { newJournalKey } from "../jobs/kept-journal.ts";
import type { CrawlRequest } from "../jobs/request.ts";
import { newCapability } from "../jobs/sealing.ts";
import type { SocketEvent } from "../protocol/protocol.ts";
import type { JobStarter } from "../sites/job.ts";
import { type CrawlRecord, isOver, type NumberedEvent } from "./record.ts";
import { ToldEvents } from "./told-events.ts";

/** Events kept of one crawl; the last one, which says how it ended, always is. */
const MAX_EVENTS = 20_000;

/** Characters of them all: addresses and titles come from strangers. */
const MAX_CHARACTERS = 8 * 2 ** 20;

interface CrawlStart {
  readonly by: JobStarter;
  /** True if it is kept for its requester, who need not stay. */
  readonly isKept: boolean;
}

interface LiveCrawlOptions {
  readonly now: () => Date;
  /** All so far. */
  readonly events: readonly NumberedEvent[];
  /** Processes in a row that it cost. */
  readonly losses: number;
}

/** A crawl of this process, from the request to its end: its state, and what happened so far. */
export class LiveCrawl {
  /** Crawls before it while it waits. */
  ahead = 0;
  /** Events that other processes wrote down. */
  readonly told: number;
  readonly #losses: number;
  readonly #cancelling = new AbortController();
  readonly #finishing = new AbortController();
  readonly #now: () => Date;
  readonly #events: NumberedEvent[];
  readonly #told: ToldEvents | undefined;
  #isLeft = false;
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

  static begun({ credentials, ...request }: CrawlRequest, { by, isKept }: CrawlStart, now: () => Date): LiveCrawl {
    // Header fields are never kept, and nobody goes on without them.
    const goesOn = isKept && credentials === undefined;
    const record = {
      id: randomUUID(),
      by,
      goesOn,
      journalKey: goesOn ? newJournalKey() : null,
      resumed: null,
      ...(credentials && { capability: newCapability() }),
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

  /** A crawl that another process left, with what was told of it. */
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

  /** True if nothing more happens to it here: it is over, or another process goes on with it. */
  get isLeft(): boolean {
    return this.#isLeft || this.isOver;
  }

  /** All events so far; number 1 comes first. */
  get events(): readonly NumberedEvent[] {
    return this.#events;
  }

  /** Pages read so far. */
  get pagesDone(): number {
    return Math.max(this.#pages, this.#record.resumed?.pages ?? 0);
  }

  /** Processes in a row that it has cost without getting any further. */
  get losses(): number {
    return this.#pages > (this.#record.resumed?.pages ?? 0) ? 0 : this.#losses;
  }

  /** Fires when somebody wants it to end before its time. */
  get cancelling(): AbortSignal {
    return this.#cancelling.signal;
  }

  /** Fires when somebody wants the document of what there is. */
  get finishing(): AbortSignal {
    return this.#finishing.signal;
  }

  /** @returns whether it had begun: what waits has nothing to make a document of */
  finish(): boolean {
    if (this.#pages > 0) this.#finishing.abort();
    return this.#pages > 0;
  }

  cancel(): void {
    this.#cancelling.abort(new CrawlError("aborted", { detail: "Crawl cancelled" }));
  }

  /** Another process has it: what this one does counts no more. */
  lose(): void {
    this.#cancelling.abort(new CrawlError("interrupted", {}));
  }

  started(): void {
    this.#record = { ...this.#record, state: "running", startedAt: this.#record.startedAt ?? this.#now() };
    this.#tell();
  }

  /** Another process goes on with it. */
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

  /** @param last what says how it ended */
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
