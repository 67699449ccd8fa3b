import type { Attempt } from "@llmstxt-service/crawler/fetch";
import type { FetchedBy, SocketEvent } from "../protocol/protocol.ts";
import { spentOf } from "./crawling.ts";
import type { AsFound, CrawlFact, WatchedFact } from "./fact.ts";
import { rowOf } from "./table.ts";

/** Milliseconds between progress events: a page cannot draw faster anyway. */
const PROGRESS_EVERY_MS = 250;

interface CrawlEventsOptions {
  readonly maxPages: number;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
}

/** The facts of one crawl as events for programs (`?events=1`). Feed it every fact, in order. */
export class CrawlEvents implements WatchedFact {
  readonly maxPages: number;
  readonly #now: () => number;
  readonly #startedAt: number;
  #requests = 0;
  #requestsTold = 0;
  readonly #attempts = new Map<string, Pick<Attempt, "rung" | "elapsedMs" | "waitedMs">>();
  readonly #pagesBy: Record<FetchedBy, number> = { plain: 0, browser: 0, proxy: 0 };
  #progressAt = Number.NEGATIVE_INFINITY;
  #done = 0;
  #waiting = 0;
  #bytes = 0;
  #fetchMs = 0;

  constructor({ maxPages, now }: CrawlEventsOptions) {
    this.maxPages = maxPages;
    this.#now = now;
    this.#startedAt = now();
  }

  of(progress: CrawlFact): readonly SocketEvent[] {
    this.#count(progress);
    return [...this.#eventsOf(progress), ...this.#progress(progress.type === "crawled")];
  }

  requests(open: number): void {
    this.#requests = open;
  }

  /**
   * The progress event, if the number of requests in flight has changed since the last one. Called while nothing else
   * happens.
   */
  tick(): readonly SocketEvent[] {
    return this.#requests === this.#requestsTold ? [] : this.#progress(false);
  }

  /** Figures of the crawl so far, for its record. */
  get figures() {
    return { ...this.#figures, fetchMs: Math.round(this.#fetchMs) };
  }

  get #figures() {
    const elapsedMs = Math.round(this.#now() - this.#startedAt);
    return { elapsedMs, bytes: this.#bytes, pagesBy: { ...this.#pagesBy } };
  }

  #count(progress: CrawlFact): void {
    if (progress.type === "attempt") this.#addAttempt(progress.url, progress.attempt);
    if (progress.type !== "page") return;
    this.#done = progress.done;
    this.#waiting = progress.waiting;
    this.#bytes += progress.page.bytes;
    this.#pagesBy[progress.page.rung]++;
  }

  #addAttempt(url: string, { rung, elapsedMs, waitedMs }: Attempt): void {
    this.#fetchMs += elapsedMs;
    const before = this.#attempts.get(url) ?? { elapsedMs: 0, waitedMs: 0 };
    const sum = { elapsedMs: before.elapsedMs + elapsedMs, waitedMs: before.waitedMs + waitedMs };
    this.#attempts.set(url, { rung, ...sum });
  }

  #eventsOf(fact: CrawlFact): readonly SocketEvent[] {
    return isEvent(fact) ? [fact] : [rowOf(fact).event?.(fact, this) ?? []].flat();
  }

  readonly spent = (url: string) => {
    const attempt = this.#attempts.get(url) ?? { rung: "plain" as const, elapsedMs: 0, waitedMs: 0 };
    this.#attempts.delete(url);
    const { rung } = attempt;
    return { by: rung, rung, ...spentOf(attempt) };
  };

  #progress(isLast: boolean): readonly SocketEvent[] {
    const now = this.#now();
    if (!isLast && now - this.#progressAt < PROGRESS_EVERY_MS) return [];
    this.#progressAt = now;
    this.#requestsTold = this.#requests;
    const elapsedMs = Math.round(now - this.#startedAt);
    return [
      {
        type: "progress",
        done: this.#done,
        max: this.maxPages,
        waiting: this.#waiting,
        inFlight: this.#requests,
        pagesPerSecond: elapsedMs === 0 ? 0 : Math.round((this.#done / elapsedMs) * 10_000) / 10,
        ...this.#figures,
        rungs: { ...this.#pagesBy },
      },
    ];
  }
}

const isEvent = (fact: CrawlFact): fact is AsFound => rowOf(fact).event === undefined;
