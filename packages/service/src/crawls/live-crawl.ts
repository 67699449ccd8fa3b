import { randomUUID } from "node:crypto";
import { onAbort } from "@llmstxt-service/crawler/waiting/abort";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { CrawlRequest } from "../jobs/request.ts";
import { newCapability } from "../jobs/sealing.ts";
import type { SocketEvent } from "../protocol/protocol.ts";
import { type CrawlRecord, isOver, type NumberedEvent } from "./record.ts";

/** Events kept of one crawl; the last one, which says how it ended, always is. */
const MAX_EVENTS = 20_000;

/** Characters of them all: addresses and titles come from strangers. */
const MAX_CHARACTERS = 8 * 2 ** 20;

/** A crawl of this process, from the request to its end: its state, and what happened so far. */
export class LiveCrawl {
  readonly id = randomUUID();
  /** Crawls before it while it waits. */
  ahead = 0;
  readonly #cancelling = new AbortController();
  readonly #finishing = new AbortController();
  readonly #now: () => Date;
  readonly #events: NumberedEvent[] = [];
  #pages = 0;
  #characters = 0;
  readonly #listeners = new Set<() => void>();
  #record: CrawlRecord;

  constructor({ credentials, ...request }: CrawlRequest, now: () => Date) {
    this.#now = now;
    this.#record = {
      id: this.id,
      ...(credentials && { capability: newCapability() }),
      url: request.url,
      state: "waiting",
      createdAt: now(),
      startedAt: null,
      finishedAt: null,
      request,
      error: null,
      result: null,
    };
  }

  get record(): CrawlRecord {
    return this.#record;
  }

  get isOver(): boolean {
    return isOver(this.#record);
  }

  /** All events so far; number 1 comes first. */
  get events(): readonly NumberedEvent[] {
    return this.#events;
  }

  /** Pages read so far. */
  get pagesDone(): number {
    return this.#pages;
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

  started(): void {
    this.#record = { ...this.#record, state: "running", startedAt: this.#now() };
    this.#tell();
  }

  add(events: readonly SocketEvent[]): void {
    for (const event of events) {
      if (event.type === "page") this.#pages++;
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
    this.#events.push({ id: this.#events.length + 1, type: event.type, json });
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
