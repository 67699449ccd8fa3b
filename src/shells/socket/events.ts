import type { Attempt, Rung } from "../../fetch/fetch.ts";
import type { CrawlSiteProgress } from "./crawls.ts";
import type { SocketEvent } from "./messages.ts";

/** A page that reads them cannot draw faster anyway. */
const PROGRESS_EVERY_MS = 250;

/** So that no message grows large. */
const CHOSEN_AT_ONCE = 100;

interface CrawlEventsOptions {
  readonly maxPages: number;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
}

/** The facts of one crawl as events for programs (`?events=1`). Feed it every fact, in order. */
export class CrawlEvents {
  readonly #maxPages: number;
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #inFlight = new Set<string>();
  readonly #attempts = new Map<string, Pick<Attempt, "rung" | "elapsedMs">>();
  readonly #rungs: Record<Rung, number> = { plain: 0, browser: 0, proxy: 0 };
  #progressAt = Number.NEGATIVE_INFINITY;
  #done = 0;
  #waiting = 0;
  #bytes = 0;

  constructor({ maxPages, now }: CrawlEventsOptions) {
    this.#maxPages = maxPages;
    this.#now = now;
    this.#startedAt = now();
  }

  /** The events of a fact; none for what only people want to read. */
  of(progress: CrawlSiteProgress): readonly SocketEvent[] {
    this.#count(progress);
    return [...this.#eventsOf(progress), ...this.#progress(progress.type === "crawled")];
  }

  #count(progress: CrawlSiteProgress): void {
    if (progress.type === "visiting") this.#inFlight.add(progress.url);
    if (progress.type === "attempt") this.#addAttempt(progress.url, progress.attempt);
    if (progress.type === "failed" || progress.type === "leftOut") this.#inFlight.delete(progress.url);
    if (progress.type === "crawled") this.#inFlight.clear();
    if (progress.type !== "page") return;
    this.#inFlight.delete(progress.page.url);
    this.#done = progress.done;
    this.#waiting = progress.waiting;
    this.#bytes += progress.page.bytes;
    this.#rungs[progress.page.rung]++;
  }

  #addAttempt(url: string, { rung, elapsedMs }: Attempt): void {
    this.#attempts.set(url, { rung, elapsedMs: elapsedMs + (this.#attempts.get(url)?.elapsedMs ?? 0) });
  }

  #eventsOf(progress: CrawlSiteProgress): readonly SocketEvent[] {
    if (progress.type === "chosen") return chosenEvents(progress.urls);
    const event = this.#eventOf(progress);
    return event === undefined ? [] : [event];
  }

  #eventOf(progress: CrawlSiteProgress): SocketEvent | undefined {
    switch (progress.type) {
      case "robots": {
        const { allowed, lines, group } = progress;
        return { type: "robots", allowed, lines: [...lines], ...(group === undefined ? {} : { group }) };
      }
      case "sitemap":
        return { type: "sitemap", url: progress.url, urls: progress.urls };
      case "known":
        return { type: "known", count: progress.count, chosen: Math.min(progress.count, this.#maxPages) };
      case "visiting":
        return { type: "visiting", url: progress.url };
      case "attempt":
        return attemptEvent(progress.url, progress.attempt);
      case "page":
        return this.#page(progress.page);
      case "leftOut":
        return { type: "leftOut", url: progress.url, reason: progress.reason, ...(progress.of && { of: progress.of }) };
      case "failed":
        return { type: "failed", url: progress.url, reason: progress.error.message, ...this.#spent(progress.url) };
      case "slower":
        return { type: "slower", reason: progress.reason, concurrency: progress.concurrency };
      default:
        return undefined;
    }
  }

  #page({ url, rung, bytes }: { readonly url: string; readonly rung: Rung; readonly bytes: number }): SocketEvent {
    const section = new URL(url).pathname.split("/").slice(1, -1)[0] ?? "";
    // A page in the result is one that was answered well.
    return { type: "page", url, section, ...this.#spent(url), rung, bytes, status: 200 };
  }

  #spent(url: string): { readonly rung: Rung; readonly ms: number } {
    const { rung = "plain", elapsedMs = 0 } = this.#attempts.get(url) ?? {};
    this.#attempts.delete(url);
    return { rung, ms: Math.round(elapsedMs) };
  }

  #progress(isLast: boolean): readonly SocketEvent[] {
    const now = this.#now();
    if (!isLast && now - this.#progressAt < PROGRESS_EVERY_MS) return [];
    this.#progressAt = now;
    const elapsedMs = Math.round(now - this.#startedAt);
    return [
      {
        type: "progress",
        done: this.#done,
        max: this.#maxPages,
        waiting: this.#waiting,
        inFlight: this.#inFlight.size,
        pagesPerSecond: elapsedMs === 0 ? 0 : Math.round((this.#done / elapsedMs) * 10_000) / 10,
        bytes: this.#bytes,
        elapsedMs,
        rungs: { ...this.#rungs },
      },
    ];
  }
}

function chosenEvents(urls: readonly string[]): readonly SocketEvent[] {
  const batches = Array.from({ length: Math.ceil(urls.length / CHOSEN_AT_ONCE) }, (_, n) => n * CHOSEN_AT_ONCE);
  return batches.map((from) => ({ type: "chosen", urls: urls.slice(from, from + CHOSEN_AT_ONCE) }));
}

/** A way of fetching that gave nothing; the one that gave the page is told with it. */
function attemptEvent(url: string, { rung, outcome, elapsedMs }: Attempt): SocketEvent | undefined {
  return outcome === "ok" ? undefined : { type: "attempt", url, rung, reason: outcome, ms: Math.round(elapsedMs) };
}
