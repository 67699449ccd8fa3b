import type { CrawlFact, CrawlMessage, ProgressFacts } from "../protocol/messages.ts";
import type { Rung, Summary } from "../protocol/summary.ts";
import { pathOn } from "../words/addresses.ts";
import { some } from "../words/amounts.ts";
import { took } from "../words/times.ts";
import { type LineKind, Log } from "./log.ts";
import { Tiles } from "./tiles.ts";

const NOTHING_YET: ProgressFacts = {
  done: 0,
  max: 0,
  waiting: 0,
  inFlight: 0,
  pagesPerSecond: 0,
  bytes: 0,
  elapsedMs: 0,
  rungs: { plain: 0, browser: 0, proxy: 0 },
};

/** A try of the home page that gave nothing: a row of the failure's table. */
export interface HomeFailure {
  readonly rung: Rung;
  readonly reason: string;
  readonly ms: number;
}

type PageFact = Extract<CrawlFact, { type: "page" | "leftOut" | "failed" }>;

/** Log messages whose facts stand elsewhere: the tally, the map, the page's own line. */
const TOLD_OTHERWISE = /^(Visiting|Fetch by|Progress:|Known so far)/;

const pageKind = (rung: Rung): LineKind => (rung === "plain" ? "done" : rung);

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
  robots: { readonly allowed: boolean; readonly lines: readonly string[]; readonly group: string } | undefined;
  readonly failures: HomeFailure[] = [];
  result: string | undefined;
  fileUrl: string | undefined;
  error: string | undefined;
  summary: Summary | undefined;
  timedOut = false;
  enrolled = false;
  /** Why the site is not kept up to date although that was asked for, as the log told it. */
  notEnrolled = "";
  /** Why there is no hosted file, as the log told it. */
  notStored = "";
  /** What is happening now, in the server's words. */
  doing = "Connecting";

  constructor(url: string, maxPages: number) {
    const address = URL.canParse(url) ? new URL(url) : undefined;
    this.host = address?.host ?? url;
    this.base = address?.pathname.replace(/\/?$/, "/") ?? "/";
    this.tiles = new Tiles(this.host);
    this.progress = { ...NOTHING_YET, max: maxPages };
  }

  /** Takes one message in; `atMs` since the crawl was begun. */
  take(message: CrawlMessage, atMs: number): void {
    if (message.type === "result") this.result = message.content;
    else if (message.type === "url") this.fileUrl = message.content;
    else if (message.type === "error") this.#fail(message.content, atMs);
    if (message.fact) this.#learn(message.fact);
    if (message.type === "log") this.#write(message, atMs);
  }

  #fail(why: string, atMs: number): void {
    this.error = why;
    this.log.add({ atMs, kind: "failed", text: why, detail: "" });
  }

  #learn(fact: CrawlFact): void {
    switch (fact.type) {
      case "queued":
        this.queued = fact.ahead;
        return;
      case "started":
        this.id = fact.id;
        this.queued = undefined;
        if (fact.maxPages > 0) this.progress = { ...this.progress, max: fact.maxPages };
        return;
      case "robots":
        if (!this.robots || !fact.allowed) this.robots = fact;
        return;
      case "known":
        this.known = fact.count;
        this.chosen = fact.chosen;
        return;
      case "chosen":
        for (const url of fact.urls) if (!this.tiles.has(url)) this.tiles.set(url, {});
        return;
      case "visiting":
        this.tiles.set(fact.url, { state: "flying" });
        return;
      case "page":
        this.tiles.set(fact.url, { state: "done", rung: fact.rung });
        return;
      case "leftOut":
        // Pages that were never to be read are counted at the end; the map shows those that were.
        if (this.tiles.has(fact.url)) this.tiles.set(fact.url, { state: "leftOut", reason: fact.reason });
        return;
      case "attempt":
        // The home page is the only one whose failure has a screen of its own.
        if (this.progress.done === 0) this.failures.push({ rung: fact.rung, reason: fact.reason, ms: fact.ms });
        return;
      case "failed":
        this.tiles.set(fact.url, { state: "failed", rung: fact.rung, reason: fact.reason });
        return;
      case "progress":
        this.progress = { ...fact, max: fact.max || this.progress.max };
        return;
      case "summary":
        this.summary = fact;
        this.timedOut ||= fact.timedOut;
        return;
      case "sitemap":
      case "slower":
        return;
    }
  }

  #write({ content, fact }: CrawlMessage, atMs: number): void {
    if (content === "Crawl timeout exceeded") this.timedOut = true;
    if (content.startsWith("Auto-update enabled")) this.enrolled = true;
    if (content.startsWith("Auto-update not enabled")) this.notEnrolled = content;
    if (/^(upload|storing|storage).*fail/i.test(content)) this.notStored = content;
    if (fact?.type === "page" || fact?.type === "leftOut" || fact?.type === "failed")
      this.log.add({ atMs, ...this.#lineOf(fact) });
    else if (content !== "" && !TOLD_OTHERWISE.test(content)) {
      const kind = fact?.type === "slower" || /fail|exceeded|not enabled/i.test(content) ? "warn" : "info";
      this.log.add({ atMs, kind, text: content, detail: "" });
      this.doing = content;
    }
  }

  #lineOf(fact: PageFact): { kind: LineKind; text: string; detail: string } {
    const text = pathOn(this.host, fact.url);
    if (fact.type === "page")
      return {
        kind: pageKind(fact.rung),
        text,
        detail: `${fact.rung === "plain" ? "" : `${fact.rung} `}${took(fact.ms)}`,
      };
    if (fact.type === "failed") return { kind: "failed", text, detail: fact.reason };
    return { kind: "leftOut", text, detail: fact.reason };
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
