import type { Attempt } from "@llmstxt-service/crawler/fetch";
import type { Rendered } from "@llmstxt-service/document";
import type { CrawlError } from "@llmstxt-service/page/errors";
import { FAILURES } from "@llmstxt-service/page/failures";
import { type ByType, byType } from "./by-type.ts";
import type { CrawlSiteProgress } from "./crawl-progress.ts";
import { madeChanges } from "./overlay-json.ts";
import type { FetchedBy, SocketEvent } from "./protocol/protocol.ts";

type Fact<Type> = Extract<CrawlSiteProgress, { readonly type: Type }>;
type Told<Type> = Extract<SocketEvent, { readonly type: Type }>;

/** Facts that are events already, field by field. Every other type of fact needs a function below. */
type AsFound = {
  [Type in CrawlSiteProgress["type"]]: Fact<Type> extends Told<Type>
    ? [keyof Fact<Type>] extends [keyof Told<Type>]
      ? Fact<Type>
      : never
    : never;
}[CrawlSiteProgress["type"]];

/** A page that reads them cannot draw faster anyway. */
const PROGRESS_EVERY_MS = 250;

/** So that no message grows large. */
const MAX_CHOSEN = 100;

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
  #requests = 0;
  #requestsTold = 0;
  readonly #attempts = new Map<string, Pick<Attempt, "rung" | "elapsedMs" | "waitedMs">>();
  readonly #pagesBy: Record<FetchedBy, number> = { plain: 0, browser: 0, proxy: 0 };
  #progressAt = Number.NEGATIVE_INFINITY;
  #done = 0;
  #waiting = 0;
  #bytes = 0;

  constructor({ maxPages, now }: CrawlEventsOptions) {
    this.#maxPages = maxPages;
    this.#now = now;
    this.#startedAt = now();
  }

  /** The events of a fact. */
  of(progress: CrawlSiteProgress): readonly SocketEvent[] {
    this.#count(progress);
    return [...this.#eventsOf(progress), ...this.#progress(progress.type === "crawled")];
  }

  /** How many requests are on the wire. */
  requests(open: number): void {
    this.#requests = open;
  }

  /** The progress, where the requests on the wire are others than were told last: to be asked for while nothing happens. */
  tick(): readonly SocketEvent[] {
    return this.#requests === this.#requestsTold ? [] : this.#progress(false);
  }

  /** What the crawl came to so far. */
  get figures() {
    const elapsedMs = Math.round(this.#now() - this.#startedAt);
    return { elapsedMs, bytes: this.#bytes, pagesBy: { ...this.#pagesBy } };
  }

  #count(progress: CrawlSiteProgress): void {
    if (progress.type === "attempt") this.#addAttempt(progress.url, progress.attempt);
    if (progress.type !== "page") return;
    this.#done = progress.done;
    this.#waiting = progress.waiting;
    this.#bytes += progress.page.bytes;
    this.#pagesBy[progress.page.rung]++;
  }

  #addAttempt(url: string, { rung, elapsedMs, waitedMs }: Attempt): void {
    const before = this.#attempts.get(url) ?? { elapsedMs: 0, waitedMs: 0 };
    const sum = { elapsedMs: before.elapsedMs + elapsedMs, waitedMs: before.waitedMs + waitedMs };
    this.#attempts.set(url, { rung, ...sum });
  }

  /** What is told otherwise than it was found. */
  readonly #told: ByType<Exclude<CrawlSiteProgress, AsFound>, readonly SocketEvent[]> = {
    robots: (fact) => {
      const { allowed, lines, group, url, refusal } = fact;
      const because = refusal && { refusal: [...refusal] };
      return [{ type: "robots", url, allowed, lines: [...lines], ...(group !== undefined && { group }), ...because }];
    },
    site: (fact) => [{ type: "site", url: fact.home }],
    known: (fact) => [{ type: "known", count: fact.count, chosen: Math.min(fact.count, this.#maxPages) }],
    chosen: (fact) => chosenEvents(fact.urls),
    attempt: (fact) => attemptEvents(fact.url, fact.attempt),
    page: (fact) => [this.#page(fact.page)],
    failed: (fact) => {
      const { url, error } = fact;
      return [{ type: "failed", url, ...failureFacts(error), ...this.#spent(url) }];
    },
    sitemapFailed: (fact) => [{ type: fact.type, url: fact.url, ...failureFacts(fact.error) }],
    markdownFailed: (fact) => [{ type: fact.type, url: fact.url, ...failureFacts(fact.error) }],
    rendered: (fact) => [renderedEvent(fact.rendered)],
    overlaid: (fact) => [{ type: "overlaid", ...madeChanges(fact) }],
    pieceKept: (fact) => {
      const { piece, pieces, why } = fact;
      return [{ type: "pieceKept", piece, pieces, reason: why }];
    },
    notDescribed: (fact) => [{ type: "notDescribed", url: fact.url, reason: fact.why }],
    tokens: (fact) => [{ type: "tokens", in: fact.tokensIn, out: fact.tokensOut }],
    extrasFailed: (fact) => [{ type: fact.type, ...failureFacts(fact.error) }],
    unserved: ({ type, count, pages }) => [{ type, count, pages: [...pages] }],
    bundleFailed: (fact) => [{ type: fact.type, ...failureFacts(fact.error) }],
    enhanceFailed: (fact) => [{ type: fact.type, ...failureFacts(fact.error) }],
    uploadFailed: (fact) => [{ type: fact.type, ...failureFacts(fact.error) }],
    notEnrolled: (fact) => [{ type: fact.type, ...failureFacts(fact.error) }],
  };

  #eventsOf(fact: CrawlSiteProgress): readonly SocketEvent[] {
    return this.#isAsFound(fact) ? [fact] : byType(this.#told, fact);
  }

  #isAsFound(fact: CrawlSiteProgress): fact is AsFound {
    return !Object.hasOwn(this.#told, fact.type);
  }

  #page(page: Extract<CrawlSiteProgress, { type: "page" }>["page"]): SocketEvent {
    const { url, rung, bytes } = page;
    const section = new URL(url).pathname.split("/").slice(1, -1)[0] ?? "";
    // A page in the result is one that was answered well.
    return { type: "page", url, title: page.page.title, section, ...this.#spent(url), ...by(rung), bytes, status: 200 };
  }

  #spent(url: string) {
    const attempt = this.#attempts.get(url) ?? { rung: "plain", elapsedMs: 0, waitedMs: 0 };
    this.#attempts.delete(url);
    return { ...by(attempt.rung), ...spent(attempt) };
  }

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
        max: this.#maxPages,
        waiting: this.#waiting,
        inFlight: this.#requests,
        pagesPerSecond: elapsedMs === 0 ? 0 : Math.round((this.#done / elapsedMs) * 10_000) / 10,
        ...this.figures,
        rungs: { ...this.#pagesBy },
      },
    ];
  }
}

const spent = ({ elapsedMs, waitedMs }: Pick<Attempt, "elapsedMs" | "waitedMs">) => ({
  ms: Math.round(elapsedMs),
  waitedMs: Math.round(waitedMs),
});

/** How a page was fetched, under both its names. */
const by = (rung: FetchedBy) => ({ by: rung, rung });

/** What a program needs to know of a failure, and the words for people. Why the database is away is told to no client. */
export function failureFacts({ code, facts, message }: CrawlError) {
  if (code === "database_unavailable") return { code, facts: {}, reason: FAILURES[code].message({}) };
  return { code, facts: { ...facts }, reason: message };
}

/** How a crawl failed. */
export const failedEvent = (error: CrawlError) =>
  ({ type: "error", ...failureFacts(error), about: FAILURES[error.code].about }) as const satisfies SocketEvent;

function chosenEvents(urls: readonly string[]): readonly SocketEvent[] {
  const batches = Array.from({ length: Math.ceil(urls.length / MAX_CHOSEN) }, (_, n) => n * MAX_CHOSEN);
  return batches.map((from) => ({ type: "chosen", urls: urls.slice(from, from + MAX_CHOSEN) }));
}

/** A way of fetching that gave nothing; the one that gave the page is told with it. */
function attemptEvents(url: string, attempt: Attempt): readonly SocketEvent[] {
  const { rung, error } = attempt;
  if (error === undefined) return [];
  return [{ type: "attempt", url, ...by(rung), ...failureFacts(error), ...spent(attempt) }];
}

const renderedEvent = ({ text, tokens, sections, shortened }: Rendered): SocketEvent => ({
  type: "rendered",
  characters: text.length,
  tokens,
  sections: sections.length,
  shortened,
});
