import { type ByType, byTypeIfAny } from "@llmstxt-service/service/by-type";
import type { Failure, FetchedBy, SocketEvent } from "../protocol/types.ts";
import { some } from "../words/amounts.ts";
import { failureTitle, lineOf } from "../words/facts.ts";
import { LEFT_OUT_WORDS } from "../words/left-out.ts";
import { Audit } from "./audit.ts";
import { Log } from "./log.ts";
import { Pace } from "./pace.ts";
import { Tiles } from "./tiles.ts";

type Progress = Omit<Extract<SocketEvent, { type: "progress" }>, "type" | "rungs">;

const NOTHING_YET: Progress = {
  done: 0,
  max: 0,
  waiting: 0,
  inFlight: 0,
  pagesPerSecond: 0,
  bytes: 0,
  elapsedMs: 0,
  pagesBy: { plain: 0, browser: 0, proxy: 0 },
};

/** Milliseconds without a page after which no remaining time is shown. */
const SILENT_MS = 4000;

/** A failed try of the home page, as a row of the failure's table. */
export interface HomeFailure extends Failure {
  readonly by: FetchedBy;
  readonly ms: number;
}

/** The state of one crawl for the page, made from its events. It has no connection and no timer. */
export class Crawl {
  readonly host: string;
  /** Folder of the base URL's path, with a slash at its end. */
  readonly base: string;
  readonly log = new Log();
  readonly audit = new Audit();
  readonly tiles: Tiles;
  id: string | undefined;
  /** Crawls ahead in the queue; undefined once it has started. */
  queued: number | undefined;
  progress = NOTHING_YET;
  known = 0;
  chosen = 0;
  robots: Extract<SocketEvent, { type: "robots" }> | undefined;
  readonly failures: HomeFailure[] = [];
  error: Extract<SocketEvent, { type: "error" }> | undefined;
  /** True once the last event has arrived. */
  isOver = false;
  /** True if all pages are read and the file is being written. */
  isWriting = false;
  /** Ends of the pauses that hosts asked for, in milliseconds since 1970. */
  readonly #pauses = new Map<string, number>();
  /** The last event that slowed the crawl down. */
  #slower: Extract<SocketEvent, { type: "slower" }> | undefined;
  /** True if the server is stopping. */
  isStopping = false;
  /** Reason why the site was not enrolled, although that was asked for. */
  notEnrolled = "";
  /** Reason why the file was not stored. */
  notStored = "";
  /** Current step of the crawl, in words. */
  doing = "Starting";
  /** Time at which it left the queue, by `performance.now()`; undefined while it waits. */
  #beganAt: number | undefined;
  /** The same by the clock of the events, in milliseconds since it was asked for. */
  #beganAtMs: number | undefined;
  readonly pace = new Pace();
  #lastPageAt = 0;
  /** Addresses requested and not answered yet, in order: the first of them are in flight. */
  readonly #asked = new Set<string>();

  constructor(url: string, maxPages: number) {
    const address = URL.canParse(url) ? new URL(url) : undefined;
    this.host = address?.host ?? url;
    this.base = address?.pathname.replace(/\/?$/, "/") ?? "/";
    this.tiles = new Tiles(this.host);
    this.progress = { ...NOTHING_YET, max: maxPages };
  }

