import type { Failure, FetchedBy, SocketEvent, SocketMessage } from "../protocol/messages.ts";
import { ownAddress } from "../protocol/own-address.ts";
import type { Summary } from "../protocol/summary.ts";
import { some } from "../words/amounts.ts";
import { failureTitle, lineOf } from "../words/facts.ts";
import { LEFT_OUT_WORDS } from "../words/left-out.ts";
import { Log } from "./log.ts";
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

/** A try of the home page that gave nothing: a row of the failure's table. */
export interface HomeFailure extends Failure {
  readonly by: FetchedBy;
  readonly ms: number;
}

/** Everything the page knows of one crawl: messages go in, what is drawn comes out. Holds no socket and no clock. */
export class Crawl {
  readonly host: string;
  /** The folder of the base URL's path, with a slash at its end. */
  readonly base: string;
  readonly log = new Log();
  readonly tiles: Tiles;
  id: string | undefined;
  /** Crawls before this one; undefined once it has started. */
  queued: number | undefined;
  progress = NOTHING_YET;
  known = 0;
  chosen = 0;
  robots: Extract<SocketEvent, { type: "robots" }> | undefined;
  readonly failures: HomeFailure[] = [];
  result: string | undefined;
  fileUrl: string | undefined;
  error: Extract<SocketEvent, { type: "error" }> | undefined;
  summary: Summary | undefined;
  timedOut = false;
  enrolled = false;
  /** Why the site is not kept up to date although that was asked for. */
  notEnrolled = "";
  /** Why there is no hosted file. */
  notStored = "";
  /** What is happening now. */
  doing = "Connecting";

  constructor(url: string, maxPages: number) {
    const address = URL.canParse(url) ? new URL(url) : undefined;
    this.host = address?.host ?? url;
    this.base = address?.pathname.replace(/\/?$/, "/") ?? "/";
    this.tiles = new Tiles(this.host);
    this.progress = { ...NOTHING_YET, max: maxPages };
  }

  /** Takes one message in; `atMs` since the crawl was begun. The words of log and error are for other clients. */
  take({ type, content, event }: SocketMessage, atMs: number): void {
    if (type === "result") this.result = content;
    else if (type === "url") this.fileUrl = ownAddress(content);
    if (event === undefined) return;
    this.#learn(event);
    const line = lineOf(event, this.host);
    if (line === undefined) return;
    this.log.add({ atMs, ...line });
    if (line.kind === "info" || line.kind === "warn") this.doing = line.text;
  }

  /** An event without a case here is an error of the compiler. */
  #learn(event: SocketEvent): void {
    switch (event.type) {
      case "queued":
        this.queued = event.ahead;
        return;
      case "started":
        this.id = event.id;
        if (event.maxPages > 0) this.progress = { ...this.progress, max: event.maxPages };
        return;
      case "robots":
        // The first thing that is done when a crawl's turn has come.
        this.queued = undefined;
        if (!this.robots || !event.allowed) this.robots = event;
        return;
      case "known":
        this.known = event.count;
        this.chosen = event.chosen;
        return;
      case "chosen":
        for (const url of event.urls) if (!this.tiles.has(url)) this.tiles.set(url, {});
        return;
      case "visiting":
        this.tiles.set(event.url, { state: "flying" });
        return;
      case "page":
        this.tiles.set(event.url, { state: "done", by: event.by });
        return;
      case "leftOut":
        // Pages that were never to be read are counted at the end; the map shows those that were.
        if (this.tiles.has(event.url))
          this.tiles.set(event.url, { state: "leftOut", reason: LEFT_OUT_WORDS[event.reason] });
        return;
      case "attempt":
        // The home page is the only one whose failure has a screen of its own.
        if (this.progress.done === 0) this.failures.push(event);
        return;
      case "failed":
        this.tiles.set(event.url, { state: "failed", by: event.by, reason: failureTitle(event) });
        return;
      case "progress":
        this.progress = { ...event, max: event.max || this.progress.max };
        return;
      case "crawled":
        this.timedOut ||= event.why === "timeout";
        return;
      case "summary":
        this.summary = event;
        this.timedOut ||= event.timedOut;
        return;
      case "uploadFailed":
        this.notStored = `Storing it failed: ${event.reason}`;
        return;
      case "withheld":
        this.notStored = "Not stored: the site was read with your header fields.";
        return;
      case "enrolled":
        this.enrolled = true;
        return;
      case "notEnrolled":
        this.notEnrolled = `Not kept up to date: ${failureTitle(event)}.`;
        return;
      case "error":
        this.error = event;
        return;
      case "site":
      case "sitemap":
      case "sitemapsCut":
      case "sitemapFailed":
      case "slower":
      case "probing":
      case "markdown":
      case "markdownFailed":
      case "rendered":
      case "modelEstimate":
      case "described":
      case "notDescribed":
      case "enhancing":
      case "pieceKept":
      case "tokens":
      case "enhanced":
      case "overlaid":
      case "enhanceSkipped":
      case "enhanceFailed":
      case "credentialsNotKept":
      case "uploading":
      case "uploaded":
      case "extraStored":
      case "pagesStored":
      case "extrasFailed":
      case "stopping":
      case "missed":
        return;
    }
  }

  /** Pages that will be read and whose addresses are not known here yet. */
  get toCome(): number {
    const { max, done, waiting } = this.progress;
    const { flying, waiting: known } = this.tiles.counts();
    return Math.max(0, Math.min(waiting, max - done - flying) - known);
  }

  /** Pages that failed so far. */
  get failed(): number {
    return this.tiles.counts().failed;
  }

  /** For a screen reader, now and then: `641 of 1,000 pages done, 7 failed`. */
  get spoken(): string {
    const { done, max } = this.progress;
    const { failed } = this;
    return `${done} of ${some(max, "page")} done${failed > 0 ? `, ${failed} failed` : ""}.`;
  }
}