  /** Applies an event. `atMs`: since the crawl was asked for; `now`: by `performance.now()`. */
  take(event: SocketEvent, atMs: number, now = performance.now()): void {
    if (event.type !== "queued" && event.type !== "started" && event.type !== "stopping") {
      this.#beganAt ??= now;
      this.#beganAtMs ??= atMs;
    }
    this.pace.take(event, atMs - (this.#beganAtMs ?? atMs));
    if (event.type === "page") this.#lastPageAt = now;
    byTypeIfAny(this.#learn, event);
    this.audit.add(event);
    const line = lineOf(event, this.host);
    if (line === undefined) return;
    this.log.add({ atMs, ...line });
    if (line.kind === "info" || line.kind === "warn") this.doing = line.text;
  }

  /** Sets the time since it left the queue, in milliseconds. */
  ranMs(elapsedMs: number, now: number): void {
    this.#beganAt = now - elapsedMs;
    this.#lastPageAt = now;
    if (this.doing === "Starting") this.doing = "Reading robots.txt";
  }

  /** Milliseconds since it left the queue. */
  elapsedMs(now: number): number {
    return this.#beganAt === undefined ? 0 : Math.max(0, now - this.#beganAt);
  }

  /** Pages per second since it left the queue. */
  pagesPerSecond(now: number): number {
    const elapsed = this.elapsedMs(now);
    return elapsed < 500 ? 0 : (this.progress.done / elapsed) * 1000;
  }

  /** Estimated seconds until the end; undefined at its beginning, and when no page has come for a while. */
  secondsLeft(now: number): number | undefined {
    const { done, max, waiting, inFlight } = this.progress;
    const rate = this.pagesPerSecond(now);
    const gap = (this.#lastPageAt - (this.#beganAt ?? 0)) / Math.max(1, done);
    const isSilent = now - this.#lastPageAt > Math.max(SILENT_MS, 4 * gap);
    if (done === 0 || rate === 0 || this.elapsedMs(now) < 3000 || isSilent) return undefined;
    const left = Math.min(max - done, waiting + inFlight || max - done);
    return left / rate;
  }

  /** Effects of events on this state; events that only the log shows have none. */
  readonly #learn: Partial<ByType<SocketEvent, void>> = {
    queued: (event) => {
      this.queued = event.ahead;
    },
    started: (event) => {
      this.id = event.id;
      if (event.maxPages > 0) this.progress = { ...this.progress, max: event.maxPages };
    },
    robots: (event) => {
      // Reading robots.txt is a crawl's first step.
      this.queued = undefined;
      this.doing = event.allowed ? "Reading the home page" : this.doing;
      if (!this.robots || !event.allowed) this.robots = event;
    },
    known: (event) => {
      this.known = event.count;
      this.chosen = event.chosen;
    },
    chosen: (event) => {
      for (const url of event.urls) if (!this.tiles.has(url)) this.tiles.set(url, {});
    },
    visiting: (event) => {
      this.#asked.add(event.url);
      if (!this.tiles.has(event.url)) this.tiles.set(event.url, {});
      this.#fly();
    },
    page: (event) => {
      this.#land(event.url);
      this.tiles.set(event.url, { state: "done", by: event.by });
    },
    leftOut: (event) => {
      this.#land(event.url);
      // Pages that were never to be read are only counted; the map shows the others.
      if (this.tiles.has(event.url))
        this.tiles.set(event.url, { state: "leftOut", reason: LEFT_OUT_WORDS[event.reason] });
    },
    attempt: (event) => {
      // Only a failure of the home page has a screen of its own.
      if (this.progress.done === 0) this.failures.push(event);
    },
    failed: (event) => {
      this.#land(event.url);
      this.tiles.set(event.url, { state: "failed", by: event.by, reason: failureTitle(event) });
    },
    progress: (event) => {
      this.progress = { ...event, max: event.max || this.progress.max };
      this.#fly();
    },
    crawled: () => {
      this.isWriting = true;
    },
    summary: () => {
      this.isOver = true;
    },
    stopping: () => {
      this.isStopping = true;
    },
    waiting: (event) => {
      this.#pauses.set(event.host, Date.parse(event.until));
    },
    slower: (event) => {
      this.#slower = event;
    },
    uploadFailed: (event) => {
      this.notStored = `Storing it failed: ${event.reason}`;
    },
    withheld: () => {
      this.notStored = "Not stored: the site was read with your header fields.";
    },
    notEnrolled: (event) => {
      this.notEnrolled = `Not kept up to date: ${failureTitle(event)}.`;
    },
    error: (event) => {
      this.error = event;
      this.isOver = true;
    },
  };

  /** The pause that ends last of those that last at `now`, in milliseconds since 1970, and how many hosts pause besides. */
  pause(now: number): { readonly host: string; readonly until: number; readonly others: number } | undefined {
    const lasting = [...this.#pauses].filter(([, until]) => until > now).toSorted(([, a], [, b]) => b - a);
    const [last] = lasting;
    return last && !this.isOver ? { host: last[0], until: last[1], others: lasting.length - 1 } : undefined;
  }

  /** Reason of the last slowing down, while no more requests are in flight than it allows. */
  get slowness(): string {
    const { reason, concurrency } = this.#slower ?? { reason: "", concurrency: 0 };
    return this.progress.inFlight <= concurrency ? reason : "";
  }

  /** Shows as many of the requested pages in progress as requests are in flight; the others wait. */
  #fly(): void {
    let room = this.progress.inFlight;
    for (const url of this.#asked) {
      if (room-- <= 0) return;
      this.tiles.set(url, { state: "flying" });
    }
  }

  #land(url: string): void {
    if (this.#asked.delete(url)) this.#fly();
  }

  /** Pages to be read whose addresses are not known here yet. */
  get toCome(): number {
    if (this.isOver) return 0;
    const { max, done, waiting } = this.progress;
    const { flying, waiting: known } = this.tiles.counts;
    return Math.max(0, Math.min(waiting, max - done - flying) - known);
  }

  /** Pages that have failed so far. */
  get failed(): number {
    return this.tiles.counts.failed;
  }

  /** Progress for screen readers: `641 of 1,000 pages done, 7 failed`. */
  get spoken(): string {
    const { done, max } = this.progress;
    const { failed } = this;
    return `${done} of ${some(max, "page")} done${failed > 0 ? `, ${failed} failed` : ""}.`;
  }
}
